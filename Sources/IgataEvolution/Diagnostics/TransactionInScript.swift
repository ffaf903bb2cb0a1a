public import IgataDiagnostics

extension DiagnosticKind {
  public static let transactionInScript = DiagnosticKind(
    "transaction-in-script",
    """
    Own SQL begins or ends a transaction, or changes how the version runs.

    A version is one transaction. A statement that ends it would leave a database between two versions if the program
    is killed there.
    """,
    language: .text,
    example: """
      -- igata: before
      BEGIN;
      DELETE FROM "draft" WHERE "draft"."sent";
      COMMIT;
      -- igata: end
      """,
    fix: """
      -- igata: before
      DELETE FROM "draft" WHERE "draft"."sent";
      -- igata: end
      """)
}

extension Diagnostic {
  static func transactionInScript(_ word: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .transactionInScript, "'\(word)' can't be in the transaction of a version", at: range,
      help: word == "CONCURRENTLY"
        ? "declare the index in the schema: it is created after the transaction"
        : "remove it: the version begins and ends its transaction, and checks foreign keys")
  }
}
