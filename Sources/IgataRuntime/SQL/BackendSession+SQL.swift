// By default, a session runs no SQL.
@_spi(Backend) extension BackendSession {
  /// Throws ``StoreError/unsupportedQuery(expression:reason:)``.
  public func execute(_ sql: SQL) async throws(StoreError) -> SQLChange { throw .withoutSQL(sql.description) }

  /// Throws ``StoreError/unsupportedQuery(expression:reason:)``.
  public func read(
    _ sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    throw .withoutSQL(sql.description)
  }

  /// Throws ``StoreError/unsupportedQuery(expression:reason:)``.
  public func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan {
    throw .withoutSQL(query.text)
  }
}

extension ExplainedQuery {
  fileprivate var text: String {
    switch self {
    case .rows(let query): query.table.model
    case .groups(let query): query.rows.table.model
    case .sql(let sql): sql.description
    }
  }
}

extension StoreError {
  fileprivate static func withoutSQL(_ text: String) -> StoreError {
    .unsupportedQuery(
      expression: text,
      reason: "the backend runs no SQL: use a query, an update or a deletion of the store, or a backend for a database")
  }
}
