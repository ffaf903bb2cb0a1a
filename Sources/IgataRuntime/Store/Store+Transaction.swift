extension Store {
  /// Does what the closure does, all of it or nothing.
  ///
  /// ```swift
  /// try await store.transaction { store in
  ///   try await store.save(account)
  ///   try await store.delete(Entry.where { $0.accountID == account.id })
  /// }
  /// ```
  ///
  /// The closure is handed the store to use in it; any other one of the same backend throws
  /// ``StoreError/misuse(reason:)`` there, as it would wait for the end of this transaction. It runs where the caller
  /// does, on the caller's actor. When it throws, what it did is undone and its error is thrown on. A transaction in
  /// a transaction can be undone by itself; what it did is kept with the outer one. A closure that returns although
  /// its task was cancelled has done nothing, and the call throws ``StoreError/cancelled``.
  @discardableResult
  nonisolated(nonsending)
    public func transaction<Result>(_ body: (Store) async throws -> Result) async throws -> Result
  {
    try await runOnce(body)
  }

  /// Does what the closure does, all of it or nothing, and does it again, from its beginning, where another transaction
  /// came in between: where it would throw ``StoreError/conflict(reason:)``, as a server may that runs transactions at
  /// the same time. The last of the `attempts`, which count from 1, throws what it meets.
  ///
  /// Between two attempts it waits a moment that chance chooses, so that two that were in each other's way do not meet
  /// again: up to 4 milliseconds before the second one, and twice as long before each one after it, at most half a
  /// second.
  ///
  /// What the closure does besides the transaction it does again as well. In a transaction it is tried once: what was
  /// in its way is in the way of the outer one.
  @discardableResult
  nonisolated(nonsending)
    public func transaction<Result>(attempts: Int, _ body: (Store) async throws -> Result) async throws -> Result
  {
    try await transaction(attempts: attempts, pausing: { try await Task.sleep(for: RetryPause.pause(after: $0)) }, body)
  }

  /// Calls `pausing` with the number of the attempt that failed, from 1, before each that follows.
  nonisolated(nonsending)
    func transaction<Result>(
      attempts: Int, pausing: (Int) async throws -> Void, _ body: (Store) async throws -> Result
    ) async throws -> Result
  {
    let attempts = scope == nil ? attempts : 1
    var attempt = 1
    while attempt < attempts {
      do {
        return try await runOnce(body)
      } catch StoreError.conflict {
        if Task.isCancelled { throw StoreError.cancelled }
        do { try await pausing(attempt) } catch { throw StoreError.cancelled }
      }
      attempt += 1
    }
    return try await runOnce(body)
  }

  nonisolated(nonsending)
    private func runOnce<Result>(_ body: (Store) async throws -> Result) async throws -> Result
  {
    let scope = try await begin()
    let result: Result
    do {
      result = try await TransactionScope.$current.withValue(scope) {
        try await body(Store(backend, scope: scope))
      }
    } catch {
      await scope.rollBack()
      throw error
    }
    try await scope.commit()
    return result
  }

  private func begin() async throws(StoreError) -> TransactionScope {
    if let scope { return try await scope.beginPart() }
    return try await TransactionScope.begin(on: backend)
  }

  /// Runs `body` on a session of its own, or on that of the transaction. Where it is `atomic`, it makes several
  /// changes, of which all or none must stay in the transaction.
  func perform<Result>(
    _ access: SessionAccess, atomic: Bool = false, _ body: (any BackendSession) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    if let scope { return try await scope.run(atomic: atomic, body) }
    try TransactionScope.checkUse(of: backend.identity, scope: nil)
    if Task.isCancelled { throw .cancelled }
    let session = access == .write ? try await backend.beginWriting() : try await backend.begin(access)
    let result: Result
    do throws(StoreError) {
      result = try await body(session)
    } catch {
      await session.rollback()
      throw error
    }
    switch access {
    case .singleRead, .read: await session.rollback()
    case .write: try await backend.commitWriting(session)
    }
    return result
  }
}
