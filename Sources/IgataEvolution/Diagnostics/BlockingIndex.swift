public import IgataDiagnostics

extension DiagnosticKind {
  public static let blockingIndex = DiagnosticKind(
    "blocking-index",
    """
    Own SQL creates an index while nobody can write to the table, in PostgreSQL.

    An index that the schema declares is created `CONCURRENTLY`, after the transaction of the version.
    """,
    language: .text,
    example: """
      -- igata: after
      CREATE INDEX "by_name" ON "account" ("name");
      -- igata: end
      """,
    fix: """
      model Account {
        index(name)
      }
      """)
}

extension Diagnostic {
  static func blockingIndex(on table: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .blockingIndex, "nobody can write to '\(table)' while the index is created", at: range, severity: .warning,
      help: "declare the index in the schema: it is created CONCURRENTLY, after the version")
  }
}
