@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// A session with the backends of a ``RoutedBackend``, which has one session with each backend that is used.
///
/// It never has more than one session that writes, so that two routed sessions never wait for each other.
final class RoutedSession: BackendSession {
  private struct Writing {
    var number: Int
    var session: any BackendSession
    var tables: Set<String> = []
    var hasDeleted = false
  }

  private struct State {
    var reading: [Int: any BackendSession] = [:]
    var writing: Writing?
    /// The savepoints of the session that writes; `nil` for one that was set before there was such a session.
    var savepoints: [Savepoint?] = []
    var isEnded = false
  }

  private let routes: RouteTable
  private let access: SessionAccess
  private let isStreaming: Bool
  private let relay: ChangeRelay
  /// Locked while there is a session that writes.
  private let writers: AsyncMutex
  private let state = Mutex(State())

  init(_ routes: RouteTable, _ access: SessionAccess, isStreaming: Bool, _ relay: ChangeRelay, _ writers: AsyncMutex) {
    self.writers = writers
    self.routes = routes
    self.access = access
    self.isStreaming = isStreaming
    self.relay = relay
  }

  func access(to backend: StoreIdentity) -> SessionAccess? {
    let (writing, reading) = state.withLock { ($0.writing, $0.reading) }
    if let writing, let access = writing.session.access(as: .write, on: routes.backends[writing.number], to: backend) {
      return access
    }
    return reading.lazy.compactMap { $0.value.access(as: .read, on: self.routes.backends[$0.key], to: backend) }.first
  }

  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    try await reading(query, query.isContinuation ? .more : .load).read(query, consume)
  }

  func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)? {
    try await reading(query, .load).cursor(query)
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    try await aggregating(query, by: groups, aggregates).aggregate(query, by: groups, aggregates)
  }

  func read(_ query: GroupQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    try await aggregating(query.rows, by: query.keys, query.aggregates).read(query, consume)
  }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    try await writing(write.table, .save).write(write, produce)
  }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    try routes.check(query, .save, query.tableNames([], by: assignments.map(\.value)))
    return try await writing(query.table, .save).update(query, assignments)
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    try routes.check(query, .delete, query.tableNames)
    return try await writing(query.table, .delete).delete(query)
  }

  func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan {
    switch query {
    case .rows(let rows): return try await reading(rows, .load).explain(query)
    case .groups(let groups):
      return try await aggregating(groups.rows, by: groups.keys, groups.aggregates).explain(query)
    case .sql(let sql): throw Self.withoutRoute(sql)
    }
  }

  func execute(_ sql: SQL) async throws(StoreError) -> SQLChange { throw Self.withoutRoute(sql) }

  func read(
    _ sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    throw Self.withoutRoute(sql)
  }

  private static func withoutRoute(_ sql: SQL) -> StoreError {
    .unsupportedQuery(
      expression: sql.description,
      reason: "there are several backends, and no route for SQL: use a store over the backend that has the tables")
  }

  // MARK: Sessions

  private func reading(
    _ query: RowQuery, _ operation: RoutedOperation
  ) async throws(StoreError) -> any BackendSession {
    try checkOpen()
    try routes.check(query, operation, query.tableNames)
    let number = routes.number(operation, query.table.name)
    let known = state.withLock { state in
      state.writing?.number == number ? state.writing?.session : state.reading[number]
    }
    if let known { return known }
    let backend = routes.backends[number]
    // What is read first is most likely written afterward, and must not change in between.
    let mayWrite = access == .write && state.withLock { $0.writing == nil && $0.reading.isEmpty }
    if mayWrite, writesTo(query.table, number) {
      let session = try await backend.begin(.write)
      state.withLock { $0.writing = Writing(number: number, session: session) }
      return session
    }
    let session = try await isStreaming ? backend.beginStreaming() : backend.begin(access == .write ? .read : access)
    state.withLock { $0.reading[number] = session }
    return session
  }

  private func aggregating(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> any BackendSession {
    try routes.check(query, .aggregate, query.tableNames(aggregates, by: groups))
    return try await reading(query, .aggregate)
  }

  private func writesTo(_ table: TableDescription, _ number: Int) -> Bool {
    routes.number(.save, table.name) == number || routes.number(.delete, table.name) == number
  }

  private func writing(
    _ table: TableDescription, _ operation: RoutedOperation
  ) async throws(StoreError) -> any BackendSession {
    try checkOpen()
    if access != .write { throw .misuse(reason: "a session that only reads was asked to write") }
    let number = routes.number(operation, table.name)
    if let writing = state.withLock({ $0.writing }) {
      if writing.number == number { return note(table, operation, writing.session) }
      if let other = writing.tables.sorted().first {
        throw .misuse(
          reason: "a transaction wrote to the tables '\(other)' and '\(table.name)', which belong to two backends: no "
            + "transaction spans backends, so make it two")
      }
      // Nothing was written there: that session is ended before another one begins.
      state.withLock { state in
        state.writing = nil
        state.savepoints = state.savepoints.map { _ in nil }
      }
      await writing.session.rollback()
    }
    if let reading = state.withLock({ $0.reading.removeValue(forKey: number) }) { await reading.rollback() }
    let session = try await routes.backends[number].begin(.write)
    state.withLock { $0.writing = Writing(number: number, session: session) }
    return note(table, operation, session)
  }

  private func note(
    _ table: TableDescription, _ operation: RoutedOperation, _ session: any BackendSession
  ) -> any BackendSession {
    state.withLock { state in
      state.writing?.tables.insert(table.name)
      if operation == .delete { state.writing?.hasDeleted = true }
    }
    return session
  }

  private func checkOpen() throws(StoreError) {
    if state.withLock({ $0.isEnded }) { throw .misuse(reason: "the session has ended") }
  }

  // MARK: Savepoints and ending

  func savepoint() async throws(StoreError) -> Savepoint {
    try checkOpen()
    let base: Savepoint? =
      if let session = state.withLock({ $0.writing?.session }) { try await session.savepoint() } else { nil }
    return state.withLock { state in
      state.savepoints.append(base)
      return Savepoint(number: state.savepoints.count)
    }
  }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    let (base, session) = try take(savepoint)
    if let base {
      try await session?.rollBack(to: base)
    } else if let session {
      // Everything was written after the savepoint.
      state.withLock { $0.writing = nil }
      await session.rollback()
    }
  }

  func release(_ savepoint: Savepoint) async throws(StoreError) {
    let (base, session) = try take(savepoint)
    if let base { try await session?.release(base) }
  }

  /// Removes a savepoint and those after it.
  private func take(_ savepoint: Savepoint) throws(StoreError) -> (base: Savepoint?, session: (any BackendSession)?) {
    try checkOpen()
    return try state.withLock { state throws(StoreError) in
      guard state.savepoints.indices.contains(savepoint.number - 1) else {
        throw .misuse(reason: "the savepoint is not open")
      }
      let base = state.savepoints[savepoint.number - 1]
      state.savepoints.removeSubrange((savepoint.number - 1)...)
      return (base, state.writing?.session)
    }
  }

  func commit() async throws(StoreError) {
    try checkOpen()
    let ended = end()
    defer { leave(ended) }
    for session in ended.reading.values { await session.rollback() }
    guard let writing = ended.writing else { return }
    try await writing.session.commit()
    let tables = writing.tables
    relay.notify(routes.backends[writing.number], writing.hasDeleted ? nil : tables)
  }

  func rollback() async {
    let ended = end()
    defer { leave(ended) }
    for session in ended.reading.values { await session.rollback() }
    await ended.writing?.session.rollback()
  }

  deinit { leave(end()) }

  private func leave(_ ended: State) {
    if access == .write, !ended.isEnded { writers.unlock() }
  }

  private func end() -> State {
    state.withLock { state in
      defer { state = State(isEnded: true) }
      return state
    }
  }
}
