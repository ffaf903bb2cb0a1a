public import IgataDiagnostics

extension DiagnosticKind {
  public static let unexpectedText = DiagnosticKind(
    "unexpected-text",
    """
    Some text isn't allowed here.

    A newline ends a member, so each member starts on its own line.
    """,
    example: """
      struct Place {
        city: String,
      }
      """,
    fix: .replacing("String,", with: "String"))
}

extension Diagnostic {
  static func unexpectedText(
    _ text: String, at range: SourceRange, help: String? = nil, fix: Fix? = nil
  ) -> Diagnostic {
    Diagnostic(.unexpectedText, "unexpected '\(text)'", at: range, help: help, fixes: fix.map { [$0] } ?? [])
  }
}
