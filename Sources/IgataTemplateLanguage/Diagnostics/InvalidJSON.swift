import IgataDiagnostics

extension DiagnosticKind {
  public static let invalidJSON = DiagnosticKind(
    "invalid-json",
    """
    A text that should be JSON isn't valid JSON.
    """,
    language: .json,
    example: """
      {"name": "Ada",}
      """,
    fix: .replacing(#""Ada",}"#, with: #""Ada"}"#))
}

extension Diagnostic {
  static func invalidJSON(_ reason: String, at range: SourceRange, help: String? = nil) -> Diagnostic {
    Diagnostic(.invalidJSON, reason, at: range, help: help)
  }
}
