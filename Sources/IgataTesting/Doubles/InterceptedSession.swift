@_spi(Backend) internal import IgataRuntime

/// Intercepts the calls between a store and a backend, before they are forwarded and after.
protocol Interceptor: Sendable {
  /// Throws if the call is not to be forwarded.
  func willPass(_ call: BackendCall) async throws(StoreError)
  /// Receives the result of the call. Throws if the caller is to see a failure instead of a success.
  func didPass(_ call: BackendCall) throws(StoreError)
}

extension Interceptor {
  /// Forwards a call between the two.
  func pass<Result>(
    _ call: BackendCall, _ body: (inout BackendCall) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    var call = call
    let result: Result
    do throws(StoreError) {
      try await willPass(call)
      result = try await body(&call)
    } catch {
      call.error = error
      try didPass(call)
      throw error
    }
    try didPass(call)
    return result
  }
}

/// A session whose calls are passed to an ``Interceptor``.
final class InterceptedSession: BackendSession {
  private let base: any BackendSession
  private let interceptor: any Interceptor

  init(_ base: any BackendSession, _ interceptor: any Interceptor) {
    self.base = base
    self.interceptor = interceptor
  }

  func access(to backend: StoreIdentity) -> SessionAccess? { base.access(to: backend) }

  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    var call = BackendCall(.read, query.table)
    call.query = query
    try await interceptor.pass(call) { (_) async throws(StoreError) in try await base.read(query, consume) }
  }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    var call = BackendCall(.write, write.table)
    call.kind = write.kind
    call.columns = write.columns
    return try await interceptor.pass(call) { (call) async throws(StoreError) in
      var rows: [CopiedRow] = []
      defer { call.rows = rows.map(\.values) }
      return try await base.write(write) { (writer) throws(StoreError) in
        try writer.copyingRows(of: write.table, to: &rows, produce)
      }
    }
  }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    var call = BackendCall(.update, query.table)
    call.query = query
    call.assignments = assignments
    return try await interceptor.pass(call) { (_) async throws(StoreError) in
      try await base.update(query, assignments)
    }
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    var call = BackendCall(.delete, query.table)
    call.query = query
    return try await interceptor.pass(call) { (_) async throws(StoreError) in try await base.delete(query) }
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    try await interceptor.pass(call(query, by: groups, aggregates)) { (_) async throws(StoreError) in
      try await base.aggregate(query, by: groups, aggregates)
    }
  }

  func read(_ query: GroupQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    let call = call(query.rows, by: query.keys, query.aggregates)
    try await interceptor.pass(call) { (_) async throws(StoreError) in try await base.read(query, consume) }
  }

  private func call(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) -> BackendCall {
    var call = BackendCall(.aggregate, query.table)
    call.query = query
    call.groups = groups
    call.aggregates = aggregates
    return call
  }

  func execute(_ sql: SQL) async throws(StoreError) -> SQLChange {
    try await interceptor.pass(call(.execute, sql)) { (_) async throws(StoreError) in try await base.execute(sql) }
  }

  func read(
    _ sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await interceptor.pass(call(.read, sql)) { (_) async throws(StoreError) in
      try await base.read(sql, as: table, consume)
    }
  }

  func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan {
    var call = BackendCall(.explain)
    switch query {
    case .rows(let query): (call.query, call.table) = (query, query.table)
    case .groups(let query): (call.query, call.table) = (query.rows, query.rows.table)
    case .sql(let sql): call.sql = sql
    }
    return try await interceptor.pass(call) { (_) async throws(StoreError) in try await base.explain(query) }
  }

  private func call(_ operation: BackendOperation, _ sql: SQL) -> BackendCall {
    var call = BackendCall(operation)
    call.sql = sql
    return call
  }

  func savepoint() async throws(StoreError) -> Savepoint {
    try await interceptor.pass(BackendCall(.savepoint)) { (_) async throws(StoreError) in try await base.savepoint() }
  }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    try await interceptor.pass(BackendCall(.rollBackToSavepoint)) { (_) async throws(StoreError) in
      try await base.rollBack(to: savepoint)
    }
  }

  func release(_ savepoint: Savepoint) async throws(StoreError) {
    try await interceptor.pass(BackendCall(.releaseSavepoint)) { (_) async throws(StoreError) in
      try await base.release(savepoint)
    }
  }

  func commit() async throws(StoreError) {
    do throws(StoreError) {
      try await interceptor.willPass(BackendCall(.commit))
    } catch {
      // A session whose commit failed has ended nevertheless, and releases its resources.
      await base.rollback()
      var call = BackendCall(.commit)
      call.error = error
      try interceptor.didPass(call)
      throw error
    }
    var call = BackendCall(.commit)
    do throws(StoreError) {
      try await base.commit()
    } catch {
      call.error = error
      try interceptor.didPass(call)
      throw error
    }
    try interceptor.didPass(call)
  }

  func rollback() async {
    // A rollback can't fail: the session ends in any case.
    try? await interceptor.willPass(BackendCall(.rollback))
    await base.rollback()
    try? interceptor.didPass(BackendCall(.rollback))
  }
}
