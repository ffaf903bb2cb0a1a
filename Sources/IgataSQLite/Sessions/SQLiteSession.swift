#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// A transaction on one connection.
///
/// `@unchecked Sendable`: mutable state is used only between `enter` and `leave`, where the gate lets one call at a
/// time.
final class SQLiteSession: DirectSession, @unchecked Sendable {
  let connection: Connection
  let tables: PreparedTables
  private let access: SessionAccess
  private let pool: ConnectionPool<Connection>
  let gate: SessionGate
  private var savepointCount = 0
  /// The statements of open cursors.
  private var openStatements: [OpenStatement] = []
  /// The error with which SQLite ended the transaction by itself; `nil` if it did not.
  private var loss: StoreError?

  /// A session that returns the connection to the pool when it ends.
  init(
    _ connection: Connection, _ access: SessionAccess, _ pool: ConnectionPool<Connection>, _ tables: PreparedTables
  ) {
    self.connection = connection
    self.access = access
    gate = SessionGate(access)
    self.pool = pool
    self.tables = tables
  }

  deinit {
    if !gate.isEnded { end() }
  }

  func readSynchronously(
    _ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try enter(unlessCancelled: true)
    defer { gate.leave() }
    do {
      try connection.read(query, consume)
    } catch {
      noteLoss(error)
      throw error
    }
  }

  func readSynchronously(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try enter(unlessCancelled: true)
    defer { gate.leave() }
    do {
      try connection.read(table, key: key, consume)
    } catch {
      noteLoss(error)
      throw error
    }
  }

  /// Opens a cursor, whose statement stays open between calls.
  func open(_ query: RowQuery) throws(StoreError) -> SQLiteCursor {
    try enter(unlessCancelled: true)
    defer { gate.leave() }
    let translated = try QueryTranslator.rows(query, connection.statements(of: query.table).text)
    let result = try query.resultTable()
    let statement = try mapped(query.table) { () throws(EngineFailure) in
      try OpenStatement(translated, result, connection)
    }
    openStatements.append(statement)
    return SQLiteCursor(self, statement, result)
  }

  func read(
    _ statement: OpenStatement, _ table: TableDescription, _ count: Int,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try enter(unlessCancelled: true)
    defer { gate.leave() }
    let failure = try connection.interruptibly { () throws(StoreError) in try statement.read(count, consume) }
    if let failure { throw error(failure, table) }
  }

  func writeSynchronously(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    try enter(toWrite: true, unlessCancelled: true)
    defer { gate.leave() }
    return try connection.write(write, produce) { failure, statement in
      writeError(failure, statement, write)
    }
  }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    try enter(toWrite: true, unlessCancelled: true)
    defer { gate.leave() }
    return try updateRows(query, assignments)
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    try enter(toWrite: true, unlessCancelled: true)
    defer { gate.leave() }
    return try deleteRows(query)
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    guard !aggregates.isEmpty || !groups.isEmpty else { return [[]] }
    try enter(unlessCancelled: true)
    defer { gate.leave() }
    do {
      return try connection.aggregate(query, by: groups, aggregates)
    } catch {
      noteLoss(error)
      throw error
    }
  }

  func savepoint() async throws(StoreError) -> Savepoint {
    try enter(toWrite: true)
    defer { gate.leave() }
    try run("SAVEPOINT s\(savepointCount + 1)")
    savepointCount += 1
    return Savepoint(number: savepointCount)
  }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    try enter(toWrite: true)
    defer { gate.leave() }
    try savepoint.check(openCount: savepointCount)
    try run("ROLLBACK TO s\(savepoint.number)")
    try run("RELEASE s\(savepoint.number)")
    savepointCount = savepoint.number - 1
  }

  func release(_ savepoint: Savepoint) async throws(StoreError) {
    try enter(toWrite: true)
    defer { gate.leave() }
    try savepoint.check(openCount: savepointCount)
    try run("RELEASE s\(savepoint.number)")
    savepointCount = savepoint.number - 1
  }

  func commit() async throws(StoreError) {
    do {
      try enter()
    } catch {
      if loss != nil, !gate.isEnded { end() }
      throw error
    }
    defer { gate.leave() }
    defer { end() }
    guard connection.isInTransaction else {
      if access == .write { throw .backend(code: 0, message: "SQLite has ended the transaction by itself") }
      return
    }
    closeStatements()
    if access == .write { try connection.file?.check() }
    do {
      try connection.run(.commit)
    } catch {
      throw (error.isForeignKey ? brokenRelation() : nil) ?? error.storeError(nil)
    }
  }

  func rollback() async {
    do {
      try enter()
    } catch {
      // A transaction that SQLite has ended is released; a session that has ended already is not ended again.
      guard case .misuse = error else { return end() }
      return
    }
    end()
    gate.leave()
  }

  /// Rolls back what was not committed, and returns the connection to the pool.
  private func end() {
    gate.end()
    closeStatements()
    connection.endTransaction()
    pool.release(connection)
  }

  private func closeStatements() {
    for statement in openStatements { statement.close() }
    openStatements = []
  }

  func enter(toWrite: Bool = false, unlessCancelled: Bool = false) throws(StoreError) {
    try gate.enter(toWrite: toWrite, unlessCancelled: unlessCancelled)
    if let loss {
      gate.leave()
      throw loss
    }
  }

  private func run(_ command: String) throws(StoreError) {
    try mapped(nil) { () throws(EngineFailure) in try connection.run(command) }
  }

  func statement(_ query: TranslatedQuery, _ table: TableDescription) throws(StoreError) -> Statement {
    try mapped(table) { () throws(EngineFailure) in try connection.statement(for: query.sql) }
  }

  func mapped<Result>(
    _ table: TableDescription?, _ body: () throws(EngineFailure) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw self.error(error, table)
    }
  }

  private func writeError(_ failure: EngineFailure, _ handle: OpaquePointer, _ write: RowWrite) -> StoreError {
    let table = write.table
    if failure.message == SQLFunction.staleMessage {
      return .staleVersion(model: table.model, key: connection.staleKey.text(table))
    }
    if failure.isForeignKey, let error = brokenRelation(of: handle, table) { return error }
    if failure.primaryCode == SQLITE_FULL, hasUsedLastKey(table) { return .withoutKeys(table) }
    if write.kind == .insert, failure.code == ConstraintCode.unique, isKeyTaken(by: handle, table) {
      return .duplicateKey(model: table.model, constraint: "primaryKey", fields: table.fields(table.primaryKey))
    }
    return error(failure, table)
  }

  /// SQLite reports the same error as for a full disk.
  private func hasUsedLastKey(_ table: TableDescription) -> Bool {
    guard table.generatedKeyColumn != nil else { return false }
    let name = connection.dialect.literal(table.name)
    let query = "SELECT 1 FROM sqlite_sequence WHERE name = \(name) COLLATE NOCASE AND seq = \(Int64.max)"
    return (try? connection.texts(query))?.isEmpty == false
  }

  func error(_ failure: EngineFailure, _ table: TableDescription?) -> StoreError {
    let error = failure.storeError(table)
    noteLoss(error)
    return error
  }

  func noteLoss(_ error: StoreError) {
    if access == .write, !connection.isInTransaction { loss = error }
  }
}

#endif
