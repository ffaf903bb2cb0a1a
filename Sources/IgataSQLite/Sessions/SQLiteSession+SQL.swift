#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension SQLiteSession {
  func execute(_ sql: SQL) async throws(StoreError) -> SQLChange {
    try enter(toWrite: true, unlessCancelled: true)
    defer { gate.leave() }
    let (statement, parameters, _) = try connection.prepare(sql)
    let changed = connection.audit.changedTables.map { tables[$0]?.name ?? $0 }
    let isDefinition = connection.audit.isDefinition
    try connection.use(statement, parameters) { (handle) throws(StoreError) in
      var code = SQLITE_ROW
      while code == SQLITE_ROW { code = sqlite3_step(handle) }
      if code != SQLITE_DONE { throw error(EngineFailure(connection.database), handle, changed) }
    }
    if isDefinition { try refuseHiding(sql) }
    // The number of rows is that of the last statement that changes any.
    let count = changed.isEmpty || isDefinition ? 0 : Int(sqlite3_changes(connection.database))
    return SQLChange(count: count, tables: isDefinition ? nil : Set(changed))
  }

  /// A temporary table or view hides the table of the same name from all that use the connection after this.
  private func refuseHiding(_ sql: SQL) throws(StoreError) {
    let names = try connection.rows("SELECT name FROM sqlite_temp_master WHERE type IN ('table', 'view')")
    guard let hidden = names.compactMap({ tables[$0[0] ?? ""] }).first else { return }
    throw .hidingSQL(sql, hidden)
  }

  func read(
    _ sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try enter(unlessCancelled: true)
    defer { gate.leave() }
    let (statement, parameters, _) = try connection.prepare(sql)
    guard connection.audit.isReading else { throw .writingSQL(sql) }
    let table = try table(connection.columnNames(of: statement))
    do throws(StoreError) {
      try connection.use(statement, parameters) { (handle) throws(StoreError) in
        try connection.read(handle, table, consume)
      }
    } catch {
      noteLoss(error)
      throw error
    }
  }

  func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan {
    try enter(unlessCancelled: true)
    defer { gate.leave() }
    switch query {
    case .rows(let query):
      return try plan(of: QueryTranslator.rows(query, connection.statements(of: query.table).text), query.table)
    case .groups(let query, let groups, let aggregates):
      let text = connection.statements(of: query.table).text
      return try plan(of: QueryTranslator.aggregates(query, by: groups, aggregates, text).0, query.table)
    case .sql(let sql):
      let (statement, parameters, text) = try connection.prepare(sql, after: Self.explaining)
      return QueryPlan(
        sql: text,
        steps: try mapped(nil) { () throws(EngineFailure) in try connection.steps(of: statement, parameters) })
    }
  }

  private static let explaining = "EXPLAIN QUERY PLAN "

  private func plan(of query: TranslatedQuery, _ table: TableDescription) throws(StoreError) -> QueryPlan {
    let steps = try mapped(table) { () throws(EngineFailure) in
      let statement = try Statement(Self.explaining + query.sql, on: connection.database)
      return try connection.steps(of: statement, query.parameters)
    }
    return QueryPlan(sql: query.sql, steps: steps)
  }

  /// The error of a statement that changes some tables.
  private func error(_ failure: EngineFailure, _ statement: OpaquePointer, _ changed: [String]) -> StoreError {
    if failure.isForeignKey, let error = brokenRelation(of: statement) { return error }
    let error = failure.storeError(among: changed.sorted().compactMap { tables[$0] })
    noteLoss(error)
    return error
  }
}

#endif
