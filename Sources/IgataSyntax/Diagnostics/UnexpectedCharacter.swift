public import IgataDiagnostics

extension DiagnosticKind {
  public static let unexpectedCharacter = DiagnosticKind(
    "unexpected-character",
    """
    A character has no meaning in a schema.

    A newline ends a member, so there is no `;`. A range is written with `...` or with `..<`.
    """,
    example: """
      struct Place {
        city: String;
      }
      """,
    fix: .replacing("String;", with: "String"))
}

extension Diagnostic {
  /// A text in quotes that the schema language doesn't have.
  static func familiarString(_ text: String, at range: SourceRange) -> Diagnostic {
    let content = text.unicodeScalars.dropFirst().dropLast()
    let meant = content.contains("\\") ? nil : "\"\(String(String.UnicodeScalarView(content)))\""
    return Diagnostic(
      .unexpectedCharacter, "unexpected \(text)", at: range,
      help: meant.map { "write \($0)" } ?? "a string is written in '\"'",
      fixes: meant.map { [Fix(title: "write \($0)", range: range, replacement: $0, isSafe: true)] } ?? [])
  }

  static func unexpectedCharacter(_ text: String, at range: SourceRange) -> Diagnostic {
    let help = unexpectedCharacterHelp(text)
    let fixes = help.replacement.map {
      [Fix(title: help.words ?? "replace it", range: range, replacement: $0, isSafe: true)]
    }
    return Diagnostic(
      .unexpectedCharacter, "unexpected character '\(text)'", at: range, help: help.words, fixes: fixes ?? [])
  }

  private static func unexpectedCharacterHelp(_ text: String) -> (words: String?, replacement: String?) {
    switch text {
    case ";", "\u{FF1B}", "\u{37E}": ("a newline ends a member; remove ';'", "")
    case "..", "....": ("a range is written '...' or '..<'", nil)
    case "/": ("a comment starts with '//', and a string is written in '\"'", nil)
    case "==": ("a value follows '='", "=")
    case "&&", "||", "!=", "<=", ">=": ("a condition belongs in 'check(…)' or after 'where:'", nil)
    case "&": ("conditions are joined by '&&'", nil)
    case "+", "*", "%": ("a value is a literal; there are no expressions", nil)
    case "|": ("there are no union types; an optional is written 'T?'", nil)
    case "\\": ("a name is written as it is", nil)
    case "!": ("a type without '?' is never nil; remove '!'", "")
    case "#": ("a comment starts with '//'", nil)
    case "\u{3000}", "\u{A0}": ("use an ordinary space", " ")
    case "'", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}": ("a string is written in '\"'", nil)
    case "<", ">": ("a list is written '[T]', and an optional 'T?'", nil)
    default: (nil, nil)
    }
  }
}
