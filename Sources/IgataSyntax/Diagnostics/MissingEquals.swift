public import IgataDiagnostics

extension DiagnosticKind {
  public static let missingEquals = DiagnosticKind(
    "missing-equals",
    page: """
      A `type` has no `=` between its name and its base type.

      ## Example

      ```igata
      type Email: String
      ```

      ## Fix

      ```igata
      type Email = String
      ```
      """)
}

extension Diagnostic {
  static func missingEquals(after name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.missingEquals, "no '=' between '\(name)' and its base type", at: range, help: "write '='")
  }
}
