#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// The statement of a cursor, with its parameters.
///
/// Only its session uses and closes it: a cursor may be released on any thread, and SQLite allows one call at a time.
///
/// `@unchecked Sendable`: mutable state is used only in calls of the session, which runs one call at a time.
final class OpenStatement: @unchecked Sendable {
  /// `nil` after it was closed.
  private var statement: Statement?
  /// The memory of the parameters.
  private let parameters: WriteSink
  private var isAtEnd = false

  init(_ query: TranslatedQuery, _ connection: Connection) throws(EngineFailure) {
    let statement = try Statement(query.sql, on: connection.database)
    self.statement = statement
    parameters = WriteSink(database: connection.database)
    parameters.bind(query.parameters, to: statement)
  }

  /// Closes the statement, which otherwise would keep its snapshot. The session calls this before it ends.
  func close() { statement = nil }

  /// Passes the next rows to `consume`.
  func read(
    _ count: Int, _ table: TableDescription, _ connection: Connection,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let statement else { throw .misuse(reason: "the session has ended") }
    try connection.use(bound: statement, staysOpen: true) { (statement) throws(StoreError) in
      let cursor = ReadCursor(statement, table, limit: isAtEnd ? 0 : count)
      defer { isAtEnd = isAtEnd || cursor.isAtEnd }
      try connection.read(cursor, table, consume)
    }
  }
}

#endif
