#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// Extended result codes, which are macros that Swift does not import.
enum ConstraintCode {
  static let check: Int32 = SQLITE_CONSTRAINT | 1 << 8
  static let foreignKey: Int32 = SQLITE_CONSTRAINT | 3 << 8
  static let function: Int32 = SQLITE_CONSTRAINT | 4 << 8
  static let notNull: Int32 = SQLITE_CONSTRAINT | 5 << 8
  static let primaryKey: Int32 = SQLITE_CONSTRAINT | 6 << 8
  static let trigger: Int32 = SQLITE_CONSTRAINT | 7 << 8
  static let unique: Int32 = SQLITE_CONSTRAINT | 8 << 8
  static let virtualTable: Int32 = SQLITE_CONSTRAINT | 9 << 8
  static let rowNumber: Int32 = SQLITE_CONSTRAINT | 10 << 8
  static let dataType: Int32 = SQLITE_CONSTRAINT | 12 << 8
}

/// An error that SQLite reported.
struct EngineFailure: Error, Hashable {
  /// The extended result code.
  var code: Int32
  /// The message, which may quote values; ``reason(_:)`` is what may be shown of it.
  var message: String
  /// Whether the statement was only compiled, so that the message is about its text, which has no values.
  var isOfText = false
  /// What the program itself has thrown; `nil` if SQLite has reported the error.
  var thrown: StoreError?

  init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// The last error of the connection.
  ///
  /// - Parameter isOfText: Whether a statement was only compiled.
  init(_ database: OpaquePointer, isOfText: Bool = false) {
    self.isOfText = isOfText
    code = sqlite3_extended_errcode(database)
    message = String(cString: sqlite3_errmsg(database))
  }

  init(ofStatement statement: OpaquePointer?) {
    guard let database = sqlite3_db_handle(statement) else {
      self.init(code: SQLITE_MISUSE, message: "no connection")
      return
    }
    self.init(database)
  }

  /// The primary result code.
  var primaryCode: Int32 { code & 0xFF }

  /// Whether a statement that was compiled has tried to attach a file, as `VACUUM INTO` does.
  var isOfOtherFile: Bool { primaryCode == SQLITE_AUTH && !isOfText }

  /// Whether the file is damaged, or no database.
  var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

  /// Whether another connection holds a lock, so that the operation can be retried. `SQLITE_PROTOCOL` is reported to a
  /// connection that lost the race for the locks of a WAL file many times in a row.
  var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_PROTOCOL }
}

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
