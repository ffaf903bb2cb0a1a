@_spi(Backend) public import IgataRuntime

/// A session of a SQL engine, in a transaction on one connection.
///
/// What is the same in every engine is here: one call at a time, the translation of queries, savepoints, cursors and
/// the end. An engine prepares statements, binds their values and steps; its methods are called by those here, between
/// the beginning and the end of a call.
@_spi(Backend) public protocol SQLSession: BackendSession, StoppableSession {
  associatedtype Connection: PooledConnection
  /// What an engine keeps of a cursor.
  associatedtype Cursor: Sendable

  /// The connection, which returns to the pool when the session ends.
  var connection: Connection { get }
  var pool: ConnectionPool<Connection> { get }
  var gate: SessionGate { get }
  var tables: PreparedTables { get }
  /// How many savepoints are open: 0 at first.
  var savepointCount: Int { get set }

  /// Throws if the transaction is lost although nobody has ended it. By default it never is.
  func checkUse() throws(StoreError)
  /// Called when a call has failed. By default does nothing.
  func note(_ error: StoreError)

  /// The SQL that is the same in all statements of a table. By default that of ``tables``.
  func text(of table: TableDescription) -> TableText

  /// Passes the rows of a statement that reads what a query reads to `consume`.
  func read(
    _ query: RowQuery, by statement: TranslatedQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError)

  /// Changes the rows that a query selects by a statement, and returns their number.
  func update(_ query: RowQuery, by statement: TranslatedQuery) async throws(StoreError) -> Int
  /// Deletes the rows that a query selects by a statement, and returns their number.
  func delete(_ query: RowQuery, by statement: TranslatedQuery) async throws(StoreError) -> Int

  /// The rows of ``BackendSession/aggregate(_:by:_:)``.
  func rows(
    of query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]]

  /// Opens a cursor for a statement that reads a table; `nil` if the session has no cursors.
  func open(_ statement: TranslatedQuery, of table: TableDescription) async throws(StoreError) -> Cursor?
  /// Passes the next rows of a cursor, at most `count`, to `consume`.
  func read(
    _ count: Int, from cursor: Cursor, _ table: TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError)

  /// Runs a statement of a user, and returns whether it may have created a table or a view.
  func change(by sql: SQL) async throws(StoreError) -> (change: SQLChange, mayDefine: Bool)
  /// The query for the names of temporary tables and views.
  static var temporaryTables: String { get }
  /// Reads the rows of a query of a user; see `BackendSession.read(_:as:_:)`.
  func readRows(
    of sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError)
  /// How the database executes a statement of a user.
  func plan(of sql: SQL) async throws(StoreError) -> QueryPlan
  /// How the database executes a query on a table.
  func plan(of statement: TranslatedQuery, _ table: TableDescription) async throws(StoreError) -> QueryPlan

  /// The rows of a query without parameters, whose columns are texts.
  func rows(_ sql: String) async throws(StoreError) -> [[String?]]
  /// Runs statements without parameters that return no rows.
  func run(_ statements: [String]) async throws(StoreError)

  /// Makes the changes durable. The session ends afterward, also if this throws.
  func commitTransaction() async throws(StoreError)
  /// Rolls back what was not committed, without waiting for it.
  func endTransaction()
}

@_spi(Backend) extension SQLSession {
  public func checkUse() throws(StoreError) {}

  public func note(_ error: StoreError) {}

  public func text(of table: TableDescription) -> TableText { tables.text(of: table) }

  /// Begins a call, runs `body` and ends the call.
  public func call<Result>(
    toWrite: Bool = false, unlessCancelled: Bool = true, _ body: () async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    try gate.enter(toWrite: toWrite, unlessCancelled: unlessCancelled)
    defer { gate.leave() }
    try checkUse()
    do {
      return try await body()
    } catch {
      let error = connection.use.explained(error)
      note(error)
      throw error
    }
  }

  // MARK: Rows

  public func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    try await call(toWrite: true) { () async throws(StoreError) in
      try await update(query, by: try QueryTranslator.update(query, assignments, text(of: query.table)))
    }
  }

  public func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    try await call(toWrite: true) { () async throws(StoreError) in
      try await delete(query, by: try QueryTranslator.deletion(query, text(of: query.table)))
    }
  }

  public func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    guard !aggregates.isEmpty || !groups.isEmpty else { return [[]] }
    return try await call { () async throws(StoreError) in try await rows(of: query, by: groups, aggregates) }
  }

  /// Selects from all groups itself only where the database can't compute what the selection depends on.
  public func read(
    _ query: GroupQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await call { () async throws(StoreError) in
      if let statement = try QueryTranslator.groups(query, text(of: query.rows.table)) {
        return try await read(query.groups, by: statement, consume)
      }
      let all = try await rows(of: query.rows, by: query.keys, query.aggregates)
      try ValueRowCursor(try query.values(ofSelected: all)).read(consume)
    }
  }

  public func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)? {
    try await call { () async throws(StoreError) -> (any RowCursor)? in
      let statement = try QueryTranslator.rows(query, text(of: query.table))
      guard let cursor = try await open(statement, of: query.table) else { return nil }
      return SQLCursor(session: self, cursor: cursor, table: try query.resultTable())
    }
  }

  // MARK: SQL

  public func execute(_ sql: SQL) async throws(StoreError) -> SQLChange {
    try await call(toWrite: true) { () async throws(StoreError) in
      let (change, mayDefine) = try await change(by: sql)
      // A temporary table or view hides the table of the same name from all that use the connection after this.
      if mayDefine, let hidden = try await rows(Self.temporaryTables).compactMap({ tables[$0[0] ?? ""] }).first {
        throw .hidingSQL(sql, hidden)
      }
      return change
    }
  }

  public func read(
    _ sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await call { () async throws(StoreError) in try await readRows(of: sql, as: table, consume) }
  }

  public func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan {
    try await call { () async throws(StoreError) in
      switch query {
      case .rows(let query):
        return try await plan(of: try QueryTranslator.rows(query, text(of: query.table)), query.table)
      case .groups(let query):
        let text = text(of: query.rows.table)
        if let statement = try QueryTranslator.groups(query, text) {
          return try await plan(of: statement, query.rows.table)
        }
        let all = try QueryTranslator.aggregates(query.rows, by: query.keys, query.aggregates, text).query
        var plan = try await plan(of: all, query.rows.table)
        plan.remark = "The program reads all groups, adds up floating-point numbers and selects: "
          + "only it can add these exactly."
        return plan
      case .sql(let sql): return try await plan(of: sql)
      }
    }
  }

  // MARK: Savepoints

  public func savepoint() async throws(StoreError) -> Savepoint {
    try await call(toWrite: true, unlessCancelled: false) { () async throws(StoreError) in
      try await run(["SAVEPOINT s\(savepointCount + 1)"])
      savepointCount += 1
      return Savepoint(number: savepointCount)
    }
  }

  public func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    try await end(savepoint, by: "ROLLBACK TO", "RELEASE")
  }

  public func release(_ savepoint: Savepoint) async throws(StoreError) { try await end(savepoint, by: "RELEASE") }

  private func end(_ savepoint: Savepoint, by commands: String...) async throws(StoreError) {
    try await call(toWrite: true, unlessCancelled: false) { () async throws(StoreError) in
      guard savepoint.number > 0, savepoint.number <= savepointCount else {
        throw .misuse(reason: "the savepoint \(savepoint.number) is no more")
      }
      try await run(commands.map { "\($0) s\(savepoint.number)" })
      savepointCount = savepoint.number - 1
    }
  }

  // MARK: The end

  public func commit() async throws(StoreError) {
    try gate.enter()
    defer { gate.leave() }
    defer { end() }
    try checkUse()
    do { try await commitTransaction() } catch { throw connection.use.explained(error) }
  }

  public func rollback() async {
    // Does nothing if the session has ended.
    guard (try? gate.enter()) != nil else { return }
    end()
    gate.leave()
  }

  public var isEnded: Bool { gate.isEnded }

  public func stop(_ reason: BackendStop) -> Bool {
    guard gate.enter(toEnd: reason) else { return false }
    end()
    gate.leave()
    return true
  }

  /// Throws if tables or columns that were prepared are missing. The session ends.
  ///
  /// - Parameter query: Selects the names of the tables and columns of the database.
  public func checkTables(by query: String) async throws(StoreError) {
    do throws(StoreError) {
      let found = try await call { () async throws(StoreError) in try await rows(query) }
      try PresentColumns(found).check(tables.all)
    } catch {
      await rollback()
      throw error
    }
    await rollback()
  }

  /// Ends the session: rolls back what was not committed, and returns the connection to the pool.
  public func end() {
    gate.end()
    endTransaction()
    pool.release(connection)
  }
}

/// A position in the rows of a query, which its session reads between other calls.
private final class SQLCursor<Session: SQLSession>: RowCursor {
  private let session: Session
  private let cursor: Session.Cursor
  private let table: TableDescription

  init(session: Session, cursor: Session.Cursor, table: TableDescription) {
    self.session = session
    self.cursor = cursor
    self.table = table
  }

  func next(
    _ count: Int, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await session.call { () async throws(StoreError) in
      try await session.read(count, from: cursor, table, consume)
    }
  }
}
