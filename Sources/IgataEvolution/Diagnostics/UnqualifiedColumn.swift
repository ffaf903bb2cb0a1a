public import IgataDiagnostics

extension DiagnosticKind {
  public static let unqualifiedColumn = DiagnosticKind(
    "unqualified-column",
    """
    A name in double quotes is no column of the statement's tables.

    SQLite takes such a name for a text, and a slip then writes the name of a column into every row. It reports an
    unknown column if the name of the table is in front of it.
    """,
    language: .text,
    example: """
      UPDATE "account" SET "note" = "coment" WHERE true;
      """,
    fix: .replacing(#""coment""#, with: #""account"."comment""#))
}

extension Diagnostic {
  static func unqualifiedColumn(_ name: String, at range: SourceRange, nearest: String?) -> Diagnostic {
    Diagnostic(
      .unqualifiedColumn, "no table of the statement has a column '\(name)', so that SQLite takes it for a text",
      at: range,
      help: nearest.map { "did you mean '\($0)'? a text is in single quotes" }
        ?? "a text is in single quotes; write columns with their table: \"table\".\"column\"")
  }
}
