public import IgataDiagnostics

extension DiagnosticKind {
  public static let missingComma = DiagnosticKind(
    "missing-comma",
    """
    There is no comma between two values in parentheses.
    """,
    example: """
      struct Place {
        height: Decimal(6 2)
      }
      """,
    fix: .replacing("Decimal(6", with: "Decimal(6,"))
}

extension Diagnostic {
  static func missingComma(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingComma, "no ',' between two values", at: range, help: "add ','",
      fixes: [Fix(title: "add ','", range: range, replacement: ",", isSafe: true)])
  }
}
