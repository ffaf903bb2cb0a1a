#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import Synchronization

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// A transaction on one connection.
///
/// `@unchecked Sendable`: what changes is reached between `enter` and `leave` alone, and one call at a time gets in.
final class SQLiteSession: DirectSession, @unchecked Sendable {
  let connection: Connection
  let tables: PreparedTables
  private let access: SessionAccess
  private let pool: ConnectionPool<Connection>
  private let isEntered = Atomic(false)
  private var isEnded = false
  private var savepointCount = 0
  /// The statements of cursors.
  private var openStatements: [OpenStatement] = []
  /// Why SQLite ended the transaction by itself.
  private var loss: StoreError?

  /// The session gives the connection back to the pool when it ends.
  init(
    _ connection: Connection, _ access: SessionAccess, _ pool: ConnectionPool<Connection>, _ tables: PreparedTables
  ) {
    self.connection = connection
    self.access = access
    self.pool = pool
    self.tables = tables
  }

  deinit {
    if !isEnded { end() }
  }

  func readSynchronously(
    _ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try enterUnlessCancelled()
    defer { leave() }
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
    try enterUnlessCancelled()
    defer { leave() }
    do {
      try connection.read(table, key: key, consume)
    } catch {
      noteLoss(error)
      throw error
    }
  }

  /// Opens a statement that stays open between calls.
  func open(_ query: RowQuery) throws(StoreError) -> SQLiteCursor {
    try enterUnlessCancelled()
    defer { leave() }
    let translated = try QueryTranslator.rows(query, connection.statements(of: query.table).text)
    let statement = try mapped(query.table) { () throws(EngineFailure) in
      try OpenStatement(translated, query.table, connection)
    }
    openStatements.append(statement)
    return SQLiteCursor(self, statement, query.table)
  }

  func read(
    _ statement: OpenStatement, _ table: TableDescription, _ count: Int,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try enterUnlessCancelled()
    defer { leave() }
    let failure = try connection.interruptibly { () throws(StoreError) in try statement.read(count, consume) }
    if let failure { throw error(failure, table) }
  }

  func writeSynchronously(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    try enterToWrite(unlessCancelled: true)
    defer { leave() }
    return try connection.write(write, produce) { failure, statement in
      writeError(failure, statement, write)
    }
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    try enterToWrite(unlessCancelled: true)
    defer { leave() }
    return try deleteRows(query)
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    guard !aggregates.isEmpty || !groups.isEmpty else { return [[]] }
    try enterUnlessCancelled()
    defer { leave() }
    do {
      return try connection.aggregate(query, by: groups, aggregates)
    } catch {
      noteLoss(error)
      throw error
    }
  }

  func savepoint() async throws(StoreError) -> Savepoint {
    try enterToWrite()
    defer { leave() }
    try run("SAVEPOINT s\(savepointCount + 1)")
    savepointCount += 1
    return Savepoint(number: savepointCount)
  }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    try enterToWrite()
    defer { leave() }
    try check(savepoint)
    try run("ROLLBACK TO s\(savepoint.number)")
    try run("RELEASE s\(savepoint.number)")
    savepointCount = savepoint.number - 1
  }

  func release(_ savepoint: Savepoint) async throws(StoreError) {
    try enterToWrite()
    defer { leave() }
    try check(savepoint)
    try run("RELEASE s\(savepoint.number)")
    savepointCount = savepoint.number - 1
  }

  func commit() async throws(StoreError) {
    do {
      try enter()
    } catch {
      if loss != nil, !isEnded { end() }
      throw error
    }
    defer { leave() }
    defer { end() }
    guard connection.isInTransaction else {
      if access == .write { throw .backend(code: 0, message: "SQLite has ended the transaction by itself") }
      return
    }
    closeStatements()
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
      // What SQLite has ended already needs no end, and what ended before has none.
      guard case .misuse = error else { return end() }
      return
    }
    end()
    leave()
  }

  /// Undoes what was not committed and gives the connection back.
  private func end() {
    isEnded = true
    closeStatements()
    connection.endTransaction()
    pool.release(connection)
  }

  private func closeStatements() {
    for statement in openStatements { statement.close() }
    openStatements = []
  }

  private func enter() throws(StoreError) {
    guard isEntered.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged else {
      throw .misuse(reason: "two calls at a time in one session")
    }
    guard !isEnded else {
      leave()
      throw .misuse(reason: "the session has ended")
    }
    if let loss {
      leave()
      throw loss
    }
  }

  private func enterUnlessCancelled() throws(StoreError) {
    if Task.isCancelled { throw .cancelled }
    try enter()
  }

  private func enterToWrite(unlessCancelled: Bool = false) throws(StoreError) {
    if unlessCancelled { try enterUnlessCancelled() } else { try enter() }
    guard access == .write else {
      leave()
      throw .misuse(reason: "a session that reads can't write")
    }
  }

  private func leave() { isEntered.store(false, ordering: .releasing) }

  private func check(_ savepoint: Savepoint) throws(StoreError) {
    guard (1...max(savepointCount, 1)).contains(savepoint.number), savepointCount > 0 else {
      throw .misuse(reason: "the savepoint \(savepoint.number) is no more")
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
    if write.kind == .insert, failure.code == ConstraintCode.unique, isKeyTaken(by: handle, table) {
      return .duplicateKey(model: table.model, constraint: "primaryKey", fields: table.fields(table.primaryKey))
    }
    return error(failure, table)
  }

  func error(_ failure: EngineFailure, _ table: TableDescription?) -> StoreError {
    let error = failure.storeError(table)
    noteLoss(error)
    return error
  }

  private func noteLoss(_ error: StoreError) {
    if access == .write, !connection.isInTransaction { loss = error }
  }
}

#endif
