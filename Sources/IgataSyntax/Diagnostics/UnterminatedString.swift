public import IgataDiagnostics

extension DiagnosticKind {
  /// A string starts here and is not closed.
  ///
  /// A string ends on its own line, a `"""` block at the next `"""`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   city: String = "Oslo
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// struct Place {
  ///   city: String = "Oslo"
  /// }
  /// ```
  public static let unterminatedString = DiagnosticKind("unterminated-string")
}

extension Diagnostic {
  static func unterminatedString(isBlock: Bool, at range: SourceRange) -> Diagnostic {
    let quotes = isBlock ? "\"\"\"" : "\""
    return Diagnostic(
      .unterminatedString, isBlock ? "a string block that is not closed" : "a string that is not closed", at: range,
      help: "add '\(quotes)' at its end")
  }
}
