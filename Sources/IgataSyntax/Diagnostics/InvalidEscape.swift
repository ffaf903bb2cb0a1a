public import IgataDiagnostics

extension DiagnosticKind {
  public static let invalidEscape = DiagnosticKind(
    "invalid-escape",
    #"""
    A backslash in a string isn't followed by a valid escape.

    The escapes are those of Swift: `\n`, `\r`, `\t`, `\\`, `\"`, `\'` and `\u{…}` with one to eight hexadecimal
    digits that name a character. There is no string interpolation. To write a backslash, write it twice.
    """#,
    example: #"""
      enum Drive: String {
        case home = "C:\home"
      }
      """#,
    fix: .replacing(#""C:\home""#, with: #""C:\\home""#))
}

extension Diagnostic {
  static func invalidEscape(_ escape: String, at range: SourceRange) -> Diagnostic {
    let help =
      switch escape.unicodeScalars.dropFirst().first {
      case "(": "strings in a schema have no interpolation; write '\\\\(' for a backslash"
      case "u": "write '\\u{…}' with the hexadecimal number of a character"
      case nil: "there is no next line to join; write '\\\\' for a backslash"
      default: "write '\\\\' for a backslash"
      }
    return Diagnostic(.invalidEscape, "'\(escape)' isn't a valid escape", at: range, help: help)
  }
}
