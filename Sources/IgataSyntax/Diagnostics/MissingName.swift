public import IgataDiagnostics

extension DiagnosticKind {
  public static let missingName = DiagnosticKind(
    "missing-name",
    """
    A name is missing.
    """,
    example: """
      struct {
        city: String
      }
      """,
    fix: .replacing("struct {", with: "struct Place {"))
}

extension Diagnostic {
  static func missingName(_ message: String, at range: SourceRange, help: String? = nil) -> Diagnostic {
    Diagnostic(.missingName, message, at: range, help: help)
  }
}
