public import IgataDiagnostics

extension DiagnosticKind {
  public static let missingName = DiagnosticKind(
    "missing-name",
    page: """
      A name is missing.

      ## Example

      ```igata
      struct {
        city: String
      }
      ```

      ## Fix

      ```igata
      struct Place {
        city: String
      }
      ```
      """)
}

extension Diagnostic {
  static func missingName(_ message: String, at range: SourceRange, help: String? = nil) -> Diagnostic {
    Diagnostic(.missingName, message, at: range, help: help)
  }
}
