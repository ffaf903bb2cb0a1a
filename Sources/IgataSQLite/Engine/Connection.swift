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
/// `@unchecked Sendable`: a ``ConnectionPool`` lends it to one session at a time, which runs one call at a time; what
/// others use to interrupt it is atomic.
final class Connection: PooledConnection, @unchecked Sendable {
  let database: OpaquePointer
  private var isClosed = false
  let use = ConnectionUse()
  let counts = StatementCounts()
  let statements: StatementCache
  let staleKey = StaleKey()
  let assignedColumns = AssignedColumns()
  let audit = StatementAudit()
  /// Prepares copies of the database as it has prepared this connection.
  let onOpen: SQLiteOptions.OnOpen?
  /// The file; `nil` if the database is in memory.
  var file: OpenedFile?
  /// What all connections of the backend share; `nil` for a connection of its own.
  var shared: SharedFile?
  /// The sink of all writes, which is reused for its memory.
  let sink: WriteSink
  /// The shape of the current query, which is reused for its memory.
  let shape: UnsafeMutablePointer<QueryShape>
  /// What interrupts the statement that runs.
  let interruption = Interruption()
  /// How many rows the statement has read or changed that is used, or was used last.
  var usedRowCount = 0
  /// How many statements are used. While one is used, others look for the reason of its failure.
  private var usedCount = 0

  /// - Parameter isImmutable: Whether the file is known not to change while it is open.
  init(
    path: String, flags: Int32, isImmutable: Bool = false, _ onOpen: SQLiteOptions.OnOpen? = nil
  ) throws(EngineFailure) {
    database = try DatabaseFile(path: path).openDatabase(flags: flags, isImmutable: isImmutable, onOpen)
    self.onOpen = onOpen
    statements = StatementCache(database)
    sink = WriteSink(database: database)
    shape = .allocate(capacity: 1)
    shape.initialize(to: QueryShape())
    SQLFunction.register(on: database, staleKey, assignedColumns)
    ValueList.register(on: database)
    audit.register(on: database)
    interruption.register(on: database)
  }

  deinit {
    close()
    shape.deinitialize(count: 1)
    shape.deallocate()
  }

  /// Finalizes the statements and closes the database.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    statements.removeAll()
    sqlite3_progress_handler(database, 0, nil, nil)
    sqlite3_set_authorizer(database, nil, nil)
    // A statement that still exists keeps the database open until it is finalized.
    if let shared { shared.close { sqlite3_close_v2(database) } } else { sqlite3_close_v2(database) }
  }

  /// A statement is interrupted once: after that, the connection is not lent again.
  var isLost: Bool { use.stop != nil }

  func interrupt(isForced: Bool) { interruption.interrupt() }

  /// The absolute path of the file; empty if the database is in memory.
  var filePath: String { sqlite3_db_filename(database, "main").map { String(cString: $0) } ?? "" }

  /// The size of a page, in bytes.
  var pageSize: Int64 {
    get throws(EngineFailure) { try texts("PRAGMA page_size").first?[0].flatMap { Int64($0) } ?? 0 }
  }

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
    if isInTransaction { try? run("ROLLBACK") }
  }

  // MARK: Statements

  /// Runs a statement without parameters that is prepared once, such as `SAVEPOINT a`.
  func run(_ sql: String) throws(EngineFailure) { try run(try statements[sql]) }

  /// Runs a statement without parameters, and ignores its rows. Cancelling the task doesn't interrupt it.
  func run(_ statement: Statement) throws(EngineFailure) {
    try use(bound: statement, isInterruptible: false) { (statement) throws(EngineFailure) in
      try statement.stepToEnd()
    }
  }

  /// Runs a statement that is not kept.
  func runOnce(_ sql: String) throws(EngineFailure) { try run(try Statement(sql, on: database)) }

  /// Binds the parameters and uses the statement.
  func use<Result, Failure: Error>(
    _ statement: Statement, _ parameters: [QueryParameter] = [], for call: ObservedCall? = .current,
    _ body: (Statement) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    sink.bind(parameters, to: statement)
    defer { sqlite3_clear_bindings(statement.handle) }
    return try use(bound: statement, for: call, body)
  }

  /// Binds the values of ``shape`` and uses its statement.
  func use<Result, Failure: Error>(
    _ selection: ShapedSelection, for call: ObservedCall? = .current, _ body: (Statement) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    sink.bind(shape.pointee, to: selection)
    defer { sqlite3_clear_bindings(selection.statement.handle) }
    return try use(bound: selection.statement, for: call, body)
  }

  /// Runs `body`, which steps a statement, and resets the statement. Every statement of a connection is run here.
  ///
  /// - Parameters:
  ///   - statement: A statement whose parameters are bound, or are bound by `body`.
  ///   - isInterruptible: Whether cancelling the task interrupts the statement.
  ///   - staysOpen: Whether the statement is not reset, because it continues later.
  ///   - call: The call to which it is reported.
  @inline(__always)
  func use<Result, Failure: Error>(
    bound statement: Statement, isInterruptible: Bool = true, staysOpen: Bool = false,
    for call: ObservedCall? = .current, _ body: (Statement) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let wasInterruptible = interruption.isAllowed
    interruption.isAllowed = isInterruptible
    usedCount += 1
    counts.add(statement.kind)
    defer {
      interruption.isAllowed = wasInterruptible
      if !staysOpen { sqlite3_reset(statement.handle) }
      usedCount -= 1
      // The values of a statement are still needed while others are used inside of its use.
      if usedCount == 0 { sink.releaseBindings() }
    }
    usedRowCount = 0
    let start = call?.begin(statement.sql, system: "sqlite")
    do {
      let result = try body(statement)
      if let start { call?.end(start, statement.sql, system: "sqlite", rows: usedRowCount) }
      return result
    } catch {
      counts.addError(statement.kind)
      if let call, let start { end(statement, of: call, start, error) }
      throw error
    }
  }

  @inline(never)
  private func end(_ statement: Statement, of call: ObservedCall, _ start: StatementStart, _ error: any Error) {
    let failure = (error as? EngineFailure).map { $0.storeError(nil) }
    call.end(start, statement.sql, system: "sqlite", rows: usedRowCount, error as? StoreError ?? failure)
  }

  /// Runs `body`, whose errors are about a table of a schema, or about none.
  @inline(__always)
  func mapped<Result>(
    _ table: TableDescription? = nil, _ body: () throws(EngineFailure) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw error.storeError(table)
    }
  }

  // MARK: Rows

  /// The rows of a query, its columns as values of these types.
  func values(
    _ sql: String, _ parameters: [QueryParameter], _ types: [ColumnType]
  ) throws(EngineFailure) -> [[StoredValue]] {
    try rows(sql, parameters) { statement in
      types.enumerated().map { StoredValue(statement.handle, Int32($0), $1) ?? .null }
    }
  }

  /// The rows of a query, its columns as texts, for queries on the catalog.
  func texts(_ sql: String, _ parameters: [QueryParameter] = []) throws(EngineFailure) -> [[String?]] {
    try rows(sql, parameters) { statement in
      (0..<sqlite3_column_count(statement.handle)).map { column in
        sqlite3_column_text(statement.handle, column).map { String(cString: $0) }
      }
    }
  }

  /// Runs a statement that changes rows and returns none.
  func change(_ sql: String, _ parameters: [QueryParameter]) throws(EngineFailure) {
    _ = try rows(sql, parameters) { _ in }
  }

  private func rows<Row>(
    _ sql: String, _ parameters: [QueryParameter], _ row: (Statement) -> Row
  ) throws(EngineFailure) -> [Row] {
    try use(try Statement(sql, on: database), parameters) { (statement) throws(EngineFailure) in
      var rows: [Row] = []
      while try statement.step() { rows.append(row(statement)) }
      usedRowCount = rows.count
      return rows
    }
  }
}

#endif
