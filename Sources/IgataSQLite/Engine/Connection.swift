#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

internal import IgataTables
#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// A connection to a database, and the statements that were prepared on it.
///
/// `@unchecked Sendable`: a ``ConnectionPool`` lends it to one session at a time, which runs one call at a time.
final class Connection: PooledConnection, @unchecked Sendable {
  /// How many instructions of SQLite's virtual machine run between checks for cancellation.
  private static let stepsBetweenChecks: Int32 = 4000

  private let handle: DatabaseHandle
  private var statements: [String: Statement] = [:]
  private var commands = [Statement?](repeating: nil, count: TransactionCommand.allCases.count)
  private var tables: [ObjectIdentifier: TableStatements] = [:]
  private var lastTable: TableStatements?
  /// The statement that finds a row by its key, of the table that was used last.
  private var lastFinding: (table: ObjectIdentifier, statement: OpaquePointer)?
  let staleKey = StaleKey()
  let assignedColumns = AssignedColumns()
  let audit = StatementAudit()
  /// The file; `nil` if the database is in memory.
  var file: OpenedFile?
  /// The sink of all writes, which is reused for its memory.
  let sink: WriteSink
  /// The shape of the current query, which is reused for its memory.
  let shape: UnsafeMutablePointer<QueryShape>
  /// Whether cancelling the task interrupts the statement that runs: a query, but never a commit.
  private let isInterruptible = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

  /// - Parameter isImmutable: Whether the file is known not to change while it is open.
  init(path: String, flags: Int32, isImmutable: Bool = false) throws(EngineFailure) {
    handle = try DatabaseHandle(DatabaseFile(path: path), flags: flags, isImmutable: isImmutable)
    sink = WriteSink(database: handle.pointer)
    shape = .allocate(capacity: 1)
    shape.initialize(to: QueryShape())
    isInterruptible.initialize(to: false)
    SQLFunction.register(on: handle.pointer, staleKey, assignedColumns)
    ValueList.register(on: handle.pointer)
    audit.register(on: handle.pointer)
    // A cancelled task interrupts its query on its own thread, so that the next session is never interrupted.
    sqlite3_progress_handler(
      handle.pointer, Self.stepsBetweenChecks,
      { isInterruptible in
        guard isInterruptible?.load(as: Bool.self) == true else { return 0 }
        return withUnsafeCurrentTask { $0?.isCancelled == true } ? 1 : 0
      }, isInterruptible)
  }

  deinit {
    shape.deinitialize(count: 1)
    shape.deallocate()
    sqlite3_progress_handler(handle.pointer, 0, nil, nil)
    sqlite3_set_authorizer(handle.pointer, nil, nil)
    isInterruptible.deallocate()
  }

  var database: OpaquePointer { handle.pointer }

  /// Whether a transaction is open. SQLite ends one by itself after some failures.
  var isInTransaction: Bool { sqlite3_get_autocommit(database) == 0 }

  /// Whether the path of the file names another one by now, or none.
  var hasMoved: Bool {
    var hasMoved: Int32 = 0
    return sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
  }

  /// How many rows the last statement inserted, updated or deleted.
  var changedRowCount: Int { Int(sqlite3_changes64(database)) }

  /// Rolls back an open transaction, if there is one.
  func endTransaction() {
    // An error here would mean that there is no transaction to roll back.
    if isInTransaction { try? run(.rollback) }
  }

  /// Begins or ends a transaction.
  func run(_ command: TransactionCommand) throws(EngineFailure) {
    if let known = commands[command.rawValue] { return try known.run(on: database) }
    let statement = try Statement(command.sql, on: database)
    commands[command.rawValue] = statement
    try statement.run(on: database)
  }

  /// Runs a statement without parameters, such as `SAVEPOINT a`.
  func run(_ sql: String) throws(EngineFailure) {
    try statement(for: sql).run(on: database)
  }

  /// The statement for a text, which is prepared once.
  func statement(for sql: String) throws(EngineFailure) -> Statement {
    if let known = statements[sql] { return known }
    let statement = try Statement(sql, on: database)
    if statements.count >= TableStatements.most { statements.removeAll() }
    statements[sql] = statement
    return statement
  }

  /// The statements for a table, kept as long as the connection.
  func statements(of table: TableDescription) -> TableStatements {
    if let lastTable, lastTable.text.table === table { return lastTable }
    let statements = tables[ObjectIdentifier(table)] ?? TableStatements(table, database)
    if tables.count >= TableStatements.most {
      tables.removeAll()
      lastFinding = nil
    }
    tables[ObjectIdentifier(table)] = statements
    lastTable = statements
    return statements
  }

  /// The statement that finds a row of the table by its key.
  func finding(_ table: TableDescription) throws(EngineFailure) -> OpaquePointer {
    if let lastFinding, lastFinding.table == ObjectIdentifier(table) { return lastFinding.statement }
    let statement = try statements(of: table).finding().handle
    lastFinding = (ObjectIdentifier(table), statement)
    return statement
  }

  /// Binds the parameters, runs `body`, and resets the statement. Cancelling the task may interrupt it.
  func use<Result, Failure: Error>(
    _ statement: Statement, _ parameters: [QueryParameter] = [], _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    sink.bind(parameters, to: statement.handle)
    defer { sqlite3_clear_bindings(statement.handle) }
    return try use(bound: statement.handle, body)
  }

  /// As ``use(_:_:_:)``, of a statement whose parameters are bound, and bound again before it is used the next time.
  func use<Result, Failure: Error>(
    bound statement: OpaquePointer, _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    isInterruptible.pointee = true
    defer {
      isInterruptible.pointee = false
      sqlite3_reset(statement)
      sink.releaseBindings()
    }
    return try body(statement)
  }

  /// Runs `body`, which is interrupted if the task is cancelled.
  func interruptibly<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    isInterruptible.pointee = true
    defer { isInterruptible.pointee = false }
    return try body()
  }

  /// The rows of a query, its columns as values of these types.
  func values(
    _ sql: String, _ parameters: [QueryParameter], _ types: [ColumnType]
  ) throws(EngineFailure) -> [[StoredValue]] {
    var rows: [[StoredValue]] = []
    try forEachRow(sql, parameters) { statement in
      rows.append(types.enumerated().map { StoredValue(statement, Int32($0), $1) ?? .null })
    }
    return rows
  }

  /// The rows of a query, its columns as texts, for queries on the catalog.
  func texts(_ sql: String, _ parameters: [QueryParameter] = []) throws(EngineFailure) -> [[String?]] {
    var rows: [[String?]] = []
    try forEachRow(sql, parameters) { statement in
      let columns = 0..<sqlite3_column_count(statement)
      rows.append(columns.map { sqlite3_column_text(statement, $0).map { String(cString: $0) } })
    }
    return rows
  }

  /// Runs a statement that changes rows and returns none.
  func change(_ sql: String, _ parameters: [QueryParameter]) throws(EngineFailure) {
    try forEachRow(sql, parameters) { _ in }
  }

  private func forEachRow(
    _ sql: String, _ parameters: [QueryParameter], _ body: (OpaquePointer) -> Void
  ) throws(EngineFailure) {
    let statement = try Statement(sql, on: database)
    try use(statement, parameters) { (handle) throws(EngineFailure) in
      var code = sqlite3_step(handle)
      while code == SQLITE_ROW {
        body(handle)
        code = sqlite3_step(handle)
      }
      if code != SQLITE_DONE { throw EngineFailure(database) }
    }
  }
}

#endif
