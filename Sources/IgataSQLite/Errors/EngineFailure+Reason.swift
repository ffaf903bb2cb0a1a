#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

// While a statement runs, the messages of SQLite's functions and virtual tables quote values: those that are bound to
// it, and those of rows. It isn't known which of them are `@sensitive`.
extension EngineFailure {
  /// The message or, if it may quote a value, what replaces it.
  ///
  /// What a trigger raises is shown if no table has a `@sensitive` column.
  ///
  /// - Parameter tables: The tables that were written.
  func reason(_ tables: [TableDescription]) -> String {
    switch code {
    case _ where isOfText: message
    case ConstraintCode.trigger:
      tables.contains { $0.columns.contains(where: \.isSensitive) } ? Self.withheld("a trigger refused a row") : message
    case ConstraintCode.function, ConstraintCode.virtualTable: Self.withheld(plainName)
    case _ where primaryCode == SQLITE_ERROR: errorReason
    // The others name tables, columns, constraints and files.
    default: message
    }
  }

  private var errorReason: String {
    if Self.messagesWithoutValues.contains(message) { return message }
    if Self.messagesOfNames.contains(where: { message.hasPrefix($0) }) { return message }
    let known = Self.beginningsOfMessages.first { message.hasPrefix($0) }
    return Self.withheld(known ?? plainName)
  }

  private static func withheld(_ reason: String) -> String {
    "\(reason); the rest of SQLite's message may quote values"
  }

  /// SQLite's words for the code.
  private var plainName: String { sqlite3_errstr(code).map { String(cString: $0) } ?? "the statement failed" }

  private static let messagesWithoutValues: Set = [
    SQLFunction.overflowMessage, SQLFunction.staleMessage, "malformed JSON", "JSON cannot hold BLOB values",
    "LIKE or GLOB pattern too complex", "ESCAPE expression must be a single character", "fts5: parser stack overflow",
    "unterminated string", "SQL logic error",
  ]

  /// The beginnings of messages about transactions and about other objects of the database.
  private static let messagesOfNames = ["cannot ", "error in ", "no such savepoint: "]

  /// The beginnings of messages that may end with a value.
  private static let beginningsOfMessages = [
    "fts5: syntax error", "no such column", "unknown special query", "bad JSON path", "JSON path error",
    "malformed MATCH expression", "no such table",
  ]
}

#endif
