public import IgataDiagnostics

extension DiagnosticKind {
  /// Text stands on the same line as the `"""` of a string block.
  ///
  /// The text of a block starts on the line behind the opening quotes and ends on the line before the closing ones.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   about: String = """Two lines
  ///     """
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// struct Place {
  ///   about: String = """
  ///     Two lines
  ///     """
  /// }
  /// ```
  public static let crowdedQuotes = DiagnosticKind("crowded-quotes")
}

extension Diagnostic {
  static func crowdedQuotes(isOpening: Bool, at range: SourceRange) -> Diagnostic {
    isOpening
      ? Diagnostic(
        .crowdedQuotes, "text behind the opening quotes of a string block", at: range,
        help: "start it on the next line")
      : Diagnostic(
        .crowdedQuotes, "text before the closing quotes of a string block", at: range,
        help: "put the quotes on a line of their own")
  }
}
