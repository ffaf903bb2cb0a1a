public import IgataDiagnostics

extension DiagnosticKind {
  public static let unclosedBracket = DiagnosticKind(
    "unclosed-bracket",
    """
    A bracket is opened here and never closed.
    """,
    example: "type Email = String @length(3...254",
    fix: "type Email = String @length(3...254)")
}

extension Diagnostic {
  static func unclosedBracket(_ opening: String, at range: SourceRange) -> Diagnostic {
    let closing = opening == "{" ? "}" : opening == "[" ? "]" : ")"
    return Diagnostic(.unclosedBracket, "'\(opening)' isn't closed", at: range, help: "add '\(closing)'")
  }
}
