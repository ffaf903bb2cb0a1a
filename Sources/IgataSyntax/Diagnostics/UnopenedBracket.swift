public import IgataDiagnostics

extension DiagnosticKind {
  public static let unopenedBracket = DiagnosticKind(
    "unopened-bracket",
    """
    A closing bracket has no opening one.
    """,
    example: "type Email = String @length(3...254))",
    fix: "type Email = String @length(3...254)")
}

extension Diagnostic {
  static func unopenedBracket(_ text: String, at range: SourceRange, help: String, fix: Fix) -> Diagnostic {
    Diagnostic(.unopenedBracket, "'\(text)' has no opening bracket", at: range, help: help, fixes: [fix])
  }

  static func unopenedBracket(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unopenedBracket, "'\(text)' has no opening bracket", at: range, help: "remove it",
      fixes: [Fix(title: "remove '\(text)'", range: range, replacement: "", isSafe: false)])
  }
}
