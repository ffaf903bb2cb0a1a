public import IgataDiagnostics

extension DiagnosticKind {
  public static let malformedOwnSQL = DiagnosticKind(
    "malformed-own-sql",
    """
    A file of own SQL has a statement outside of its blocks, or a block without an end.

    `igata migrate new` writes the file with all blocks. What is in no block would never run.
    """,
    language: .text,
    example: """
      UPDATE "account" SET "name" = trim("account"."name") WHERE true;
      -- igata: before
      -- igata: end
      """,
    fix: """
      -- igata: before
      UPDATE "account" SET "name" = trim("account"."name") WHERE true;
      -- igata: end
      """)
}

extension Diagnostic {
  static func malformedOwnSQL(_ message: String, at range: SourceRange, help: String) -> Diagnostic {
    Diagnostic(.malformedOwnSQL, message, at: range, help: help)
  }
}
