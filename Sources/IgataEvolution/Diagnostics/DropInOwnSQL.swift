public import IgataDiagnostics

extension DiagnosticKind {
  public static let dropInOwnSQL = DiagnosticKind(
    "drop-in-own-sql",
    """
    Own SQL drops a table or a column of the schema.

    What is derived relies on the tables of both versions. `reserved` in the schema drops a table or a column, with
    all that belongs to it.
    """,
    language: .text,
    example: """
      -- igata: after
      ALTER TABLE "account" DROP COLUMN "comment";
      -- igata: end
      """,
    fix: """
      model Account {
        reserved comment
      }
      """)
}

extension Diagnostic {
  static func dropInOwnSQL(_ what: String, of model: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .dropInOwnSQL, "\(what) belongs to model '\(model)' of the schema, and can't be dropped here", at: range,
      help: "take it out of the schema, and add 'reserved' with its name: the version drops it then")
  }
}
