#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// A server-side cursor over the rows of a query.
final class PostgreSQLCursor: RowCursor {
  private let session: PostgreSQLSession
  private let name: String
  private let table: TableDescription

  init(_ session: PostgreSQLSession, _ name: String, _ table: TableDescription) {
    self.session = session
    self.name = name
    self.table = table
  }

  func next(
    _ count: Int, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await session.fetch(count, from: name, table, consume)
  }
}

extension PostgreSQLSession {
  /// The request that opens a cursor for a query. Its SQL is the same for all queries of the same shape.
  static func declaration(_ name: String, _ query: RowQuery, _ text: TableText) throws(StoreError) -> Request {
    var declaration = try QueryTranslator.rows(query, text)
    declaration.start = "DECLARE \(name) NO SCROLL CURSOR FOR " + declaration.start
    return try declaration.request(query.table)
  }
}

#endif
