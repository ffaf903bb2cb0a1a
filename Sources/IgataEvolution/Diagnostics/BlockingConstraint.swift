public import IgataDiagnostics

extension DiagnosticKind {
  public static let blockingConstraint = DiagnosticKind(
    "blocking-constraint",
    """
    Own SQL adds a constraint that reads every row of the table while nobody can use it, in PostgreSQL.

    With `NOT VALID`, only rows that are written from then on are checked. `VALIDATE CONSTRAINT` checks the others
    while programs read and write.
    """,
    language: .text,
    example: """
      ALTER TABLE "account" ADD CONSTRAINT "named" CHECK ("name" <> '');
      """,
    fix: .replacing("'');", with: "'') NOT VALID;"))
}

extension Diagnostic {
  static func blockingConstraint(on table: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .blockingConstraint, "nobody can use '\(table)' while all of its rows are checked", at: range, severity: .warning,
      help: "add 'NOT VALID', and validate the constraint after the version; or declare it in the schema")
  }
}
