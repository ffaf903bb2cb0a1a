public import IgataDiagnostics

extension DiagnosticKind {
  public static let missingComma = DiagnosticKind(
    "missing-comma",
    page: """
      There is no comma between two values in parentheses.

      ## Example

      ```igata
      struct Place {
        height: Decimal(6 2)
      }
      ```

      ## Fix

      ```igata
      struct Place {
        height: Decimal(6, 2)
      }
      ```
      """)
}

extension Diagnostic {
  static func missingComma(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingComma, "no ',' between two values", at: range, help: "add ','",
      fixes: [Fix(title: "add ','", range: range, replacement: ",", isSafe: true)])
  }
}
