extension Store {
  /// Runs `body`, which is no call of a session, and reports its statements.
  func observing<Result>(
    _ kind: StoreEvent.Kind, _ body: () async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    guard let observer else { return try await body() }
    return try await ObservedCall(observer, kind, nil).run(body)
  }

  /// Runs `body`, a call that doesn't suspend, and reports its statements.
  @inline(__always)
  func observing<Result>(
    _ kind: StoreEvent.Kind, _ table: TableDescription, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if observer == nil { return try body() }
    return try reporting(kind, table, body)
  }

  @inline(never)
  private func reporting<Result>(
    _ kind: StoreEvent.Kind, _ table: TableDescription, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard let observer else { return try body() }
    let call = scope?.observed?.call(kind, table) ?? ObservedCall(observer, kind, table)
    return try call.runSynchronously(body)
  }
}
