#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// A transaction on one connection.
///
/// The statements that begin it are sent together with its first statement.
///
/// `@unchecked Sendable`: mutable state is only accessed in calls, of which the gate lets in one at a time.
final class PostgreSQLSession: SQLSession, @unchecked Sendable {
  let connection: Connection
  let tables: PreparedTables
  let access: SessionAccess
  let pool: ConnectionPool<Connection>
  let gate: SessionGate
  var savepointCount = 0
  private var cursorCount = 0
  /// The tables whose rows were written or deleted with others, for observers in other processes; `nil` if those of any
  /// table may have been.
  private var changedTables: Set<String>? = []
  private let notice: ChangeNotice?
  private let beginning: [Request]
  /// Whether the transaction has settings, on which policies of the tables may depend.
  let isScoped: Bool
  private var state = State.unbegun

  private enum State {
    /// The statements that begin the transaction are sent with its first statement.
    case unbegun
    case begun
    /// A savepoint is open, after which nothing but reads was sent; see ``runUndoably(_:_:isRead:)``.
    case reading
    case committed
  }

  /// A session that returns the connection to the pool when it ends.
  init(
    _ connection: Connection, _ access: SessionAccess, _ beginning: [Request],
    _ pool: ConnectionPool<Connection>, _ tables: PreparedTables, _ notice: ChangeNotice?
  ) {
    self.connection = connection
    self.access = access
    gate = SessionGate(access)
    self.pool = pool
    self.tables = tables
    self.notice = notice
    self.beginning = beginning
    isScoped = beginning.contains { if case .settings = $0 { true } else { false } }
    connection.use.begin(self)
  }

  deinit {
    if !gate.isEnded { end() }
  }

  func read(
    _ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await call { () async throws(StoreError) in
      let request = try query.request(text(of: query.table))
      try await read(query, request, isManyAtFirst: query.condition == nil, consume)
    }
  }

  /// Groups are few, until the query has found many.
  func read(
    _ query: RowQuery, by statement: TranslatedQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await read(query, try statement.request(query.table), isManyAtFirst: false, consume)
  }

  private func read(
    _ query: RowQuery, _ request: Request, isManyAtFirst: Bool,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    if givesMany(query, request) ?? isManyAtFirst { return try await readInBatches(query, request, consume) }
    guard let result = try await runUndoably(request, query.table, isRead: true) else { return }
    note(query, request, count: result.rowCount)
    try result.read(query.resultTable(), consume)
  }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    try await call(toWrite: true) { () async throws(StoreError) in
      let keys = try await reserveKeys(write)
      if notice != nil { changedTables?.insert(write.table.name) }
      if let target = copyTarget(ofParts: write) { return try await copyInParts(write, keys, into: target, produce) }
      let buffer = RowBuffer(write.table, keys: keys)
      try buffer.fill(write.table, produce)
      return try await send(buffer, write)
    }
  }

  func update(_ query: RowQuery, by statement: TranslatedQuery) async throws(StoreError) -> Int {
    if notice != nil { changedTables?.insert(query.table.name) }
    return try await runUndoably(try statement.request(query.table), query.table)?.changedCount ?? 0
  }

  func delete(_ query: RowQuery, by statement: TranslatedQuery) async throws(StoreError) -> Int {
    if notice != nil { changedTables?.formUnion(tables.namesReached(byDeletingFrom: query.table)) }
    return try await runUndoably(try statement.request(query.table), query.table)?.changedCount ?? 0
  }

  func rows(
    of query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    let (statement, results) = try QueryTranslator.aggregates(query, by: groups, aggregates, text(of: query.table))
    let request = try statement.request(query.table)
    guard let result = try await runUndoably(request, query.table, isRead: true) else { return [] }
    var rows: [[StoredValue]] = []
    for row in 0..<result.rowCount {
      rows.append(try results.values(in: AnswerRow(result: result, row: row), of: query.table))
    }
    return rows
  }

  // MARK: Cursors

  /// Opens a cursor on the server. Its SQL is the same for all queries of the same shape.
  func open(_ statement: TranslatedQuery, of table: TableDescription) async throws(StoreError) -> String? {
    guard access == .read else { return nil }
    cursorCount += 1
    let name = "c\(cursorCount)"
    var declaration = statement
    declaration.start = "DECLARE \(name) NO SCROLL CURSOR FOR " + declaration.start
    _ = try await run([try declaration.request(table)], table)
    return name
  }

  func read(
    _ count: Int, from cursor: String, _ table: TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await run([.command("FETCH \(max(count, 0)) FROM \(cursor)")], table).last?.read(table, consume)
  }

  // MARK: Ending

  func commitTransaction() async throws(StoreError) {
    if access == .alone { return try await notifyOthers() }
    guard access != .singleRead, state != .unbegun else { return }
    let isFailed = connection.isTransactionFailed
    let ending = ending
    state = .committed
    try await mapped(nil) { () async throws(ServerFailure) in
      _ = try await self.connection.run(ending, isInterruptible: false)
    }
    if isFailed { throw .backend(code: 0, message: "the transaction had failed before it was committed") }
  }

  /// Notifies other processes that any table may have changed.
  func notifyOthers() async throws(StoreError) {
    if let notice { try await run([notice.command([])]) }
  }

  /// The statements that notify other processes and end the transaction.
  private var ending: [Request] {
    let commit = [Request.command("COMMIT")]
    guard let notice, changedTables?.isEmpty != true, !connection.isTransactionFailed else { return commit }
    return [.command(notice.command(changedTables ?? []))] + commit
  }

  /// Notifies others that any table may have changed when the transaction is committed.
  func noteAnyTable() { changedTables = nil }

  func endTransaction() {
    // A failure here marks the connection as lost, and the server rolls back when it notices that.
    guard access.isTransaction, !connection.isLost else { return }
    // A commit is not executed if the notification before it fails.
    guard state == .begun || state == .reading || connection.isTransactionFailed else { return }
    try? connection.send(andForget: "ROLLBACK")
  }

  // MARK: Running

  /// The statements that have to be sent before one that is not undone by itself if it fails.
  func takeBeginning() -> [Request] {
    let requests: [Request] =
      switch state {
      case .unbegun: beginning
      // A transaction that has failed accepts nothing but a return to an earlier savepoint.
      case .reading: connection.isTransactionFailed ? [] : [.command("RELEASE igata")]
      case .begun, .committed: []
      }
    state = .begun
    return requests
  }

  /// The statements that have to be sent before one that ``undo()`` undoes with all that follows it.
  func takeSavepoint() -> [Request] {
    if state == .reading { return [] }
    defer { state = .reading }
    return takeBeginning() + [.command("SAVEPOINT igata")]
  }

  /// Rolls back to the savepoint of ``takeSavepoint()``, which stays open.
  func undo() async {
    state = .reading
    await rollBack(by: "ROLLBACK TO igata")
  }

  private func rollBack(by command: String) async {
    _ = try? await connection.run([.command(command)], isInterruptible: false)
  }

  /// Runs statements and returns a result for each.
  func run(_ requests: [Request], _ table: TableDescription?) async throws(StoreError) -> [ServerResult] {
    try await begun(table) { beginning async throws(ServerFailure) in
      try await self.connection.run(beginning + requests).suffix(requests.count)
    }
  }

  /// Calls `body`, which runs the statements that come before its own, and its own after them. If one of its own was
  /// prepared and is outdated, the connection prepares it again: `body` is called once more if the transaction did
  /// nothing before, and otherwise all of the transaction is to be tried again.
  func begun<Result>(
    _ table: TableDescription?, _ body: ([Request]) async throws(ServerFailure) -> Result
  ) async throws(StoreError) -> Result {
    let isFirst = access == .singleRead || state == .unbegun
    return try await begun(takeBeginning(), isFirst: isFirst, table, body)
  }

  private func begun<Result>(
    _ beginning: [Request], isFirst: Bool, _ table: TableDescription?,
    _ body: ([Request]) async throws(ServerFailure) -> Result
  ) async throws(StoreError) -> Result {
    try await mapped(table) { () async throws(ServerFailure) in
      do throws(ServerFailure) {
        return try await body(beginning)
      } catch {
        guard error.isStatementOutdated, isFirst else { throw error }
        let end = connection.isTransactionFailed ? [Request.command("ROLLBACK")] : []
        return try await body(end + beginning)
      }
    }
  }

  /// Runs a statement that leaves the transaction as it was before if it fails, as a caller that catches the error may
  /// go on.
  ///
  /// - If it is the first one of the transaction, that begins anew: nobody has seen anything of it.
  /// - One savepoint is enough for any number of reads in a row, as there is nothing to undo but the failure. The next
  ///   statement that isn't a read releases it.
  /// - Any other statement is in a savepoint of its own.
  func runUndoably(
    _ request: Request, _ table: TableDescription, isRead: Bool = false
  ) async throws(StoreError) -> ServerResult? {
    guard access != .singleRead else { return try await run([request], table).last }
    let isFirst = state == .unbegun
    let start = isFirst ? takeBeginning() : takeSavepoint()
    let end = isFirst || isRead ? [] : takeBeginning()
    do throws(StoreError) {
      return try await begun(start, isFirst: isFirst, table) { start async throws(ServerFailure) in
        try await self.connection.run(start + [request] + end).dropLast(end.count).last
      }
    } catch {
      guard connection.isTransactionFailed else { throw error }
      if isFirst {
        await rollBack(by: "ROLLBACK")
        state = .unbegun
      } else {
        await undo()
      }
      throw error
    }
  }

  func mapped<Result>(
    _ table: TableDescription?, _ body: () async throws(ServerFailure) -> Result
  ) async throws(StoreError) -> Result {
    do {
      return try await body()
    } catch {
      throw error.storeError(table, tables.all)
    }
  }
}

#endif
