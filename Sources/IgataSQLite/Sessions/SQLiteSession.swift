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
/// `@unchecked Sendable`: mutable state is used only in calls, of which the gate lets in one at a time.
final class SQLiteSession: SQLSession, DirectSession, @unchecked Sendable {
  let connection: Connection
  let tables: PreparedTables
  let access: SessionAccess
  let pool: ConnectionPool<Connection>
  let gate: SessionGate
  /// How long a statement outside of a transaction, and a commit, wait for other processes that lock the database. Only
  /// a database without a log can be locked for a commit: by those who read.
  let patience: Duration
  var savepointCount = 0
  /// The statements of open cursors.
  private var openStatements: [OpenStatement] = []
  /// The error with which SQLite ended the transaction by itself; `nil` if it did not.
  private var loss: StoreError?

  /// A session that returns the connection to the pool when it ends.
  init(
    _ connection: Connection, _ access: SessionAccess, _ pool: ConnectionPool<Connection>, _ tables: PreparedTables,
    patience: Duration = .zero
  ) {
    self.connection = connection
    self.access = access
    self.patience = patience
    gate = SessionGate(access)
    self.pool = pool
    self.tables = tables
    connection.use.begin(self)
  }

  deinit {
    if !gate.isEnded { end() }
  }

  func checkUse() throws(StoreError) {
    if let loss { throw loss }
  }

  func note(_ error: StoreError) {
    if access == .write, !connection.isInTransaction { loss = error }
  }

  func text(of table: TableDescription) -> TableText { connection.statements[table].text }

  // MARK: Reading

  func readSynchronously(
    _ query: RowQuery, for call: ObservedCall?, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try callSynchronously { () throws(StoreError) in try connection.read(query, for: call, consume) }
  }

  func readSynchronously(
    _ table: TableDescription, key: (inout RowWriter) -> Void, for call: ObservedCall?,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try callSynchronously { () throws(StoreError) in try connection.read(table, key: key, for: call, consume) }
  }

  func read(
    _ query: RowQuery, by statement: TranslatedQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try connection.read(query, by: statement, consume)
  }

  func rows(
    of query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) throws(StoreError) -> [[StoredValue]] {
    try connection.aggregate(query, by: groups, aggregates)
  }

  /// Opens a cursor, whose statement stays open between calls.
  func open(_ statement: TranslatedQuery, of table: TableDescription) throws(StoreError) -> OpenStatement? {
    let cursor = try connection.mapped(table) { () throws(EngineFailure) in try OpenStatement(statement, connection) }
    openStatements.append(cursor)
    return cursor
  }

  func read(
    _ count: Int, from cursor: OpenStatement, _ table: TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try cursor.read(count, table, connection, consume)
  }

  // MARK: Writing

  func writeSynchronously(
    _ write: RowWrite, for call: ObservedCall?, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    try callSynchronously(toWrite: true) { () throws(StoreError) in
      try connection.write(write, for: call, produce) { failure, statement in
        let error = { self.writeError(failure, statement, write) }
        return call.map { $0.reporting(error) } ?? error()
      }
    }
  }

  private func writeError(_ failure: EngineFailure, _ statement: Statement, _ write: RowWrite) -> StoreError {
    let table = write.table
    if failure.message == SQLFunction.staleMessage {
      return .staleVersion(model: table.model, key: connection.staleKey.text(table))
    }
    if failure.isForeignKey, let error = brokenRelation(of: statement, table) { return error }
    if failure.primaryCode == SQLITE_FULL, hasUsedLastKey(table) { return .withoutKeys(table) }
    if write.kind == .insert, failure.code == ConstraintCode.unique, isKeyTaken(by: statement, table) {
      return .duplicateKey(model: table.model, constraint: "primaryKey", fields: table.fields(table.primaryKey))
    }
    return failure.storeError(table)
  }

  /// SQLite reports the same error as for a full disk.
  private func hasUsedLastKey(_ table: TableDescription) -> Bool {
    guard table.generatedKeyColumn != nil else { return false }
    let name = connection.dialect.literal(table.name)
    let query = "SELECT 1 FROM sqlite_sequence WHERE name = \(name) COLLATE NOCASE AND seq = \(Int64.max)"
    return (try? connection.texts(query))?.isEmpty == false
  }

  func update(_ query: RowQuery, by update: TranslatedQuery) throws(StoreError) -> Int {
    let table = query.table
    let statement = try connection.mapped(table) { () throws(EngineFailure) in try connection.statements[update.sql] }
    connection.assignedColumns.begin(table)
    return try connection.use(statement, update.parameters) { (statement) throws(StoreError) in
      do throws(EngineFailure) {
        try statement.stepToEnd()
      } catch {
        if error.message == SQLFunction.overflowMessage, let broken = connection.assignedColumns.broken { throw broken }
        throw (error.isForeignKey ? brokenRelation(of: statement, table) : nil) ?? error.storeError(table)
      }
      connection.usedRowCount = connection.changedRowCount
      return connection.usedRowCount
    }
  }

  // MARK: Running

  /// Begins a call, runs `body` and ends the call.
  @inline(__always)
  private func callSynchronously<Result>(
    toWrite: Bool = false, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try gate.enter(toWrite: toWrite, unlessCancelled: true)
    defer { gate.leave() }
    try checkUse()
    do {
      return try body()
    } catch {
      let error = connection.use.explained(error)
      note(error)
      throw error
    }
  }

  func rows(_ sql: String) throws(StoreError) -> [[String?]] { try connection.rows(sql) }

  func run(_ commands: [String]) throws(StoreError) {
    try connection.mapped { () throws(EngineFailure) in
      for command in commands { try connection.run(command) }
    }
  }

  func commitTransaction() async throws(StoreError) {
    guard connection.isInTransaction else {
      if access == .write { throw .backend(code: 0, message: "SQLite has ended the transaction by itself") }
      return
    }
    closeStatements()
    if access == .write { try connection.file?.check() }
    try await connection.retrying(patience) { () throws(StoreError) in
      do throws(EngineFailure) {
        try connection.run("COMMIT")
      } catch {
        throw (error.isForeignKey ? brokenRelation() : nil) ?? error.storeError(nil)
      }
    }
  }

  func endTransaction() {
    closeStatements()
    connection.endTransaction()
  }

  private func closeStatements() {
    for statement in openStatements { statement.close() }
    openStatements = []
  }
}

#endif
