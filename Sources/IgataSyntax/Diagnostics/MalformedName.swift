public import IgataDiagnostics

extension DiagnosticKind {
  /// A name is no identifier of Swift.
  ///
  /// Letters, digits and `_` make a name, in any script; it does not start with a digit, and `_` alone is none.
  /// Backticks take a keyword as a name, and nothing else than a name stands in them.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   `post code`: String
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// struct Place {
  ///   postCode: String
  /// }
  /// ```
  public static let malformedName = DiagnosticKind("malformed-name")
}

extension Diagnostic {
  static func malformedName(_ text: String, at range: SourceRange) -> Diagnostic {
    if text.hasPrefix("`"), text == "`" || !text.hasSuffix("`") {
      return Diagnostic(.malformedName, "a name without its second backtick", at: range, help: "add '`' behind it")
    }
    return Diagnostic(
      .malformedName, "'\(text)' is no name", at: range, help: "a name is made of letters, digits and '_'")
  }
}
