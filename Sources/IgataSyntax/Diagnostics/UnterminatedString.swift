public import IgataDiagnostics

extension DiagnosticKind {
  public static let unterminatedString = DiagnosticKind(
    "unterminated-string",
    #"""
    A string is never closed.

    A string ends on the line it starts on, and a multiline string at the next `"""`.
    """#,
    example: """
      struct Place {
        city: String = "Oslo
      }
      """,
    fix: .replacing(#""Oslo"#, with: #""Oslo""#))
}

extension Diagnostic {
  static func unterminatedString(isBlock: Bool, at range: SourceRange) -> Diagnostic {
    let quotes = isBlock ? "\"\"\"" : "\""
    return Diagnostic(
      .unterminatedString, isBlock ? "this multiline string isn't closed" : "this string isn't closed", at: range,
      help: "add '\(quotes)' at its end")
  }
}
