extension Store {
  /// Runs the closure in a transaction: all of its changes are kept, or none.
  ///
  /// ```swift
  /// try await store.transaction { store in
  ///   try await store.save(account)
  ///   try await store.delete(Entry.where { $0.accountID == account.id })
  /// }
  /// ```
  ///
  /// Use the store that is passed to the closure. Any other store over the same backend throws
  /// ``StoreError/misuse(reason:)`` in the closure, as it would wait for the end of this transaction. So it does in a
  /// `Task { }` that begins there, also after the end. A detached task waits for its turn; if the closure awaits it,
  /// the task's call throws ``StoreError/locked(reason:)`` after a time, with `fileID` and `line`.
  ///
  /// The closure runs on the caller's actor. If it throws, its changes are rolled back and the error is rethrown. A
  /// nested transaction can be rolled back on its own; its changes are kept if the outer transaction is committed. If
  /// the task is canceled and the closure returns nevertheless, its changes are rolled back, and the call throws
  /// ``StoreError/cancelled``.
  @discardableResult
  nonisolated(nonsending)
    public func transaction<Result>(
      fileID: StaticString = #fileID, line: UInt = #line, _ body: (Store) async throws -> Result
    ) async throws -> Result
  {
    try await runOnce(TransactionOrigin(fileID: fileID, line: line), attempt: 1, body)
  }

  /// Runs the closure in a transaction, and runs it again, from its beginning, if it conflicts with another
  /// transaction: when it would throw ``StoreError/conflict(reason:)``, as servers that run transactions concurrently
  /// do. The last of the `attempts` rethrows its error.
  ///
  /// Before each further attempt, the call waits for a random time, so that two conflicting transactions don't meet
  /// again: up to 4 milliseconds before the second attempt, and up to twice as long before each one that follows, at
  /// most half a second.
  ///
  /// Everything in the closure is repeated, not only its use of the store. A nested transaction is attempted once, as
  /// the conflict concerns the outer transaction.
  @discardableResult
  nonisolated(nonsending)
    public func transaction<Result>(
      attempts: Int, fileID: StaticString = #fileID, line: UInt = #line, _ body: (Store) async throws -> Result
    ) async throws -> Result
  {
    try await transaction(
      attempts: attempts, from: TransactionOrigin(fileID: fileID, line: line),
      pausing: { try await Task.sleep(for: RetryPause.pause(after: $0)) }, body)
  }

  /// Calls `pausing` with the number of the failed attempt, starting at 1, before each further attempt.
  nonisolated(nonsending)
    func transaction<Result>(
      attempts: Int, from origin: TransactionOrigin, pausing: (Int) async throws -> Void,
      _ body: (Store) async throws -> Result
    ) async throws -> Result
  {
    let attempts = scope == nil ? attempts : 1
    var attempt = 1
    while attempt < attempts {
      do {
        return try await runOnce(origin, attempt: attempt, body)
      } catch StoreError.conflict {
        if Task.isCancelled { throw StoreError.cancelled }
        do { try await pausing(attempt) } catch { throw StoreError.cancelled }
      }
      attempt += 1
    }
    return try await runOnce(origin, attempt: attempt, body)
  }

  nonisolated(nonsending)
    private func runOnce<Result>(
      _ origin: TransactionOrigin, attempt: Int, _ body: (Store) async throws -> Result
    ) async throws -> Result
  {
    let scope = try await begin(origin, attempt: attempt)
    let result: Result
    do {
      result = try await TransactionScope.$current.withValue(scope) {
        try await body(Store(backend, scope: scope, observer))
      }
    } catch {
      await scope.rollBack()
      throw error
    }
    try await scope.commit()
    return result
  }

  private func begin(_ origin: TransactionOrigin, attempt: Int) async throws(StoreError) -> TransactionScope {
    if let scope { return try await scope.beginPart(origin) }
    return try await TransactionScope.begin(on: backend, origin, for: observer, attempt: attempt)
  }

  private func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    if access == .write { return try await backend.beginWriting(for: observer) }
    return try await ObservedSession.begin(access, of: backend, for: observer) { () async throws(StoreError) in
      try await backend.begin(access)
    }
  }

  /// Runs `body` on a session of its own, or on that of the transaction. If it is `atomic`, it makes several changes,
  /// and all or none of them must be kept in the transaction.
  ///
  /// A read of its own that meets a conflict, such as a change of the database's structure between two of its
  /// statements, is repeated once, on a new snapshot.
  func perform<Result>(
    _ access: SessionAccess, atomic: Bool = false, _ body: (any BackendSession) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    if let scope { return try await scope.run(atomic: atomic, body) }
    try TransactionScope.checkUse(of: backend.identity, scope: nil)
    var mayRepeat = access == .read
    while true {
      if Task.isCancelled { throw .cancelled }
      let session = try await begin(access)
      let result: Result
      do throws(StoreError) {
        result = try await body(session)
      } catch {
        await session.rollback()
        guard mayRepeat, case .conflict = error else { throw error }
        mayRepeat = false
        continue
      }
      switch access {
      case .singleRead, .read: await session.rollback()
      case .alone: try await session.commit()
      case .write: try await backend.commitWriting(session)
      }
      return result
    }
  }
}
