extension Store {
  /// Runs `body`, which is no call of a session, and reports its statements.
  func observing<Result>(
    _ kind: StoreEvent.Kind, _ body: () async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    guard let observer else { return try await body() }
    return try await ObservedCall(observer, kind, nil).run(body)
  }

  /// A call that doesn't suspend; `nil` if nobody observes it.
  @inline(__always)
  func observed(_ kind: StoreEvent.Kind, _ table: TableDescription) -> ObservedCall? {
    guard let observer else { return nil }
    return scope?.observed?.call(kind, table) ?? ObservedCall(observer, kind, table)
  }
}
