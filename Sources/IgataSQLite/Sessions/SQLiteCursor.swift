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
  private let parameters: UnsafeMutablePointer<WriteSink>
  private var isAtEnd = false

  init(_ query: TranslatedQuery, _ table: TableDescription, _ connection: Connection) throws(EngineFailure) {
    let statement = try Statement(query.sql, on: connection.database)
    self.statement = statement
    self.table = table
    parameters = .allocate(capacity: 1)
    parameters.initialize(to: WriteSink(database: connection.database))
    parameters.pointee.bind(query.parameters, to: statement.handle)
  }

  deinit {
    parameters.deinitialize(count: 1)
    parameters.deallocate()
  }

  /// Ends the reading, which else would go on in the transaction's state of the data. Called by the session before its
  /// end.
  func close() { statement = nil }

  /// Hands over the next rows. Returns what SQLite failed with.
  func read(
    _ count: Int, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> EngineFailure? {
    guard let statement else { throw .misuse(reason: "the session has ended") }
    var cursor = ReadCursor(statement.handle, table)
    cursor.remaining = isAtEnd ? 0 : count
    defer { isAtEnd = isAtEnd || cursor.isAtEnd }
    return try withUnsafeMutablePointer(to: &cursor) { (cursor) throws(StoreError) in
      var reader = RowReader(cursor: cursor, reading: ReadCursor.limitedFunctions)
      try consume(&reader)
      if let failure = cursor.pointee.failure { return failure }
      guard let fault = reader.fault else { return nil }
      if let error = fault.readingError(table, row: reader.keyText(table)) { throw error }
      return nil
    }
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
