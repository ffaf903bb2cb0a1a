#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The statement of a cursor, with its parameters.
///
/// Only its session uses and closes it: a cursor may be released on any thread, and SQLite allows one call at a time.
///
/// `@unchecked Sendable`: mutable state is used only in calls of the session, which runs one call at a time.
final class OpenStatement: @unchecked Sendable {
  /// `nil` after it was closed.
  private var statement: Statement?
  private let table: TableDescription
  /// The memory of the parameters.
  private let parameters: WriteSink
  private var isAtEnd = false

  init(_ query: TranslatedQuery, _ table: TableDescription, _ connection: Connection) throws(EngineFailure) {
    let statement = try Statement(query.sql, on: connection.database)
    self.statement = statement
    self.table = table
    parameters = WriteSink(database: connection.database)
    parameters.bind(query.parameters, to: statement.handle)
  }

  /// Closes the statement, which otherwise would keep its snapshot. The session calls this before it ends.
  func close() { statement = nil }

  /// Passes the next rows to `consume`. Returns the error of SQLite; `nil` if there was none.
  func read(
    _ count: Int, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> EngineFailure? {
    guard let statement else { throw .misuse(reason: "the session has ended") }
    let cursor = ReadCursor(statement.handle, table, limit: isAtEnd ? 0 : count)
    defer { isAtEnd = isAtEnd || cursor.isAtEnd }
    var reader = RowReader(cursor)
    try consume(&reader)
    if let failure = cursor.failure { return failure }
    guard let fault = reader.fault else { return nil }
    if let error = fault.readingError(table, row: reader.keyText(table)) { throw error }
    return nil
  }
}

/// A position in the rows of a query.
final class SQLiteCursor: RowCursor {
  private let session: SQLiteSession
  private let statement: OpenStatement
  private let table: TableDescription

  init(_ session: SQLiteSession, _ statement: OpenStatement, _ table: TableDescription) {
    self.session = session
    self.statement = statement
    self.table = table
  }

  func next(
    _ count: Int, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try session.read(statement, table, count, consume)
  }
}

extension SQLiteSession {
  func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)? {
    try open(query)
  }
}

#endif
