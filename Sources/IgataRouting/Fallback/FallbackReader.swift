@_spi(Backend) internal import IgataRuntime

/// A session over two backends, in which a read that begins on the first one may have to be made on the second.
protocol FallbackReader: BackendSession {
  var backend: FallbackBackend { get }

  /// Reads with `body`, which sets the `Bool` before it passes on the first rows: rows of two different states must not
  /// be mixed.
  func reading<Result>(
    _ body: (any BackendSession, inout Bool) async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result
}

extension FallbackReader {
  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    try backend.first.check(.rows(query))
    try await reading { (session, hasBegun) throws(StoreError) in
      try await session.read(query) { (reader) throws(StoreError) in
        hasBegun = true
        try consume(&reader)
      }
    }
  }

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

  func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)? {
    try backend.first.check(.rows(query))
    return try await reading { (session, _) throws(StoreError) in try await session.cursor(query) }
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    try backend.first.check(.groups(query, by: groups, aggregates))
    return try await reading { (session, _) throws(StoreError) in
      try await session.aggregate(query, by: groups, aggregates)
    }
  }

  func read(_ query: GroupQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    try backend.first.check(.groups(query.rows, by: query.keys, query.aggregates))
    try await reading { (session, hasBegun) throws(StoreError) in
      try await session.read(query) { (reader) throws(StoreError) in
        hasBegun = true
        try consume(&reader)
      }
    }
  }

  func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan {
    try await reading { (session, _) throws(StoreError) in try await session.explain(query) }
  }
}
