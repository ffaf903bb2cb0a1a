#if PostgreSQL
internal import IgataRuntime
internal import Synchronization

/// A transaction on one connection.
///
/// What begins it is sent together with its first statement. A statement that fails leaves the transaction as it was
/// before: each is a savepoint of its own where another call may follow it.
///
/// `@unchecked Sendable`: what changes is reached between `enter` and `leave` alone, and one call at a time gets in.
final class PostgreSQLSession: BackendSession, @unchecked Sendable {
  let connection: Connection
  let tables: PreparedTables
  private let access: Access
  private let pool: ConnectionPool
  private let isEntered = Atomic(false)
  private var isEnded = false
  private var savepointCount = 0
  /// What begins the transaction, until it is sent.
  private var beginning: String?

  /// The session gives the connection back to the pool when it ends.
  init(
    _ connection: Connection, _ access: Access, _ isolation: PostgreSQLOptions.Isolation, _ pool: ConnectionPool,
    _ tables: PreparedTables
  ) {
    self.connection = connection
    self.access = access
    self.pool = pool
    self.tables = tables
    beginning =
      switch access {
      case .singleRead: nil
      case .read: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
      case .write: "BEGIN ISOLATION LEVEL \(isolation.rawValue)"
      }
  }

  deinit {
    if !isEnded { end() }
  }

  func read(
    _ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try enterUnlessCancelled()
    defer { leave() }
    let text = tables.text(of: query.table)
    let translated = try QueryTranslator.rows(query, text)
    let results = try await run([translated.request], query.table)
    guard let result = results.last else { return }
    var cursor = ReadCursor(result, query.table)
    try withExtendedLifetime(result) { () throws(StoreError) in
      try withUnsafeMutablePointer(to: &cursor) { (cursor) throws(StoreError) in
        var reader = RowReader(cursor: cursor, reading: ReadCursor.functions)
        try consume(&reader)
        guard let fault = reader.fault else { return }
        throw fault.readingError(query.table, row: reader.keyText(query.table))
          ?? .backend(code: 0, message: "a row could not be read")
      }
    }
  }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    try enterToWrite(unlessCancelled: true)
    defer { leave() }
    var buffer = RowBuffer(write.table, keys: try await reserveKeys(write))
    try withUnsafeMutablePointer(to: &buffer) { (sink) throws(StoreError) in
      var writer = RowWriter(sink: sink, writing: RowBuffer.functions)
      try produce(&writer)
      guard let fault = writer.fault else { return }
      if let error = fault.writingError(write.table) { throw error }
      let failure = sink.pointee.failure ?? (-1, "")
      let field = failure.column < 0 ? "" : write.table.field(at: failure.column)
      throw .unstorable(model: write.table.model, field: field, reason: failure.reason)
    }
    return try await send(buffer, write)
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    try enterToWrite(unlessCancelled: true)
    defer { leave() }
    let deletion = try QueryTranslator.deletion(query, tables.text(of: query.table))
    return try await run([deletion.request], query.table).last?.changedCount ?? 0
  }

  func aggregate(_ query: RowQuery, _ aggregates: [Aggregate]) async throws(StoreError) -> [StoredValue] {
    guard !aggregates.isEmpty else { return [] }
    try enterUnlessCancelled()
    defer { leave() }
    let (translated, results) = try QueryTranslator.aggregates(query, aggregates, tables.text(of: query.table))
    guard let result = try await run([translated.request], query.table).last else { return [] }
    var values: [StoredValue] = []
    for (index, aggregate) in results.enumerated() {
      values.append(try aggregate.value(result, Int32(index), query.table))
    }
    return values
  }

  // MARK: Savepoints

  func savepoint() async throws(StoreError) -> Savepoint {
    try enterToWrite()
    defer { leave() }
    _ = try await run([.command("SAVEPOINT s\(savepointCount + 1)")], nil)
    savepointCount += 1
    return Savepoint(number: savepointCount)
  }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    try enterToWrite()
    defer { leave() }
    try check(savepoint)
    let name = "s\(savepoint.number)"
    _ = try await run([.command("ROLLBACK TO \(name)"), .command("RELEASE \(name)")], nil)
    savepointCount = savepoint.number - 1
  }

  func release(_ savepoint: Savepoint) async throws(StoreError) {
    try enterToWrite()
    defer { leave() }
    try check(savepoint)
    _ = try await run([.command("RELEASE s\(savepoint.number)")], nil)
    savepointCount = savepoint.number - 1
  }

  // MARK: Ending

  func commit() async throws(StoreError) {
    try enter()
    defer { leave() }
    isEnded = true
    defer { pool.release(connection) }
    guard access != .singleRead, beginning == nil else { return }
    let isFailed = connection.isTransactionFailed
    do {
      _ = try await connection.run([.command("COMMIT")], isInterruptible: false)
    } catch {
      throw error.storeError(nil, tables.all)
    }
    if isFailed { throw .backend(code: 0, message: "the transaction had failed before it was committed") }
  }

  func rollback() async {
    // What ended before has no end.
    guard (try? enter()) != nil else { return }
    end()
    leave()
  }

  /// Undoes what was not committed, without waiting for the server, and gives the connection back.
  private func end() {
    isEnded = true
    // A failure here marks the connection as lost, and the server undoes what it knew of it.
    if access != .singleRead, beginning == nil, !connection.isLost { try? connection.send(andForget: "ROLLBACK") }
    pool.release(connection)
  }

  // MARK: Running

  /// What has to be sent before the next statement.
  func takeBeginning() -> [Request] {
    defer { beginning = nil }
    return beginning.map { [.command($0)] } ?? []
  }

  /// Runs statements, and returns a result for each of them.
  func run(_ requests: [Request], _ table: TableDescription?) async throws(StoreError) -> [ServerResult] {
    try await mapped(table) { () async throws(ServerFailure) in
      try await self.connection.run(self.takeBeginning() + requests).suffix(requests.count)
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

  private func enter() throws(StoreError) {
    guard isEntered.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged else {
      throw .misuse(reason: "two calls at a time in one session")
    }
    guard !isEnded else {
      leave()
      throw .misuse(reason: "the session has ended")
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
    guard savepointCount > 0, (1...savepointCount).contains(savepoint.number) else {
      throw .misuse(reason: "the savepoint \(savepoint.number) is no more")
    }
  }
}

#endif
