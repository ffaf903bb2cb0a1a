extension Store {
  /// Asks the database whether it answers, and whether it still has the tables and columns for which it was prepared.
  ///
  /// It is a read of one statement that takes its turn like any other, for the readiness probe of a server. It creates
  /// nothing. Backends without tables of their own, such as one in memory, begin and end a session.
  ///
  /// ```swift
  /// try await store.check(within: .seconds(1))
  /// ```
  ///
  /// - Parameter limit: How long to wait for a connection and for the answer.
  /// - Throws: ``StoreError/unreachable(reason:)`` if there is no answer in time; ``StoreError/schemaMismatch(_:)`` if
  ///   a table or a column is missing; and whatever a read throws, such as ``StoreError/closed``.
  nonisolated(nonsending)
    public func check(within limit: Duration) async throws(StoreError)
  {
    if scope != nil { throw .misuse(reason: "check was called in a transaction: call it outside") }
    try TransactionScope.checkUse(of: backend.identity, scope: nil)
    try backend.identity.lifecycle.checkOpen()
    let (outcomes, first) = AsyncStream<Result<Void, StoreError>>.makeStream(bufferingPolicy: .bufferingOldest(1))
    // A server that doesn't answer doesn't answer a cancellation either, and isn't waited for.
    let check = Task.detached {
      do throws(StoreError) {
        try await observing(.read) { () async throws(StoreError) in try await backend.checkTables() }
        first.yield(.success(()))
      } catch {
        first.yield(.failure(error))
      }
    }
    let timer = Task.detached {
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      first.yield(.failure(.unreachable(reason: "there was no answer within \(limit)")))
    }
    defer {
      check.cancel()
      timer.cancel()
    }
    guard let outcome = await outcomes.first(where: { _ in true }) else { throw .cancelled }
    try outcome.get()
  }
}
