public import IgataDiagnostics

extension DiagnosticKind {
  public static let crowdedQuotes = DiagnosticKind(
    "crowded-quotes",
    #"""
    There is text on the same line as the `"""` of a multiline string.

    The text of a multiline string starts on the line after the opening quotes and ends on the line before the closing
    quotes.
    """#,
    example: #"""
      struct Place {
        about: String = """Two lines
          """
      }
      """#,
    fix: #"""
      struct Place {
        about: String = """
          Two lines
          """
      }
      """#)
}

extension Diagnostic {
  static func crowdedQuotes(isOpening: Bool, at range: SourceRange) -> Diagnostic {
    isOpening
      ? Diagnostic(
        .crowdedQuotes, "text after the opening quotes of a multiline string", at: range,
        help: "start it on the next line")
      : Diagnostic(
        .crowdedQuotes, "text before the closing quotes of a multiline string", at: range,
        help: "put the quotes on their own line")
  }
}
