public import IgataDiagnostics

extension DiagnosticKind {
  public static let malformedName = DiagnosticKind(
    "malformed-name",
    """
    A name isn't a valid Swift identifier.

    A name consists of letters of any script, digits and `_`. It can't start with a digit, and `_` alone isn't a name.
    Backticks make a name of a keyword; only a name can be between them.
    """,
    example: """
      struct Place {
        `post code`: String
      }
      """,
    fix: .replacing("`post code`:", with: "postCode:"))
}

extension Diagnostic {
  static func malformedName(_ text: String, at range: SourceRange) -> Diagnostic {
    if text.hasPrefix("`"), text == "`" || !text.hasSuffix("`") {
      return Diagnostic(.malformedName, "a name without its second backtick", at: range, help: "add '`' after it")
    }
    return Diagnostic(
      .malformedName, "'\(text)' isn't a valid name", at: range, help: "a name consists of letters, digits and '_'")
  }
}
