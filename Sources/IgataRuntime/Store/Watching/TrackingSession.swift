internal import Synchronization

/// A session that reads, and records from which tables.
final class TrackingSession: ReadingSession {
  private let base: any BackendSession
  /// By their names; `nil` if they aren't known.
  private let tables = Mutex<[String: ReadTable]?>([:])

  init(_ base: any BackendSession) { self.base = base }

  /// The tables that have been read; `nil` if they aren't known, as SQL was run.
  var readTables: [ReadTable]? { tables.withLock { $0.map { Array($0.values) } } }

  private func note(_ query: RowQuery, _ aggregates: [Aggregate] = [], by groups: [QueryExpression] = []) {
    let read = query.readTables(aggregates, by: groups)
    tables.withLock { $0?.merge(read) { $1 } }
  }

  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    note(query)
    try await base.read(query, consume)
  }

  func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)? {
    note(query)
    return try await base.cursor(query)
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    note(query, aggregates, by: groups)
    return try await base.aggregate(query, by: groups, aggregates)
  }

  func read(
    _ sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    tables.withLock { $0 = nil }
    try await base.read(sql, as: table, consume)
  }

  func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan { try await base.explain(query) }

  func commit() async throws(StoreError) { await base.rollback() }
  func rollback() async { await base.rollback() }

  static let refusal = StoreError.misuse(reason: "the store of an observation only reads: write elsewhere")
}
