internal import Synchronization

/// Stores rows in memory: for tests and previews, and as the reference that other backends are compared with.
///
/// It guarantees everything that ``Backend`` requires, except for what a schema expresses in SQL: a partial `unique(…,
/// where: sql("…"))` has no effect here. Sessions that write wait for each other in turn; those that read never wait.
public final class MemoryBackend: Backend {
  /// Identifies this backend.
  @_spi(Backend) public let identity: StoreIdentity
  private let database = Mutex(MemoryDatabase())
  private let writers: AsyncMutex
  private let fill: Filling?

  /// A closure that fills the new tables of a backend.
  package typealias Filling =
    @Sendable (_ backend: MemoryBackend, _ tables: [TableDescription]) async throws(StoreError) -> Void

  /// An empty backend.
  ///
  /// - Parameter busyTimeout: How long to wait for a transaction that writes and makes no call, before
  ///   ``StoreError/locked(reason:)`` is thrown. While it works, it is waited for however long it takes.
  public convenience init(busyTimeout: Duration = .seconds(4)) { self.init(busyTimeout: busyTimeout, filling: nil) }

  /// A backend that calls `fill` with the new tables of each ``prepare(_:)``.
  package convenience init(fill: @escaping Filling) { self.init(busyTimeout: .seconds(4), filling: fill) }

  private init(busyTimeout: Duration, filling: Filling?) {
    identity = StoreIdentity(patience: busyTimeout)
    writers = AsyncMutex(watch: identity.stallWatch(reading: false))
    fill = filling
  }

  @_spi(Backend)
  @discardableResult
  public func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    let new = try await make(tables)
    try await fill?(self, new)
    return PrepareReport(createdTables: new.map(\.name))
  }

  /// Creates the missing tables, and returns them.
  private func make(_ tables: [TableDescription]) async throws(StoreError) -> [TableDescription] {
    try await writers.lock()
    defer { writers.unlock() }
    var database = snapshot
    let new = tables.filter { database.numbers[$0.name] == nil }
    try database.prepare(tables)
    replace(with: database)
    return new
  }

  @_spi(Backend) public func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    switch access {
    case .singleRead, .read, .alone: return MemorySession(snapshot, writesTo: nil)
    case .write:
      try await writers.lock()
      return MemorySession(snapshot, writesTo: self)
    }
  }

  private var snapshot: MemoryDatabase { database.withLock { $0 } }

  fileprivate func replace(with database: MemoryDatabase) { self.database.withLock { $0 = database } }

  fileprivate func endWriting() { writers.unlock() }
}

@_spi(Backend) extension MemoryBackend: MigratingBackend {}

/// A session of a ``MemoryBackend``: a snapshot, which a writing session changes and stores in the backend.
final class MemorySession: BackendSession {
  private struct State: Sendable {
    var database: MemoryDatabase
    var savepoints: [MemoryDatabase] = []
    /// The backend to write to; `nil` for a reading session, and after the end.
    var backend: MemoryBackend?
    var isEnded = false
  }

  private let state: Mutex<State>

  init(_ database: MemoryDatabase, writesTo backend: MemoryBackend?) {
    state = Mutex(State(database: database, backend: backend))
  }

  deinit { state.withLock { $0.backend?.endWriting() } }

  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    try Self.checkCancellation()
    let rows = try database().read(query)
    let table = try query.resultTable()
    let fault = try ValueRowCursor(rows).read { (reader) throws(StoreError) in
      try consume(&reader)
      return reader.fault?.readingError(table, row: reader.keyText(table))
    }
    if let fault { throw fault }
  }

  func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)? {
    try Self.checkCancellation()
    return MemoryCursor(try database().read(query), try query.resultTable())
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    try Self.checkCancellation()
    return try database().aggregate(query, by: groups, aggregates)
  }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    try Self.checkCancellation()
    let work = MemoryWork(try takeDatabase(), write)
    defer { putBack(work.database) }
    let table = try work.database.number(of: write.table)
    let sink = ValueRowSink(columnCount: write.table.columns.count) { work.take($0, table) }
    let writer = try sink.write { (writer) throws(StoreError) in
      try produce(&writer)
      return writer
    }
    if let failure = work.failure ?? writer.fault?.writingError(write.table) { throw failure }
    return writer.rowCount - writer.presentCount
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    try Self.checkCancellation()
    var database = try takeDatabase()
    defer { putBack(database) }
    let number = try database.number(of: query.table)
    let keys = try database.select(query).map { database.tables[number].key(of: $0) }
    try database.delete(keys, from: number)
    return keys.count
  }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    try Self.checkCancellation()
    var database = try takeDatabase()
    defer { putBack(database) }
    return try database.update(query, assignments)
  }

  func savepoint() async throws(StoreError) -> Savepoint {
    let database = try database()
    return state.withLock { state in
      state.savepoints.append(database)
      return Savepoint(number: state.savepoints.count)
    }
  }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      guard state.savepoints.indices.contains(savepoint.number - 1) else { throw Self.noSavepoint }
      state.database = state.savepoints[savepoint.number - 1]
      state.savepoints.removeSubrange((savepoint.number - 1)...)
    }
  }

  func release(_ savepoint: Savepoint) async throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      guard state.savepoints.indices.contains(savepoint.number - 1) else { throw Self.noSavepoint }
      state.savepoints.removeSubrange((savepoint.number - 1)...)
    }
  }

  func commit() async throws(StoreError) {
    var (database, backend) = try end()
    defer { backend?.endWriting() }
    try database.checkBeforeCommit()
    backend?.replace(with: database)
  }

  func rollback() async { try? end().backend?.endWriting() }

  private func end() throws(StoreError) -> (database: MemoryDatabase, backend: MemoryBackend?) {
    try state.withLock { state throws(StoreError) in
      if state.isEnded { throw Self.hasEnded }
      defer { state = State(database: MemoryDatabase(), isEnded: true) }
      return (state.database, state.backend)
    }
  }

  private func database() throws(StoreError) -> MemoryDatabase {
    try state.withLock { state throws(StoreError) in
      if state.isEnded { throw Self.hasEnded }
      return state.database
    }
  }

  /// Takes the database out of the session instead of copying it, so that it is changed in place. It must be put back.
  private func takeDatabase() throws(StoreError) -> MemoryDatabase {
    try state.withLock { state throws(StoreError) in
      if state.isEnded { throw Self.hasEnded }
      if state.backend == nil { throw .misuse(reason: "a session that only reads was asked to write") }
      defer { state.database = MemoryDatabase() }
      return state.database
    }
  }

  private func putBack(_ database: MemoryDatabase) {
    state.withLock { if !$0.isEnded { $0.database = database } }
  }

  private static func checkCancellation() throws(StoreError) {
    if Task.isCancelled { throw .cancelled }
  }

  private static let hasEnded = StoreError.misuse(reason: "the session has ended")
  private static let noSavepoint = StoreError.misuse(reason: "the savepoint is not open")
}

/// The database while rows are being written to it.
private final class MemoryWork {
  var database: MemoryDatabase
  var failure: StoreError?
  private let write: RowWrite

  init(_ database: MemoryDatabase, _ write: RowWrite) {
    self.database = database
    self.write = write
  }

  func take(_ row: consuming [StoredValue], _ table: Int) -> WrittenRow {
    do throws(StoreError) {
      return try database.write(&row, write, into: table)
    } catch {
      failure = error
      return .failed
    }
  }
}
