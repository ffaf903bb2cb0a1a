#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// A statement that is stepped through now and then, with its parameters.
///
/// It belongs to a session, which alone uses and closes it: whoever reads by it may let go of it on any thread, and
/// SQLite takes one call at a time.
///
/// `@unchecked Sendable`: what changes is reached within a call of its session, and the session lets in one at a time.
final class OpenStatement: @unchecked Sendable {
  /// Nothing once it is closed.
  private var statement: Statement?
  private let table: TableDescription
  /// Where the parameters lie.
  private let parameters: WriteSink
  private var isAtEnd = false

  init(_ query: TranslatedQuery, _ table: TableDescription, _ connection: Connection) throws(EngineFailure) {
    let statement = try Statement(query.sql, on: connection.database)
    self.statement = statement
    self.table = table
    parameters = WriteSink(database: connection.database)
    parameters.bind(query.parameters, to: statement.handle)
  }

  /// Ends the reading, which else would go on in the transaction's state of the data. Called by the session before its
  /// end.
  func close() { statement = nil }

  /// Hands over the next rows. Returns what SQLite failed with.
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

/// A place in the rows of a session's query.
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
