@_spi(Backend) import IgataRuntime
import Synchronization

/// Counts the calls of another backend, and can pretend that a table has no rows.
final class CountingBackend: Backend {
  struct Calls: Equatable, Sendable {
    var sessions = 0
    var reads: [String] = []
    var writes: [String] = []
    var deletes: [String] = []
    var rows = 0
  }

  private let base: any Backend
  fileprivate let hidden: String?
  private let counted = Mutex(Calls())

  init(_ base: any Backend, hiding hidden: String? = nil) {
    self.base = base
    self.hidden = hidden
  }

  var identity: StoreIdentity { base.identity }

  func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    try await base.prepare(tables)
  }

  func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    count { $0.sessions += 1 }
    return CountingSession(base: try await base.begin(access), backend: self)
  }

  fileprivate func count(_ change: (inout Calls) -> Void) { counted.withLock { change(&$0) } }

  /// The calls since this was last called.
  func takeCalls() -> Calls {
    counted.withLock { calls in
      defer { calls = Calls() }
      return calls
    }
  }
}

private struct CountingSession: BackendSession {
  let base: any BackendSession
  let backend: CountingBackend

  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    backend.count { $0.reads.append(query.table.name) }
    if query.table.name == backend.hidden { return }
    try await base.read(query, consume)
  }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    backend.count { $0.writes.append(write.table.name) }
    let count = try await base.write(write, produce)
    backend.count { $0.rows += count }
    return count
  }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    backend.count { $0.writes.append(query.table.name) }
    return try await base.update(query, assignments)
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    backend.count { $0.deletes.append(query.table.name) }
    return try await base.delete(query)
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    try await base.aggregate(query, by: groups, aggregates)
  }

  func savepoint() async throws(StoreError) -> Savepoint { try await base.savepoint() }
  func rollBack(to savepoint: Savepoint) async throws(StoreError) { try await base.rollBack(to: savepoint) }
  func release(_ savepoint: Savepoint) async throws(StoreError) { try await base.release(savepoint) }
  func commit() async throws(StoreError) { try await base.commit() }
  func rollback() async { await base.rollback() }
}
