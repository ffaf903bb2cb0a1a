public import IgataDiagnostics

extension DiagnosticKind {
  /// The file holds a control character other than a tab or a line end.
  ///
  /// Nobody sees such a character, and tools disagree on what it does. Take it out; where a string needs it, write it
  /// as an escape. U+0000 can't be in a string at all, as databases keep no such text. A carriage return ends a line
  /// only together with a line feed. Marks that turn the reading direction are refused outside strings and comments,
  /// because a name must read as what it is. In the example, `␇` stands for the character U+0007.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   city: String = "Oslo␇"
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// struct Place {
  ///   city: String = "Oslo\u{7}"
  /// }
  /// ```
  public static let controlCharacter = DiagnosticKind("control-character")
}

extension Diagnostic {
  static func controlCharacter(_ scalar: Unicode.Scalar, at range: SourceRange) -> Diagnostic {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    let help =
      switch scalar {
      case "\r": "end the line with a line feed"
      case "\0": "remove it"
      default: "take it out, or write '\\u{\(digits)}' in a string"
      }
    return Diagnostic(.controlCharacter, "control character U+\(code)", at: range, help: help)
  }

  /// An escape for U+0000, which ends a text in C and is in no text of PostgreSQL.
  static func nulInString(at range: SourceRange) -> Diagnostic {
    Diagnostic(.controlCharacter, "a string can't hold U+0000", at: range, help: "databases keep no such text; remove it")
  }
}
