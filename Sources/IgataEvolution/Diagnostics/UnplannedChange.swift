public import IgataDiagnostics

extension DiagnosticKind {
  public static let unplannedChange = DiagnosticKind(
    "unplanned-change",
    """
    No script for a kind of database does what has changed.

    In PostgreSQL, functions of the program aren't called, and an expression that is only SQLite's can't be evaluated.

    Give an expression for PostgreSQL, or a value that is the same for all rows and that a program replaces. Or leave
    `"postgresql"` out of `"embed"` in `igata.json`.
    """,
    language: .text,
    example: """
      version 6: model Account { …  note: String }
      now:       model Account { …  note: String  code: String @backfill(swift: "code({note})") }
      """,
    fix: """
      now:       model Account { …  note: String  code: String @backfill(postgresql: "upper({note})") }
      """)
}

extension Diagnostic {
  static func unplannedChange(_ change: Change, _ dialect: String) -> Diagnostic {
    Diagnostic(
      .unplannedChange, "no script for \(dialect) does this yet: \(change.message)", at: change.range,
      help: "write '@backfill(postgresql: \"…\")', or a value that is the same for all rows")
  }
}
