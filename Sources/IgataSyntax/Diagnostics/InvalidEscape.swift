public import IgataDiagnostics

extension DiagnosticKind {
  /// A backslash in a string stands before something that it does not escape.
  ///
  /// The escapes are those of Swift: `\n`, `\r`, `\t`, `\\`, `\"`, `\'` and `\u{…}` with one to eight
  /// hexadecimal digits that name a character. There is no interpolation. A backslash that is meant as such is written
  /// twice.
  ///
  /// ## Example
  ///
  /// ```igata
  /// enum Drive: String {
  ///   case home = "C:\home"
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// enum Drive: String {
  ///   case home = "C:\\home"
  /// }
  /// ```
  public static let invalidEscape = DiagnosticKind("invalid-escape")
}

extension Diagnostic {
  static func invalidEscape(_ escape: String, at range: SourceRange) -> Diagnostic {
    let help =
      switch escape.unicodeScalars.dropFirst().first {
      case "(": "a schema's strings have no interpolation; write '\\\\(' for a backslash"
      case "u": "write '\\u{…}' with the hexadecimal number of a character"
      case nil: "no line follows that it could join; write '\\\\' for a backslash"
      default: "write '\\\\' for a backslash"
      }
    return Diagnostic(.invalidEscape, "'\(escape)' is no escape", at: range, help: help)
  }
}
