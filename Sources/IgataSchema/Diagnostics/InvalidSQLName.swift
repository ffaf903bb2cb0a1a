public import IgataDiagnostics

extension DiagnosticKind {
  public static let invalidSQLName = DiagnosticKind(
    "invalid-sql-name",
    """
    A name for the database is invalid.

    It is empty, is longer than 255 bytes, contains the character NUL, or is a table or index name that begins with
    `sqlite_`, which SQLite reserves.
    """,
    example: """
      model Person @table("") {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing(#"@table("")"#, with: #"@table("people")"#))
}

extension Diagnostic {
  static func invalidSQLName(at range: SourceRange, because reason: String, help: String) -> Diagnostic {
    Diagnostic(.invalidSQLName, "the name for the database \(reason)", at: range, help: help)
  }

  static func reservedSQLName(_ name: String, at range: SourceRange, help: String) -> Diagnostic {
    invalidSQLName(at: range, because: "begins with 'sqlite_', which SQLite reserves", help: help)
  }
}

extension Resolution {
  /// Whether a name is valid in SQL. Reports an error if it isn't.
  mutating func checkSQLName(_ name: String, at range: SourceRange) -> Bool {
    let reason: String
    if name.isEmpty {
      reason = "is empty"
    } else if name.utf8.contains(0) {
      reason = "contains the character NUL"
    } else if name.utf8.count > nameLimit {
      reason = "is longer than \(nameLimit) bytes"
    } else {
      return true
    }
    report(.invalidSQLName(at: range, because: reason, help: "choose another name"))
    return false
  }
}
