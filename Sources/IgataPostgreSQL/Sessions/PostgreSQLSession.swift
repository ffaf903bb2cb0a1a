#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// A transaction on one connection.
///
/// The statements that begin it are sent together with its first statement. A statement that fails leaves the
/// transaction as it was before: if other calls may follow, each is in a savepoint of its own.
///
/// `@unchecked Sendable`: mutable state is only accessed between `enter` and `leave`, which allow one call at a time.
final class PostgreSQLSession: BackendSession, @unchecked Sendable {
  let connection: Connection
  let tables: PreparedTables
  let access: SessionAccess
  private let pool: ConnectionPool<Connection>
  let gate: SessionGate
  private var savepointCount = 0
  private var cursorCount = 0
  /// The tables whose rows were written or deleted with others, for observers in other processes; `nil` if those of any
  /// table may have been.
  private var changedTables: Set<String>? = []
  private let notice: ChangeNotice?
  /// The statements that begin the transaction, until they are sent.
  private var beginning: [String]

  /// A session that returns the connection to the pool when it ends.
  init(
    _ connection: Connection, _ access: SessionAccess, _ isolation: PostgreSQLOptions.Isolation,
    _ pool: ConnectionPool<Connection>, _ tables: PreparedTables, _ notice: ChangeNotice?
  ) {
    self.connection = connection
    self.access = access
    gate = SessionGate(access)
    self.pool = pool
    self.tables = tables
    self.notice = notice
    beginning =
      switch access {
      case .singleRead: []
      case .read: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"]
      case .write: isolation.beginning
      }
  }

  deinit {
    if !gate.isEnded { end() }
  }

  func read(
    _ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try gate.enter(unlessCancelled: true)
    defer { gate.leave() }
    let request = try query.request(tables.text(of: query.table))
    if givesMany(query, request) { return try await readInBatches(query, request, consume) }
    guard let result = try await runUndoably(request, query.table) else { return }
    note(query, request, count: result.rowCount)
    try result.read(query.resultTable(), consume)
  }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    try gate.enter(toWrite: true, unlessCancelled: true)
    defer { gate.leave() }
    let keys = try await reserveKeys(write)
    if notice != nil { changedTables?.insert(write.table.name) }
    if let target = copyTarget(ofParts: write) { return try await copyInParts(write, keys, into: target, produce) }
    let buffer = RowBuffer(write.table, keys: keys)
    try buffer.fill(write.table, produce)
    return try await send(buffer, write)
  }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    try gate.enter(toWrite: true, unlessCancelled: true)
    defer { gate.leave() }
    if notice != nil { changedTables?.insert(query.table.name) }
    let update = try QueryTranslator.update(query, assignments, tables.text(of: query.table))
    return try await runUndoably(try update.request(query.table), query.table)?.changedCount ?? 0
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    try gate.enter(toWrite: true, unlessCancelled: true)
    defer { gate.leave() }
    if notice != nil { changedTables?.formUnion(tables.namesReached(byDeletingFrom: query.table)) }
    let deletion = try QueryTranslator.deletion(query, tables.text(of: query.table))
    return try await runUndoably(try deletion.request(query.table), query.table)?.changedCount ?? 0
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    guard !aggregates.isEmpty || !groups.isEmpty else { return [[]] }
    try gate.enter(unlessCancelled: true)
    defer { gate.leave() }
    let text = tables.text(of: query.table)
    let (translated, results) = try QueryTranslator.aggregates(query, by: groups, aggregates, text)
    guard let result = try await runUndoably(try translated.request(query.table), query.table) else { return [] }
    var rows: [[StoredValue]] = []
    for row in 0..<result.rowCount {
      var values: [StoredValue] = []
      values.reserveCapacity(results.count)
      for part in results { values.append(try part.value(in: AnswerRow(result: result, row: row), of: query.table)) }
      rows.append(values)
    }
    return rows
  }

  // MARK: Cursors

  func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)? {
    guard access == .read else { return nil }
    try gate.enter(unlessCancelled: true)
    defer { gate.leave() }
    cursorCount += 1
    let name = "c\(cursorCount)"
    _ = try await run([try Self.declaration(name, query, tables.text(of: query.table))], query.table)
    return PostgreSQLCursor(self, name, try query.resultTable())
  }

  func fetch(
    _ count: Int, from cursor: String, _ table: TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try gate.enter(unlessCancelled: true)
    defer { gate.leave() }
    try await run([.command("FETCH \(max(count, 0)) FROM \(cursor)")], table).last?.read(table, consume)
  }

  // MARK: Savepoints

  func savepoint() async throws(StoreError) -> Savepoint {
    try gate.enter(toWrite: true)
    defer { gate.leave() }
    _ = try await run([.command("SAVEPOINT s\(savepointCount + 1)")], nil)
    savepointCount += 1
    return Savepoint(number: savepointCount)
  }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    try gate.enter(toWrite: true)
    defer { gate.leave() }
    try savepoint.check(openCount: savepointCount)
    let name = "s\(savepoint.number)"
    _ = try await run([.command("ROLLBACK TO \(name)"), .command("RELEASE \(name)")], nil)
    savepointCount = savepoint.number - 1
  }

  func release(_ savepoint: Savepoint) async throws(StoreError) {
    try gate.enter(toWrite: true)
    defer { gate.leave() }
    try savepoint.check(openCount: savepointCount)
    _ = try await run([.command("RELEASE s\(savepoint.number)")], nil)
    savepointCount = savepoint.number - 1
  }

  // MARK: Ending

  func commit() async throws(StoreError) {
    try gate.enter()
    defer { gate.leave() }
    gate.end()
    defer { pool.release(connection) }
    guard access != .singleRead, beginning.isEmpty else { return }
    let isFailed = connection.isTransactionFailed
    do {
      _ = try await connection.run(ending, isInterruptible: false)
    } catch {
      throw error.storeError(nil, tables.all)
    }
    if isFailed { throw .backend(code: 0, message: "the transaction had failed before it was committed") }
  }

  /// The statements that notify other processes and end the transaction.
  private var ending: [Request] {
    let commit = [Request.command("COMMIT")]
    guard let notice, changedTables?.isEmpty != true, !connection.isTransactionFailed else { return commit }
    return [.command(notice.command(changedTables ?? []))] + commit
  }

  /// Notifies others that any table may have changed when the transaction is committed.
  func noteAnyTable() { changedTables = nil }

  func rollback() async {
    // Does nothing if the session has ended.
    guard (try? gate.enter()) != nil else { return }
    end()
    gate.leave()
  }

  /// Rolls back without waiting for the server, and returns the connection.
  private func end() {
    gate.end()
    // A failure here marks the connection as lost, and the server rolls back when it notices that.
    if access != .singleRead, beginning.isEmpty, !connection.isLost { try? connection.send(andForget: "ROLLBACK") }
    pool.release(connection)
  }

  // MARK: Running

  /// The statements that have to be sent before the next one.
  func takeBeginning() -> [Request] {
    defer { beginning = [] }
    return beginning.map { .command($0) }
  }

  /// Runs statements and returns a result for each.
  func run(_ requests: [Request], _ table: TableDescription?) async throws(StoreError) -> [ServerResult] {
    try await begun(table) { beginning async throws(ServerFailure) in
      try await self.connection.run(beginning + requests).suffix(requests.count)
    }
  }

  /// Calls `body`, which runs the statements that begin the transaction, and its own after them. If one of its own was
  /// prepared and is outdated, the connection prepares it again: `body` is called once more if the transaction did
  /// nothing before, and otherwise all of the transaction is to be tried again.
  func begun<Result>(
    _ table: TableDescription?, _ body: ([Request]) async throws(ServerFailure) -> Result
  ) async throws(StoreError) -> Result {
    let beginning = takeBeginning()
    return try await mapped(table) { () async throws(ServerFailure) in
      do throws(ServerFailure) {
        return try await body(beginning)
      } catch {
        guard error.isStatementOutdated, access == .singleRead || !beginning.isEmpty else { throw error }
        let end = connection.isTransactionFailed ? [Request.command("ROLLBACK")] : []
        return try await body(end + beginning)
      }
    }
  }

  /// Runs a statement that leaves the transaction as it was before if it fails.
  func runUndoably(_ request: Request, _ table: TableDescription) async throws(StoreError) -> ServerResult? {
    guard access != .singleRead else { return try await run([request], table).last }
    let requests = [.command("SAVEPOINT igata"), request, .command("RELEASE igata")]
    do throws(StoreError) {
      return try await run(requests, table).dropLast().last
    } catch {
      if connection.isTransactionFailed { await undo() }
      throw error
    }
  }

  /// Rolls back to the beginning of a failed statement.
  func undo() async {
    let undoing: [Request] = [.command("ROLLBACK TO igata"), .command("RELEASE igata")]
    _ = try? await connection.run(undoing, isInterruptible: false)
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

extension PostgreSQLOptions.Isolation {
  /// The statements that begin a transaction that writes.
  fileprivate var beginning: [String] {
    switch self {
    case .oneWriter:
      [
        "BEGIN ISOLATION LEVEL READ COMMITTED",
        "SELECT pg_advisory_xact_lock(hashtext('igata writer'), hashtext(coalesce(current_schema()::text, '')))",
      ]
    case .readCommitted: ["BEGIN ISOLATION LEVEL READ COMMITTED"]
    case .repeatableRead: ["BEGIN ISOLATION LEVEL REPEATABLE READ"]
    case .serializable: ["BEGIN ISOLATION LEVEL SERIALIZABLE"]
    }
  }
}

#endif
