public import IgataDiagnostics

extension DiagnosticKind {
  public static let controlCharacter = DiagnosticKind(
    "control-character",
    """
    The file contains a control character other than a tab or a line ending.

    Control characters are invisible, and tools disagree on how to handle them. Remove the character; if a string
    needs it, write it as an escape. U+0000 isn't allowed in a string at all, because databases can't store it. A
    carriage return ends a line only together with a line feed. Bidirectional control characters are rejected outside
    strings and comments, because they can make a name look like a different one. In the example, `␇` represents the
    character U+0007.
    """,
    example: """
      struct Place {
        city: String = "Oslo␇"
      }
      """,
    fix: .replacing(#""Oslo␇""#, with: #""Oslo\u{7}""#))
}

extension Diagnostic {
  static func controlCharacter(_ scalar: Unicode.Scalar, at range: SourceRange) -> Diagnostic {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    let help =
      switch scalar {
      case "\r": "end the line with a line feed"
      case "\0": "remove it"
      default: "remove it, or write '\\u{\(digits)}' in a string"
      }
    return Diagnostic(.controlCharacter, "control character U+\(code)", at: range, help: help)
  }

  /// An escape for U+0000, which terminates a string in C and isn't allowed in PostgreSQL's text.
  static func nulInString(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .controlCharacter, "a string can't contain U+0000", at: range, help: "databases can't store it; remove it")
  }
}
