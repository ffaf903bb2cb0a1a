public import IgataDiagnostics

extension DiagnosticKind {
  /// A name for the database is one that no database takes.
  ///
  /// It is empty, longer than 255 bytes, holds the character NUL, or begins with `sqlite_` where SQLite keeps such
  /// names of tables and indexes for itself.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person @table("") {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person @table("people") {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  public static let invalidSQLName = DiagnosticKind("invalid-sql-name")
}

extension Diagnostic {
  static func invalidSQLName(at range: SourceRange, because reason: String, help: String) -> Diagnostic {
    Diagnostic(.invalidSQLName, "the name for the database \(reason)", at: range, help: help)
  }

  static func keptSQLName(_ name: String, at range: SourceRange, help: String) -> Diagnostic {
    invalidSQLName(at: range, because: "begins with 'sqlite_', which SQLite keeps for itself", help: help)
  }
}

extension Resolution {
  /// Whether a name may be used as it is written; says so where not.
  mutating func checkSQLName(_ name: String, at range: SourceRange) -> Bool {
    let reason: String
    if name.isEmpty {
      reason = "is empty"
    } else if name.utf8.contains(0) {
      reason = "holds the character NUL"
    } else if name.utf8.count > nameLimit {
      reason = "is longer than \(nameLimit) bytes"
    } else {
      return true
    }
    report(.invalidSQLName(at: range, because: reason, help: "choose another name"))
    return false
  }
}
