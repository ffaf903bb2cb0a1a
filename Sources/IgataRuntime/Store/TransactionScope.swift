internal import Synchronization

/// An open transaction, or a part of one that can be undone by itself: what the store that a closure was handed works
/// on.
final class TransactionScope: Sendable {
  /// The innermost transaction in whose closure this task is.
  @TaskLocal static var current: TransactionScope?

  private let session: any BackendSession
  /// The session, where it answers at once.
  let direct: (any DirectSession)?
  private let backend: any Backend
  private let identity: StoreIdentity
  /// The transaction that this one is a part of, and where in it this one began.
  private let parent: TransactionScope?
  private let savepoint: Savepoint?
  /// Whether nothing is written in it.
  let isReading: Bool
  /// The transaction in whose closure this one was begun, which may be one on another backend.
  private let enclosing: TransactionScope?
  /// One call of the session at a time, however many tasks use the store.
  private let mutex = AsyncMutex()
  private let isOpen = Atomic<Bool>(true)
  /// Whether something could not be undone, so that nothing of the transaction may be kept.
  private let isBroken = Atomic<Bool>(false)

  private init(
    _ session: any BackendSession, _ backend: any Backend, parent: TransactionScope?, savepoint: Savepoint?,
    isReading: Bool = false
  ) {
    self.session = session
    direct = session as? any DirectSession
    self.isReading = isReading
    self.backend = backend
    identity = backend.identity
    self.parent = parent
    self.savepoint = savepoint
    enclosing = TransactionScope.current
  }

  /// A session that reads one state of the data. Ended by ``rollBack()``.
  convenience init(reading session: any BackendSession, of backend: any Backend) {
    self.init(session, backend, parent: nil, savepoint: nil, isReading: true)
  }

  /// Begins a transaction on the backend.
  static func begin(on backend: any Backend) async throws(StoreError) -> TransactionScope {
    try checkUse(of: backend.identity, scope: nil)
    let session = try await backend.beginWriting()
    return TransactionScope(session, backend, parent: nil, savepoint: nil)
  }

  /// Begins a part of this transaction, which has it to itself until it ends.
  func beginPart() async throws(StoreError) -> TransactionScope {
    try await enter()
    do throws(StoreError) {
      let savepoint = try await session.savepoint()
      return TransactionScope(session, backend, parent: self, savepoint: savepoint)
    } catch {
      mutex.unlock()
      throw error
    }
  }

  /// Runs `body` on the session. Where it is `atomic`, what it did is undone if it fails.
  func run<Result>(
    atomic: Bool, _ body: (any BackendSession) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    try await enter()
    defer { mutex.unlock() }
    guard atomic else { return try await body(session) }
    let savepoint = try await session.savepoint()
    do throws(StoreError) {
      let result = try await body(session)
      try await session.release(savepoint)
      return result
    } catch {
      await undo(to: savepoint)
      throw error
    }
  }

  private func enter() async throws(StoreError) {
    try Self.checkUse(of: identity, scope: self)
    try await mutex.lock()
    try checkOpen()
  }

  /// Enters where nobody is inside and the session answers at once; ``leave()`` follows. Else gives nothing.
  func enterSynchronously() throws(StoreError) -> (any DirectSession)? {
    // Where nobody is inside, there is nothing to wait for, and so no use to refuse.
    guard let direct, mutex.lockIfAvailable() else { return nil }
    try checkOpen()
    return direct
  }

  func leave() { mutex.unlock() }

  private func checkOpen() throws(StoreError) {
    guard isOpen.load(ordering: .acquiring) else {
      mutex.unlock()
      throw .misuse(reason: "the transaction of this store has ended; its closure's store is good in the closure only")
    }
  }

  /// Ends the transaction and keeps what was done.
  func commit() async throws(StoreError) {
    await close()
    do throws(StoreError) {
      if isBroken.load(ordering: .acquiring) {
        throw .misuse(reason: "a part of the transaction could not be undone, so that nothing of it was kept")
      }
      if Task.isCancelled { throw .cancelled }
      if let savepoint { try await session.release(savepoint) }
    } catch {
      await undoAll()
      throw error
    }
    if let parent { return parent.mutex.unlock() }
    try await backend.commitWriting(session)
  }

  /// Ends the transaction and undoes what was done.
  func rollBack() async {
    await close()
    await undoAll()
  }

  private func undoAll() async {
    if let savepoint, let parent {
      await parent.undo(to: savepoint)
      parent.mutex.unlock()
    } else {
      await session.rollback()
    }
  }

  /// Lets nobody in any more, and waits for the one who is inside.
  private func close() async {
    isOpen.store(false, ordering: .releasing)
    await mutex.lockIgnoringCancellation()
    mutex.unlock()
  }

  private func undo(to savepoint: Savepoint) async {
    do throws(StoreError) {
      try await session.rollBack(to: savepoint)
    } catch {
      var scope: TransactionScope? = self
      while let broken = scope {
        broken.isBroken.store(true, ordering: .releasing)
        scope = broken.parent
      }
    }
  }

  /// Refuses what would wait for itself: in a transaction's closure, a store outside it on the same backend, and in
  /// the closure of a part, the store of the whole.
  static func checkUse(
    of identity: @autoclosure () -> StoreIdentity, scope used: TransactionScope?
  ) throws(StoreError) {
    var next = current
    while let scope = next {
      if scope === used { return }
      if scope.identity == identity(), scope.isOpen.load(ordering: .acquiring) {
        throw .misuse(
          reason: "in the closure of a transaction, another store of the same backend was used, which would wait for "
            + "the transaction to end: use the store that the closure is given")
      }
      next = scope.enclosing
    }
  }
}
