public import IgataDiagnostics

extension DiagnosticKind {
  /// A `/*` comment starts here and is not closed.
  ///
  /// Comments nest: each `/*` inside needs a `*/` of its own.
  ///
  /// ## Example
  ///
  /// ```igata
  /// /* Places /* and cities. */
  /// struct Place {
  ///   city: String
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// /* Places /* and */ cities. */
  /// struct Place {
  ///   city: String
  /// }
  /// ```
  public static let unterminatedComment = DiagnosticKind("unterminated-comment")
}

extension Diagnostic {
  static func unterminatedComment(at range: SourceRange) -> Diagnostic {
    Diagnostic(.unterminatedComment, "a comment that is not closed", at: range, help: "add '*/' at its end")
  }
}
