public import IgataDiagnostics

extension DiagnosticKind {
  public static let missingValue = DiagnosticKind(
    "missing-value",
    """
    A value is missing: after `=`, in parentheses, between commas, or at an end of a range.
    """,
    example: """
      struct Place {
        city: String =
      }
      """,
    fix: .replacing("=", with: #"= """#))
}

extension Diagnostic {
  static func missingValue(_ what: String, at range: SourceRange, help: String? = nil) -> Diagnostic {
    Diagnostic(.missingValue, "\(what) is missing", at: range, help: help)
  }
}
