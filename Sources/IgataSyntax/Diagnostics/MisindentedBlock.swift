public import IgataDiagnostics

extension DiagnosticKind {
  public static let misindentedBlock = DiagnosticKind(
    "misindented-block",
    #"""
    A line of a multiline string is indented less than the closing `"""`.

    The white space before the closing quotes is removed from each line, so every line must start with the same spaces
    and tabs. Empty lines don't need them.
    """#,
    example: #"""
      struct Place {
        about: String = """
          Two
        lines
          """
      }
      """#,
    fix: .replacing("lines", with: "  lines"))
}

extension Diagnostic {
  static func misindentedBlock(at range: SourceRange, closing: SourceRange) -> Diagnostic {
    Diagnostic(
      .misindentedBlock, "this line is indented less than the closing quotes of its multiline string", at: range,
      help: "start it with the same white space as the closing quotes",
      related: [.init(closing, "the indentation is set here")])
  }
}
