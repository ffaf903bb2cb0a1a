@_spi(Backend) internal import IgataRuntime

extension FallbackWritingSession {
  func read(
    _ sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await reading { (session, hasBegun) throws(StoreError) in
      try await session.read(sql, as: table) { (reader) throws(StoreError) in
        hasBegun = true
        try consume(&reader)
      }
    }
  }

  func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan {
    try await doing { (session) throws(StoreError) in try await session.explain(query) }
  }

  /// The rows that SQL changes aren't known, and so can't be changed again elsewhere.
  func execute(_ sql: SQL) async throws(StoreError) -> SQLChange {
    throw .unsupportedQuery(
      expression: sql.description,
      reason: "the outbox can't repeat SQL: use an update or a deletion by a query, or a store over the first backend")
  }
}
