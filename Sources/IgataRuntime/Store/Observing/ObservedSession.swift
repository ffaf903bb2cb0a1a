/// A session whose statements are reported to an observer. Over a backend without statements, its calls are.
final class ObservedSession: BackendSession {
  private let base: any BackendSession
  /// Whether the backend reports its statements.
  private let reportsStatements: Bool
  private let observer: StoreObserver
  private let access: SessionAccess
  private let attempt: Int
  private let wait: SessionWait

  private init(
    _ base: any BackendSession, of backend: any Backend, _ observer: StoreObserver, _ access: SessionAccess,
    attempt: Int, _ wait: SessionWait
  ) {
    self.base = base
    reportsStatements = backend.reportsStatements
    self.observer = observer
    self.access = access
    self.attempt = attempt
    self.wait = wait
  }

  /// Begins a session of a backend by `begin`, and reports that as well.
  static func begin(
    _ access: SessionAccess, of backend: any Backend, for observer: StoreObserver?, attempt: Int = 1,
    _ begin: () async throws(StoreError) -> any BackendSession
  ) async throws(StoreError) -> any BackendSession {
    try backend.identity.lifecycle.checkOpen()
    guard let observer else { return try await begin() }
    let wait = SessionWait(since: .now)
    let call = ObservedCall(observer, .begin, nil, attempt: attempt, wait)
    let base: any BackendSession
    do throws(StoreError) {
      base = try await call.run(begin)
    } catch {
      if !wait.isTaken { call.reportWait(error) }
      throw error
    }
    if !backend.reportsStatements, access == .write {
      call.end(call.begin(nil, system: nil), nil, system: nil, rows: 0)
    }
    wait.end()
    return ObservedSession(base, of: backend, observer, access, attempt: attempt, wait)
  }

  /// The session itself, if it can work without suspending. Who makes its calls reports them.
  var direct: (any DirectSession)? { base as? any DirectSession }

  /// A call of the session, which is about a table or about none.
  func call(_ kind: StoreEvent.Kind, _ table: TableDescription? = nil) -> ObservedCall {
    ObservedCall(observer, kind, table, attempt: attempt, wait.isTaken ? nil : wait)
  }

  /// Runs `body`, which sets how many rows it read or changed.
  private func run<Result>(
    _ kind: StoreEvent.Kind, _ table: TableDescription? = nil, _ body: (inout Int) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    let call = call(kind, table)
    var rows = 0
    if reportsStatements {
      return try await call.run { () async throws(StoreError) in try await body(&rows) }
    }
    let start = call.begin(nil, system: nil)
    do throws(StoreError) {
      let result = try await body(&rows)
      call.end(start, nil, system: nil, rows: rows)
      return result
    } catch {
      call.end(start, nil, system: nil, rows: rows, error)
      throw error
    }
  }

  // MARK: Rows

  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    try await run(.read, query.table) { (rows) async throws(StoreError) in
      try await base.read(query) { (reader) throws(StoreError) in try reader.count(&rows, consume) }
    }
  }

  func read(_ query: GroupQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    try await run(.aggregate, query.rows.table) { (rows) async throws(StoreError) in
      try await base.read(query) { (reader) throws(StoreError) in try reader.count(&rows, consume) }
    }
  }

  func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)? {
    let cursor = try await run(.read, query.table) { (_) async throws(StoreError) in
      try await base.cursor(query)
    }
    return cursor.map { ObservedCursor(base: $0, session: self, table: query.table) }
  }

  fileprivate func read(
    _ count: Int, of table: TableDescription, from cursor: any RowCursor,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await run(.read, table) { (rows) async throws(StoreError) in
      try await cursor.next(count) { (reader) throws(StoreError) in try reader.count(&rows, consume) }
    }
  }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    try await run(.write, write.table) { (rows) async throws(StoreError) in
      rows = try await base.write(write, produce)
      return rows
    }
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    try await run(.delete, query.table) { (rows) async throws(StoreError) in
      rows = try await base.delete(query)
      return rows
    }
  }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    try await run(.update, query.table) { (rows) async throws(StoreError) in
      rows = try await base.update(query, assignments)
      return rows
    }
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    try await run(.aggregate, query.table) { (rows) async throws(StoreError) in
      let values = try await base.aggregate(query, by: groups, aggregates)
      rows = values.count
      return values
    }
  }

  // MARK: SQL

  func execute(_ sql: SQL) async throws(StoreError) -> SQLChange {
    try await run(.sql) { (_) async throws(StoreError) in try await base.execute(sql) }
  }

  func read(
    _ sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await run(.sql) { (rows) async throws(StoreError) in
      try await base.read(sql, as: table) { (reader) throws(StoreError) in try reader.count(&rows, consume) }
    }
  }

  func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan {
    try await run(.sql) { (_) async throws(StoreError) in try await base.explain(query) }
  }

  // MARK: Transactions

  func savepoint() async throws(StoreError) -> Savepoint {
    try await run(.begin) { (_) async throws(StoreError) in try await base.savepoint() }
  }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    try await run(.rollback) { (_) async throws(StoreError) in try await base.rollBack(to: savepoint) }
  }

  func release(_ savepoint: Savepoint) async throws(StoreError) {
    try await run(.commit) { (_) async throws(StoreError) in try await base.release(savepoint) }
  }

  func access(to backend: StoreIdentity) -> SessionAccess? { base.access(to: backend) }

  func commit() async throws(StoreError) {
    try await run(.commit) { (_) async throws(StoreError) in try await base.commit() }
  }

  func rollback() async {
    if !reportsStatements, access != .write { return await base.rollback() }
    try? await run(.rollback) { (_) async throws(StoreError) in await base.rollback() }
  }
}

/// A cursor of an ``ObservedSession``.
private struct ObservedCursor: RowCursor {
  let base: any RowCursor
  let session: ObservedSession
  let table: TableDescription

  func next(
    _ count: Int, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await session.read(count, of: table, from: base, consume)
  }
}

extension RowReader {
  /// Adds the rows that `consume` reads.
  fileprivate mutating func count(
    _ rows: inout Int, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    let before = remaining
    try consume(&self)
    rows += before - remaining
  }
}
