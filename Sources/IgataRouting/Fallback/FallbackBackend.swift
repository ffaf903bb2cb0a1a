@_spi(Backend) public import IgataRuntime
internal import Synchronization

/// Uses a second backend while the first one can't be reached, and sends the writes of that time to the first one when
/// it is available again.
///
/// ```swift
/// let backend = FallbackBackend(
///   remote, else: try SQLiteBackend(path: "cache.sqlite"), outbox: try Outbox(path: "outbox"), conflicts: .keepTheirs)
/// let token = backend.reachability.observe(on: .main) { show($0) }
/// ```
///
/// **Reading.** The first backend is used while it can be reached, otherwise the second. A session that has read
/// nothing yet switches on its own. One that has throws ``/IgataRuntime/StoreError/unreachable(reason:)``, as its rows
/// would be of two different states; the next session succeeds. Observers read again whenever the backend in use
/// changes.
///
/// **Keeping.** Models that `fetch`, `find`, `first` and `page` read from the first backend are kept in the second,
/// with the rows that they refer to, so that what was seen online is there offline. Rows that the first doesn't have
/// any more are deleted there. ``lastRead(of:)`` says how old they are, and ``KeptReads`` which are kept. Streams,
/// reads of a transaction and values that are selected or aggregated are not kept; offline, they are computed from what
/// is.
///
/// **Queries.** What the first backend can't be asked, such as a search of a JSON API, is refused offline as well.
///
/// **Writing.** What is written to the first backend is also written to the second, if the second accepts it, so that
/// it has rows to read. While the first can't be reached, a transaction is appended to the outbox and written to the
/// second backend, whose result is returned. A deletion by a query deletes the rows that the query selects in the
/// second backend. When the first is available again, the transactions are written to it in order, and only then is it
/// used again. Sessions that write wait for each other.
///
/// **Exactly once.** Every transaction has a number, which is written to a row of the table `igata_outbox_receipt` in
/// the same transaction. An `IdempotentBackend` receives the number in its own way. So a transaction
/// whose response was lost, or that was being written when the process ended, is not written twice.
///
/// **Generated keys.** A row whose key is generated while the first backend can't be reached keeps that key. If another
/// row has got the same key in the meantime, that is a conflict. For rows that may be created offline, use keys that
/// are generated with the model (`uuid()`).
public final class FallbackBackend: Backend {
  /// Identifies this backend.
  @_spi(Backend) public let identity = StoreIdentity()
  /// Whether both of its backends do.
  @_spi(Backend) public var reportsStatements: Bool { first.reportsStatements && second.reportsStatements }
  /// Whether the first backend is in use.
  public let reachability: ReachabilityStatus
  /// The writes that are queued for the first backend.
  public let outbox: Outbox
  let first: any Backend
  let second: any Backend
  /// One writing session at a time.
  let writers: AsyncMutex
  let keptReads: KeptReads
  /// One after the other, as each holds ``writers``.
  let keeping = AsyncMutex()
  private let conflicts: ConflictPolicy
  private let retries: ClosedRange<Duration>
  private let replaying = AsyncMutex()
  private let state = Mutex(State())

  private struct State {
    /// The tables by their names.
    var tables: [String: TableDescription] = [:]
    /// The tables for which the first backend has not been prepared yet, with the versions of their schema.
    var unprepared: [(tables: [TableDescription], migrations: SchemaMigrations?)] = []
    var versions = OutboxVersions()
    /// How many transactions have written to the first backend.
    var writeCount = 0
    /// When rows of each table were last read from the first backend, in microseconds since 1970, by its name.
    var readTimes: [String: Int64] = [:]
    var watching: Task<Void, Never>?
  }

  /// A backend that prefers `first`.
  ///
  /// While `first` can't be reached, it is tried again after the lower bound of `retries`, then after twice that time,
  /// and so on, up to the upper bound. `keepsReads` says of which models rows that are read from `first` are kept in
  /// `second`.
  public init(
    _ first: any Backend, else second: any Backend, outbox: Outbox, conflicts: ConflictPolicy,
    keepsReads: KeptReads = .all, retries: ClosedRange<Duration> = .seconds(1) ... .seconds(60)
  ) {
    keptReads = keepsReads
    writers = AsyncMutex(watch: identity.stallWatch(reading: false))
    for backend in [first, second] { identity.forwards(to: backend.identity) }
    self.first = first
    self.second = second
    self.outbox = outbox
    self.conflicts = conflicts
    self.retries = retries
    // The queued writes of an earlier process come first.
    reachability = ReachabilityStatus(outbox.count == 0 ? .reachable : .unreachable)
  }

  deinit { state.withLock { $0.watching?.cancel() } }

  /// Prepares the second backend, and the first as soon as it can be reached.
  @_spi(Backend)
  @discardableResult
  public func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    var report = try await second.prepare(tables)
    try await prepareReadTimes()
    report.append(try await prepareFirst(for: tables, nil))
    return report
  }

  /// The table for the times of reads. It is no table of the schema, and so not reported.
  func prepareReadTimes() async throws(StoreError) {
    if case .none = keptReads { return }
    try await second.prepare([ReadTimes.table])
  }

  var writeCount: Int { state.withLock { $0.writeCount } }

  func countWrite() { state.withLock { $0.writeCount += 1 } }

  func readTime(of table: String) -> Int64? { state.withLock { $0.readTimes[table] } }

  func setReadTimes(_ times: [String: Int64]) {
    state.withLock { $0.readTimes.merge(times) { _, new in new } }
  }

  /// Prepares the first backend, now or as soon as it can be reached.
  func prepareFirst(
    for tables: [TableDescription], _ migrations: SchemaMigrations?
  ) async throws(StoreError) -> PrepareReport {
    var report = PrepareReport()
    state.withLock { state in for table in tables { state.tables[table.name] = table } }
    do throws(StoreError) {
      report = try await prepareFirstNow(tables, migrations)
    } catch {
      guard case .unreachable = error else { throw error }
      state.withLock { $0.unprepared.append((tables, migrations)) }
      lose()
    }
    if reachability.current == .unreachable { watch() }
    return report
  }

  private func prepareFirstNow(
    _ tables: [TableDescription], _ migrations: SchemaMigrations?
  ) async throws(StoreError) -> PrepareReport {
    var report = PrepareReport()
    let receipts = first is any IdempotentBackend ? [] : [OutboxReceipt.table]
    guard let migrations, let first = first as? any MigratingBackend else {
      return try await first.prepare(tables + receipts)
    }
    let request = MigrationRequest(tables: tables, migrations, options: MigrationOptions(), goesForward: false)
    report = try await first.migrate(request) { _ in }.report
    if !receipts.isEmpty { report.append(try await first.prepare(receipts)) }
    return report
  }

  /// Queued transactions get the number of the last of these versions.
  func know(_ migrations: SchemaMigrations) { state.withLock { $0.versions = OutboxVersions(migrations) } }

  /// The version of the schema that a transaction has, 0 if it isn't known.
  var schemaVersion: UInt32 { state.withLock { $0.versions.number } }

  @_spi(Backend) public func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    // A statement alone is refused, as by a session that writes.
    guard access.writes else { return FallbackReadingSession(self, access, isStreaming: false) }
    try await writers.lock()
    return FallbackWritingSession(self)
  }

  @_spi(Backend) public func beginStreaming() async throws(StoreError) -> any BackendSession {
    FallbackReadingSession(self, .read, isStreaming: true)
  }

  @_spi(Backend) public func check(_ request: CheckedRequest) throws(StoreError) { try first.check(request) }

  @_spi(Backend) public func changesFromOutside() async -> AsyncStream<OutsideChange>? {
    await relay.changes(of: [first, second])
  }

  @_spi(Backend) public func checkTables() async throws(StoreError) {
    try await (reachability.current.isReachable ? first : second).checkTables()
  }

  /// Queued writes stay in the outbox, whose file is closed.
  @_spi(Backend) public func closeConnections(until deadline: ContinuousClock.Instant) async throws(StoreError) {
    defer { outbox.close() }
    let watching = state.withLock { $0.watching }
    watching?.cancel()
    await waitForTransactions(until: deadline)
    try await close([first, second], until: deadline)
    await watching?.value
  }

  var relay: ChangeRelay { ChangeRelay(identity) }

  // MARK: Reachability

  /// Records that the first backend can't be reached.
  func lose() {
    become(.unreachable)
    watch()
  }

  private func become(_ new: Reachability) {
    let before = reachability.current
    // When the other backend is used, other rows become visible.
    if reachability.become(new), before.isReachable != new.isReachable { relay.notifyOfOtherRows() }
  }

  /// Tries to reach the first backend until it is available again.
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

  /// Returns whether to try again later.
  private func tryAgain() async -> Bool {
    if await reach() == .unreachable { return true }
    return state.withLock { state in
      // Lost again in the meantime, while this task was still responsible for it.
      if reachability.current == .unreachable { return true }
      state.watching = nil
      return false
    }
  }

  /// Tries immediately to reach the first backend, and if that succeeds, replays the queued writes. Returns the result.
  /// Call this when the system reports that the network is available, or to continue after ``Reachability/stopped(_:)``
  /// with another policy.
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
      // Nothing may be written between the last check of the outbox and the switch to the first backend.
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
    while let next = state.withLock({ $0.unprepared.first }) {
      _ = try await prepareFirstNow(next.tables, next.migrations)
      state.withLock { _ = $0.unprepared.removeFirst() }
    }
  }

  /// Throws if the first backend doesn't respond.
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
      table: name, column: nil, problem: "is unknown, but a write in the outbox needs it",
      help: "prepare its schema, or empty the outbox before the schema changes")
  }
}

// MARK: Replaying

extension FallbackBackend {
  /// Writes a transaction to the first backend, or resolves the conflict with the policy, and removes it from the
  /// outbox.
  private func replay(_ entry: OutboxEntry, _ conflicts: ConflictPolicy) async throws(StoreError) {
    try state.withLock { $0.versions }.check(entry)
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
    relay.notify(first, nil)
  }

  /// Begins to write the transaction with a number to the first backend.
  func beginFirst(_ number: UInt64) async throws(StoreError) -> any BackendSession {
    guard let first = first as? any IdempotentBackend else { return try await first.begin(.write) }
    return try await first.begin(writing: WriteID(outbox: outbox.id, number: number))
  }

  /// Records the number in the transaction.
  func note(_ number: UInt64, _ session: any BackendSession) async throws(StoreError) {
    if first is any IdempotentBackend { return }
    try await session.apply(RowWrite(.save, OutboxReceipt.table, count: 1), [OutboxReceipt.row(outbox.id, number)])
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
  /// Performs an operation regardless of existing rows.
  fileprivate func overwrite(_ operation: OutboxOperation, _ table: TableDescription) async throws(StoreError) {
    guard operation.kind.isOverwriting, let write = try operation.write(.save, in: table) else {
      return try await apply(operation, table)
    }
    var rows = try operation.rows(in: table)
    if let version = table.versionColumn {
      for index in rows.indices {
        let key = table.primaryKey.map { rows[index][$0] }
        let known = try await values(of: [version], RowQuery(table, keys: [key]))
        guard case .integer(let number) = known.first?.first else { continue }
        rows[index][version] = .integer(number == .max ? number : number + 1)
      }
    }
    try await apply(write, rows)
  }
}

extension StoreError {
  /// Whether trying again later may succeed.
  var isPassing: Bool {
    switch self {
    case .unreachable, .locked, .cancelled, .conflict, .closed, .suspended: true
    default: false
    }
  }

  /// Whether the backend processed the write and rejected it. Other errors are not about the write, so that no policy
  /// may discard it because of them.
  fileprivate var isRefusal: Bool {
    switch self {
    case .duplicateKey, .foreignKey, .inUse, .checkFailed, .notFound, .staleVersion, .notLoaded, .relationMismatch,
      .conflictingChanges, .conversion, .unsupportedQuery,
      .invalidCursor, .unstorable, .overflow, .schemaMismatch, .backend:
      true
    case .unreachable, .locked, .conflict, .accessDenied, .full, .readOnly, .corrupted, .misuse, .cancelled,
      .closed, .suspended, .migrationNeeded, .migrationFailed, .newerDatabase, .unknownDatabase, .changedVersion,
      ._otherCasesMayBeAdded:
      false
    }
  }
}
