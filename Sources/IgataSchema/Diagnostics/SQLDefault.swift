public import IgataDiagnostics

extension DiagnosticKind {
  public static let sqlDefault = DiagnosticKind(
    "sql-default",
    """
    `sql("…")` is the default of a field for which the database can't make values.

    The database evaluates the expression for a row that is inserted without a value. Until then there is none, so the
    field must be optional. It must be a field of a model, and no part of its primary key. The text must be one
    expression, of which nothing can reach the statement around it.

    It is one expression in the rules of SQLite and of PostgreSQL: its parentheses and quotes close, and it has no
    comment, and no `;` or `,` outside of them.
    """,
    example: """
      model Invitation {
        id: UUID = uuid() @primaryKey
        code: String = sql("gen_random_uuid()::text")
      }
      """,
    fix: .replacing("String", with: "String?"))
}

extension Diagnostic {
  static func sqlDefault(at range: SourceRange, _ rule: String, help: String, fixes: [Fix] = []) -> Diagnostic {
    Diagnostic(.sqlDefault, "'sql(…)' \(rule)", at: range, help: help, fixes: fixes)
  }
}
