internal import Synchronization

/// An open transaction, or a nested one that can be rolled back on its own, on which the store in a transaction's
/// closure works.
final class TransactionScope: OpenTransaction {
  private static let numbers = Atomic<Int>(0)
  private let number: Int
  /// The innermost transaction whose closure this task runs, or in whose closure it began.
  @TaskLocal static var current: TransactionScope?

  private let session: any BackendSession
  /// The session, if it is observed.
  let observed: ObservedSession?
  /// The session, if it can work without suspending.
  let direct: (any DirectSession)?
  private let backend: any Backend
  private let identity: StoreIdentity
  /// The transaction that this one is nested in, and the savepoint at which this one began.
  private let parent: TransactionScope?
  private let savepoint: Savepoint?
  /// Whether the transaction only reads.
  let isReading: Bool
  /// The transaction in whose closure this one began. It may belong to another backend.
  private let enclosing: TransactionScope?
  /// Limits the session to one call at a time, however many tasks use the store.
  private let mutex: AsyncMutex
  /// Where it began; `nil` if it is the reading of an observation.
  private let origin: TransactionOrigin?
  /// How many calls have begun and ended, those of nested transactions included.
  private let turns = Atomic<Int>(0)
  private let isOpen = Atomic<Bool>(true)
  /// Whether a rollback to a savepoint failed, so that the transaction must not be committed.
  private let isBroken = Atomic<Bool>(false)

  private init(
    _ session: any BackendSession, _ backend: any Backend, parent: TransactionScope?, savepoint: Savepoint?,
    isReading: Bool = false, _ origin: TransactionOrigin?
  ) {
    self.session = session
    observed = session as? ObservedSession
    direct = observed.map(\.direct) ?? session as? any DirectSession
    self.isReading = isReading
    self.backend = backend
    identity = backend.identity
    self.parent = parent
    self.savepoint = savepoint
    enclosing = TransactionScope.current
    self.origin = origin
    let transactions = backend.identity.transactions
    let number = Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue
    self.number = number
    mutex = AsyncMutex(watch: StallWatch(transactions) { ($0 as? TransactionScope)?.parent?.number == number })
    transactions.add(self)
  }

  var isOutermost: Bool { parent == nil }

  func access(to backend: StoreIdentity) -> SessionAccess? {
    if identity == backend { return isReading ? .read : .write }
    return session.access(to: backend)
  }

  var callsIfIdle: Int? {
    let turns = turns.load(ordering: .relaxed)
    return turns.isMultiple(of: 2) ? turns : nil
  }

  var name: String { origin.map { "the transaction that began at \($0)" } ?? "the closure of an observation" }

  func stall(_ time: Duration) -> StoreError {
    .locked(
      reason: "\(name) has made no call for \(time / .seconds(1)) seconds: if its closure waits for this call, use the "
        + "store that is passed to the closure")
  }

  private func turn() {
    var scope: TransactionScope? = self
    while let next = scope {
      next.turns.wrappingAdd(1, ordering: .relaxed)
      scope = next.parent
    }
  }

  private func unlock() {
    turn()
    mutex.unlock()
  }

  /// A session that reads one snapshot of the data. It ends with ``rollBack()``.
  convenience init(reading session: any BackendSession, of backend: any Backend) {
    self.init(session, backend, parent: nil, savepoint: nil, isReading: true, nil)
  }

  /// Begins a transaction on the backend.
  static func begin(
    on backend: any Backend, _ origin: TransactionOrigin, for observer: StoreObserver?, attempt: Int
  ) async throws(StoreError) -> TransactionScope {
    try checkUse(of: backend.identity, scope: nil)
    let session = try await backend.beginWriting(for: observer, attempt: attempt)
    return TransactionScope(session, backend, parent: nil, savepoint: nil, origin)
  }

  /// Begins a nested transaction, which has exclusive use of this one until it ends.
  func beginPart(_ origin: TransactionOrigin) async throws(StoreError) -> TransactionScope {
    try await enter()
    do throws(StoreError) {
      let savepoint = try await session.savepoint()
      turn()
      return TransactionScope(session, backend, parent: self, savepoint: savepoint, origin)
    } catch {
      unlock()
      throw error
    }
  }

  /// Runs `body` on the session. If it is `atomic` and fails, its changes are rolled back.
  func run<Result>(
    atomic: Bool, _ body: (any BackendSession) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    try await enter()
    defer { unlock() }
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

  /// Locks the session if it is available and can work without suspending; the caller then calls ``leave()``. Returns
  /// `nil` otherwise.
  func enterSynchronously() throws(StoreError) -> (any DirectSession)? {
    // If the lock is available, nothing waits, and so no deadlock needs to be detected.
    guard let direct, mutex.lockIfAvailable() else { return nil }
    try checkOpen()
    return direct
  }

  func leave() { unlock() }

  private func checkOpen() throws(StoreError) {
    do {
      try identity.lifecycle.checkTransaction()
    } catch {
      mutex.unlock()
      throw error
    }
    guard isOpen.load(ordering: .acquiring) else {
      mutex.unlock()
      let begun = origin.map { " that began at \($0)" } ?? ""
      throw .misuse(
        reason: "the transaction\(begun) has ended; use its store only in its closure, and await the tasks there that "
          + "use it")
    }
    turn()
  }

  /// Ends the transaction and keeps its changes.
  func commit() async throws(StoreError) {
    await close()
    do throws(StoreError) {
      if isBroken.load(ordering: .acquiring) {
        throw .misuse(reason: "a part of the transaction could not be rolled back, so all of it was rolled back")
      }
      if Task.isCancelled { throw .cancelled }
      try identity.lifecycle.checkTransaction()
      if let savepoint { try await session.release(savepoint) }
    } catch {
      await undoAll()
      throw error
    }
    if let parent { return parent.mutex.unlock() }
    try await backend.commitWriting(session)
  }

  /// Ends the transaction and rolls its changes back.
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

  /// Lets no further call in, and waits for the current one.
  private func close() async {
    isOpen.store(false, ordering: .releasing)
    identity.transactions.remove(self)
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

  /// Throws if a call would wait for itself: in a transaction's closure, with a store over the same backend outside the
  /// transaction; and in a nested transaction's closure, with the outer transaction's store. A task that began in the
  /// closure is treated alike, also after the end, as it would otherwise depend on the time of the call.
  static func checkUse(
    of identity: @autoclosure () -> StoreIdentity, scope used: TransactionScope?
  ) throws(StoreError) {
    var next = current
    while let scope = next {
      if scope === used { return }
      if scope.identity == identity() {
        let name = scope.origin.map { "the transaction that began at \($0)" } ?? "an observation"
        throw .misuse(
          reason: "in the closure of \(name), or in a task that began there, another store of the same backend was "
            + "used, which would wait for its end: use the store that is passed to the closure, or begin the task "
            + "with 'Task.detached' and don't await it in the closure")
      }
      next = scope.enclosing
    }
  }
}
