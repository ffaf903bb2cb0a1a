import IgataDiagnostics

extension DiagnosticKind {
  /// A text that should be JSON isn't valid JSON.
  ///
  /// ## Example
  /// ```json
  /// {"name": "Ada",}
  /// ```
  ///
  /// ## Fix
  /// ```json
  /// {"name": "Ada"}
  /// ```
  public static let invalidJSON = DiagnosticKind("invalid-json")
}

extension Diagnostic {
  static func invalidJSON(_ reason: String, at range: SourceRange, help: String? = nil) -> Diagnostic {
    Diagnostic(.invalidJSON, reason, at: range, help: help)
  }
}
