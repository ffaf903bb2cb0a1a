#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension SQLiteSession {
  static var temporaryTables: String { "SELECT name FROM sqlite_temp_master WHERE type IN ('table', 'view')" }

  func change(by sql: SQL) async throws(StoreError) -> (change: SQLChange, mayDefine: Bool) {
    guard access == .alone else { return try changeOnce(by: sql) }
    return try await connection.retrying(patience) { () throws(StoreError) in try changeOnce(by: sql) }
  }

  private func changeOnce(by sql: SQL) throws(StoreError) -> (change: SQLChange, mayDefine: Bool) {
    let (statement, parameters, _) = try connection.prepare(sql, isAlone: access == .alone)
    let changed = connection.audit.changedTables.map { tables[$0]?.name ?? $0 }
    let isDefinition = connection.audit.isDefinition
    try connection.use(statement, parameters) { (statement) throws(StoreError) in
      do throws(EngineFailure) {
        try statement.stepToEnd()
        // The number of rows is that of the last statement that changes any.
        connection.usedRowCount = changed.isEmpty || isDefinition ? 0 : connection.changedRowCount
      } catch {
        if error.isForeignKey, let broken = brokenRelation(of: statement) { throw broken }
        if error.isOfOtherFile { throw .unsupportedQuery(expression: sql.description, reason: Self.otherFile) }
        throw error.storeError(among: changed.sorted().compactMap { tables[$0] })
      }
    }
    return (SQLChange(count: connection.usedRowCount, tables: isDefinition ? nil : Set(changed)), isDefinition)
  }

  private static let otherFile = "it would open another file: use 'backUp(to:)' of the backend"

  func readRows(
    of sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    let (statement, parameters, _) = try connection.prepare(sql)
    guard connection.audit.isReading else { throw .writingSQL(sql) }
    let table = try table(connection.columnNames(of: statement))
    try connection.use(statement, parameters) { (statement) throws(StoreError) in
      try connection.read(statement, table, consume)
    }
  }

  private static let explaining = "EXPLAIN QUERY PLAN "

  func plan(of sql: SQL) throws(StoreError) -> QueryPlan {
    let (statement, parameters, text) = try connection.prepare(sql, after: Self.explaining)
    return QueryPlan(
      sql: text,
      steps: try connection.mapped { () throws(EngineFailure) in try connection.steps(of: statement, parameters) })
  }

  func plan(of query: TranslatedQuery, _ table: TableDescription) throws(StoreError) -> QueryPlan {
    let steps = try connection.mapped(table) { () throws(EngineFailure) in
      try connection.steps(
        of: try Statement(Self.explaining + query.sql, on: connection.database), query.parameters)
    }
    return QueryPlan(sql: query.sql, steps: steps)
  }
}

#endif
