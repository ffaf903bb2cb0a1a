public import IgataDiagnostics

extension DiagnosticKind {
  /// Two cases of an enum are marked `@unknown`.
  ///
  /// Raw values that no case has are read as the one case that is marked so.
  ///
  /// ## Example
  ///
  /// ```igata
  /// enum State {
  ///   case open
  ///   case other @unknown
  ///   case strange @unknown
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// enum State {
  ///   case open
  ///   case other @unknown
  ///   case strange
  /// }
  /// ```
  public static let secondUnknownCase = DiagnosticKind("second-unknown-case")
}

extension Diagnostic {
  static func secondUnknownCase(_ range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .secondUnknownCase, "unknown values already go to another case", at: range, help: "mark one case",
      related: [.init(first, "the first one is here")],
      fixes: [Fix(title: "remove '@unknown'", range: range, replacement: "", isSafe: false)])
  }
}
