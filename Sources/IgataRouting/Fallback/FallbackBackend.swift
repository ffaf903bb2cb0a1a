@_spi(Backend) public import IgataRuntime
internal import Synchronization

/// Goes to a second backend while the first one can't be reached, and brings what was written meanwhile to the first
/// when it is back.
///
/// ```swift
/// let backend = FallbackBackend(
///   remote, else: try SQLiteBackend(path: "cache.sqlite"), outbox: try Outbox(path: "outbox"), conflicts: .keepTheirs)
/// let token = backend.reachability.observe(on: .main) { show($0) }
/// ```
///
/// **Reading.** The first backend serves while it can be reached, then the second. A session that has read nothing yet
/// changes over by itself; one that has throws ``IgataRuntime/StoreError/unreachable(reason:)``, as its rows would be
/// of two states, and the next one is served. Who observes reads again whenever the other backend begins to serve.
///
/// **Writing.** What is written to the first is written to the second as well, as far as the second takes it, so that
/// it has something to serve. While the first can't be reached, a transaction is put into the outbox, written to the
/// second, and done: what it returns is what the second made of it. What is deleted then by a query is what the query
/// finds there. When the first is back, the transactions are written to it in order, and only then it serves again.
/// Sessions that write wait for each other.
///
/// **Exactly once.** Every transaction has a number, and brings it along: in a row of the table `igata_outbox_receipt`
/// that is written in the same transaction, or where the first is an ``IgataRuntime/IdempotentBackend``, in its own
/// way. So one whose answer was lost, and one that was being written when the process died, is not written twice.
///
/// **Keys that the store makes.** A row that gets such a key while the first can't be reached keeps it; that another
/// row took it meanwhile is a conflict. Use keys that are made with the model (`uuid()`) for what is to be made
/// offline.
public final class FallbackBackend: Backend {
  /// Tells this backend from every other.
  @_spi(Backend) public let identity = StoreIdentity()
  /// Whether the first backend serves.
  public let reachability: ReachabilityStatus
  /// What waits to be written to the first backend.
  public let outbox: Outbox
  let first: any Backend
  let second: any Backend
  /// One writing session at a time.
  let writers = AsyncMutex()
  private let conflicts: ConflictPolicy
  private let retries: ClosedRange<Duration>
  private let replaying = AsyncMutex()
  private let state = Mutex(State())

  private struct State {
    /// By their names.
    var tables: [String: TableDescription] = [:]
    /// What the first could not be prepared for yet.
    var unprepared: [[TableDescription]] = []
    var watching: Task<Void, Never>?
  }

  /// A backend that prefers `first`.
  ///
  /// While `first` can't be reached, it is asked again after `retries`' lower bound, then after twice the time, up to
  /// its upper bound.
  public init(
    _ first: any Backend, else second: any Backend, outbox: Outbox, conflicts: ConflictPolicy,
    retries: ClosedRange<Duration> = .seconds(1) ... .seconds(60)
  ) {
    self.first = first
    self.second = second
    self.outbox = outbox
    self.conflicts = conflicts
    self.retries = retries
    // What waits from an earlier process comes first.
    reachability = ReachabilityStatus(outbox.count == 0 ? .reachable : .unreachable)
  }

  deinit { state.withLock { $0.watching?.cancel() } }

  /// Prepares the second, and the first as soon as it can be reached.
  @_spi(Backend)
  @discardableResult
  public func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    var report = try await second.prepare(tables)
    state.withLock { state in for table in tables { state.tables[table.name] = table } }
    do throws(StoreError) {
      report.append(try await first.prepare(first is any IdempotentBackend ? tables : tables + [OutboxReceipt.table]))
    } catch {
      guard case .unreachable = error else { throw error }
      state.withLock { $0.unprepared.append(tables) }
      lose()
    }
    if reachability.current == .unreachable { watch() }
    return report
  }

  @_spi(Backend) public func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    guard access == .write else { return FallbackReadingSession(self, access, isStreaming: false) }
    try await writers.lock()
    return FallbackWritingSession(self)
  }

  @_spi(Backend) public func beginStreaming() async throws(StoreError) -> any BackendSession {
    FallbackReadingSession(self, .read, isStreaming: true)
  }

  @_spi(Backend) public func changesFromOutside() async -> AsyncStream<OutsideChange>? {
    await relay.changes(of: [first, second])
  }

  var relay: ChangeRelay { ChangeRelay(identity) }

  // MARK: Reachability

  /// Notes that the first can't be reached.
  func lose() {
    become(.unreachable)
    watch()
  }

  private func become(_ new: Reachability) {
    let before = reachability.current
    // Other rows are seen from now on, where another one serves.
    if reachability.become(new), before.isReachable != new.isReachable { relay.tellOfOtherRows() }
  }

  /// Asks the first again and again until it is back.
  private func watch() {
    state.withLock { state in
      guard state.watching == nil else { return }
      state.watching = Task.detached { [weak self, retries] in
        var pause = retries.lowerBound
        while !Task.isCancelled {
          guard await self?.tryAgain() == true else { return }
          do { try await Task.sleep(for: pause) } catch { return }
          pause = min(pause * 2, retries.upperBound)
        }
      }
    }
  }

  /// Returns whether there is need to ask again later.
  private func tryAgain() async -> Bool {
    if await reach() == .unreachable { return true }
    return state.withLock { state in
      // Lost again meanwhile, while this task was still there to look after it.
      if reachability.current == .unreachable { return true }
      state.watching = nil
      return false
    }
  }

  /// Asks the first at once whether it is there, and if so writes to it what waits; returns what came of it. For those
  /// who are told by the system that there is a network, and to go on after ``Reachability/stopped(_:)`` with another
  /// policy.
  @discardableResult
  public func reach(conflicts: ConflictPolicy? = nil) async -> Reachability {
    await replaying.lockIgnoringCancellation()
    defer { replaying.unlock() }
    if reachability.current == .reachable { return .reachable }
    do throws(StoreError) {
      try await prepareFirst()
      try await probe()
      while let entry = outbox.next {
        try await replay(entry, conflicts ?? self.conflicts)
        become(.catchingUp)
      }
      // Nobody writes between the last look into the outbox and the word that the first serves.
      await writers.lockIgnoringCancellation()
      defer { writers.unlock() }
      while let entry = outbox.next { try await replay(entry, conflicts ?? self.conflicts) }
      become(.reachable)
    } catch {
      become(error.isPassing ? .unreachable : .stopped(error))
    }
    return reachability.current
  }

  private func prepareFirst() async throws(StoreError) {
    while let tables = state.withLock({ $0.unprepared.first }) {
      try await first.prepare(first is any IdempotentBackend ? tables : tables + [OutboxReceipt.table])
      state.withLock { _ = $0.unprepared.removeFirst() }
    }
  }

  /// Throws where the first does not answer.
  private func probe() async throws(StoreError) {
    guard outbox.count == 0, let table = state.withLock({ $0.tables.values.min { $0.name < $1.name } }) else { return }
    let session = try await first.begin(.singleRead)
    do throws(StoreError) {
      try await session.read(RowQuery(table, limit: 1)) { _ in }
    } catch {
      await session.rollback()
      throw error
    }
    await session.rollback()
  }

  func table(_ name: String) throws(StoreError) -> TableDescription {
    if let table = state.withLock({ $0.tables[name] }) { return table }
    throw .schemaMismatch(
      table: name, column: nil, problem: "is not known, and a write in the outbox is to it",
      help: "prepare its schema, or empty the outbox before the schema changes")
  }
}

// MARK: Replaying

extension FallbackBackend {
  /// Writes a transaction to the first, or does with it what the policy says, and forgets it.
  private func replay(_ entry: OutboxEntry, _ conflicts: ConflictPolicy) async throws(StoreError) {
    do throws(StoreError) {
      try await write(entry, overwrites: false)
    } catch {
      guard error.isRefusal else { throw error }
      switch await conflicts.resolve(
        WriteConflict(error: error, number: entry.sequence, operations: entry.operations))
      {
      case .stop: throw error
      case .keepTheirs: break
      case .keepOurs: try await write(entry, overwrites: true)
      }
    }
    try outbox.removeFirst()
  }

  private func write(_ entry: OutboxEntry, overwrites: Bool) async throws(StoreError) {
    let session = try await beginFirst(entry.sequence)
    do throws(StoreError) {
      if try await isWritten(entry.sequence, session) { return await session.rollback() }
      for operation in entry.operations {
        let table = try table(operation.table)
        if overwrites {
          try await session.overwrite(operation, table)
        } else {
          try await session.apply(operation, table)
        }
      }
      try await note(entry.sequence, session)
    } catch {
      await session.rollback()
      throw error
    }
    try await session.commit()
    relay.tell(first, nil)
  }

  /// Begins to write a transaction of a number to the first.
  func beginFirst(_ number: UInt64) async throws(StoreError) -> any BackendSession {
    guard let first = first as? any IdempotentBackend else { return try await first.begin(.write) }
    return try await first.begin(writing: WriteID(outbox: outbox.id, number: number))
  }

  /// Lets the transaction bring its number along.
  func note(_ number: UInt64, _ session: any BackendSession) async throws(StoreError) {
    if first is any IdempotentBackend { return }
    try await session.apply(.save, OutboxReceipt.table, [OutboxReceipt.row(outbox.id, number)])
  }

  private func isWritten(_ number: UInt64, _ session: any BackendSession) async throws(StoreError) -> Bool {
    if first is any IdempotentBackend { return false }
    var last: Int64 = 0
    try await session.read(OutboxReceipt.query(outbox.id)) { row in
      while row.next() { last = row.int64(1) }
    }
    return UInt64(bitPattern: last) >= number
  }
}

extension BackendSession {
  /// Does what an operation says, whatever is there.
  fileprivate func overwrite(_ operation: OutboxOperation, _ table: TableDescription) async throws(StoreError) {
    guard operation.kind != .delete else { return try await apply(operation, table) }
    var rows = try operation.rows(in: table)
    if let version = table.versionColumn {
      for index in rows.indices {
        let key = table.primaryKey.map { rows[index][$0] }
        let known = try await values(of: [version], RowQuery(table, where: .keyIsIn(columns: table.primaryKey, [key])))
        guard case .integer(let number) = known.first?.first else { continue }
        rows[index][version] = .integer(number == .max ? number : number + 1)
      }
    }
    try await apply(.save, table, rows)
  }
}

extension StoreError {
  /// Whether the same may go well later.
  var isPassing: Bool {
    switch self {
    case .unreachable, .locked, .cancelled, .conflict: true
    default: false
    }
  }

  /// Whether a backend looked at a write and refused it. What else goes wrong says nothing about the write, so no
  /// policy may throw it away for that.
  fileprivate var isRefusal: Bool {
    switch self {
    case .duplicateKey, .foreignKey, .inUse, .checkFailed, .notFound, .staleVersion, .conversion, .unsupportedQuery,
      .invalidCursor, .unstorable, .overflow, .schemaMismatch, .backend:
      true
    case .unreachable, .locked, .conflict, .accessDenied, .full, .readOnly, .corrupted, .misuse, .cancelled: false
    }
  }
}
