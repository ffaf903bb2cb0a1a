import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataTesting
import Testing

/// Two backends that differ.
@Suite struct ComparisonTests {
  /// The query of a difference becomes smaller, and that ends.
  @Test(.timeLimit(.minutes(2)), arguments: 0..<10 as Range<UInt64>)
  func differencesAreReduced(seed: UInt64) async throws {
    let result = try await QueryComparison([Tag.self]).run(count: 10_000, seed: seed) {
      MemoryBackend()
    } found: {
      ListlessBackend()
    }
    let difference = try #require(result.difference)
    #expect(difference.question.hasSuffix("of Tag (tag) where ….isIn([…])"), "\(difference)")
  }
}

/// A backend that finds no row where a condition is a list of values and nothing else.
private struct ListlessBackend: Backend {
  let base = MemoryBackend()

  var identity: StoreIdentity { base.identity }

  func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    try await base.prepare(tables)
  }

  func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    ListlessSession(base: try await base.begin(access))
  }
}

private struct ListlessSession: BackendSession {
  let base: any BackendSession

  private func seen(_ query: RowQuery) -> RowQuery {
    guard case .isIn? = query.condition?.kind else { return query }
    var query = query
    query.condition = .never
    return query
  }

  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    try await base.read(seen(query), consume)
  }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    try await base.write(write, produce)
  }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    try await base.update(query, assignments)
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int { try await base.delete(query) }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    try await base.aggregate(seen(query), by: groups, aggregates)
  }

  func savepoint() async throws(StoreError) -> Savepoint { try await base.savepoint() }
  func rollBack(to savepoint: Savepoint) async throws(StoreError) { try await base.rollBack(to: savepoint) }
  func release(_ savepoint: Savepoint) async throws(StoreError) { try await base.release(savepoint) }
  func commit() async throws(StoreError) { try await base.commit() }
  func rollback() async { await base.rollback() }
}
