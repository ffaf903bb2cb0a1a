#if SQLite || canImport(SQLite3)
internal import IgataRuntime
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
  private let access: Access
  private let pool: ConnectionPool
  private let isEntered = Atomic(false)
  private var isEnded = false
  private var savepointCount = 0
  /// The statements of cursors.
  private var openStatements: [OpenStatement] = []
  /// Why SQLite ended the transaction by itself.
  private var loss: StoreError?

  /// The session gives the connection back to the pool when it ends.
  init(_ connection: Connection, _ access: Access, _ pool: ConnectionPool, _ tables: PreparedTables) {
    self.connection = connection
    self.access = access
    self.pool = pool
    self.tables = tables
  }

  deinit {
    if !isEnded { end() }
  }

  func readAtOnce(
    _ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try enterUnlessCancelled()
    defer { leave() }
    let statements = connection.statements(of: query.table)
    let statement: Statement
    let parameters: [QueryParameter]
    if let key = query.singleKey {
      statement = try mapped(query.table, statements.finding)
      parameters = key.map { .value($0) }
    } else {
      let translated = try QueryTranslator.rows(query, statements.text)
      statement = try mapped(query.table) { () throws(EngineFailure) in try statements.selection(translated) }
      parameters = translated.parameters
    }
    try connection.use(statement, parameters) { (handle) throws(StoreError) in
      try read(handle, query.table, consume)
    }
  }

  func readAtOnce(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try enterUnlessCancelled()
    defer { leave() }
    let statement = try mapped(table, connection.statements(of: table).finding)
    try connection.use(statement) { (handle) throws(StoreError) in
      // A value that no store can keep is bound as null, which no key equals.
      var writer = RowWriter(sink: connection.sink, writing: WriteSink.functions)
      key(&writer)
      try read(handle, table, consume)
    }
  }

  private func read(
    _ handle: OpaquePointer, _ table: TableDescription, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    var cursor = ReadCursor(handle, table)
    try withUnsafeMutablePointer(to: &cursor) { (cursor) throws(StoreError) in
      var reader = RowReader(cursor: cursor, reading: ReadCursor.functions)
      try consume(&reader)
      if let failure = cursor.pointee.failure { throw error(failure, table) }
      guard let fault = reader.fault else { return }
      throw fault.readingError(table, row: reader.keyText(table)) ?? failure(table)
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

  func writeAtOnce(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    try enterToWrite(unlessCancelled: true)
    defer { leave() }
    let statement = try mapped(write.table) { () throws(EngineFailure) in
      try connection.statements(of: write.table).writing(write)
    }
    return try connection.use(statement) { (handle) throws(StoreError) in
      connection.sink.pointee.begin(handle, write)
      var writer = RowWriter(sink: connection.sink, writing: WriteSink.functions)
      try produce(&writer)
      guard let fault = writer.fault else { return writer.rowCount }
      if let error = fault.writingError(write.table) { throw error }
      throw writeError(connection.sink.pointee.failure ?? EngineFailure(connection.database), handle, write.table)
    }
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    try enterToWrite(unlessCancelled: true)
    defer { leave() }
    return try deleteRows(query)
  }

  func aggregate(_ query: RowQuery, _ aggregates: [Aggregate]) async throws(StoreError) -> [StoredValue] {
    guard !aggregates.isEmpty else { return [] }
    try enterUnlessCancelled()
    defer { leave() }
    let text = connection.statements(of: query.table).text
    let (translated, results) = try QueryTranslator.aggregates(query, aggregates, text)
    let statement = try statement(translated, query.table)
    return try connection.use(statement, translated.parameters) { (handle) throws(StoreError) in
      guard sqlite3_step(handle) == SQLITE_ROW else { throw failure(query.table) }
      var values: [StoredValue] = []
      for (result, aggregate) in zip(results, aggregates) {
        values.append(try result.value(handle, aggregate, query.table))
      }
      return values
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

  func commitAtOnce() throws(StoreError) {
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

  func rollbackAtOnce() {
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
    if connection.isInTransaction {
      // A failure here would mean that there is no transaction to undo.
      try? connection.run(.rollback)
    }
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

  /// What failed last, in the schema's words.
  private func failure(_ table: TableDescription) -> StoreError {
    error(EngineFailure(connection.database), table)
  }

  private func writeError(_ failure: EngineFailure, _ handle: OpaquePointer, _ table: TableDescription) -> StoreError {
    if failure.message == SQLFunction.staleMessage {
      return .staleVersion(model: table.model, key: connection.staleKey.text(table))
    }
    if failure.isForeignKey, let error = brokenRelation(of: handle, table) { return error }
    return error(failure, table)
  }

  func error(_ failure: EngineFailure, _ table: TableDescription?) -> StoreError {
    let error = failure.storeError(table)
    if access == .write, !connection.isInTransaction { loss = error }
    return error
  }
}

extension RowQuery {
  /// The key of the one row that is asked for, where that is all that is asked.
  fileprivate var singleKey: [StoredValue]? {
    guard case .keyIsIn(let columns, let keys)? = condition, keys.count == 1, order.isEmpty, limit == nil, offset == 0,
      columns == table.primaryKey, keys[0].count == columns.count
    else { return nil }
    return keys[0]
  }
}

#endif
