import IgataDiagnostics

extension DiagnosticKind {
  /// Lists and objects of a JSON text nest more than 256 deep.
  ///
  /// ## Example
  /// Imagine 257 of these around each other:
  /// ```json
  /// [[[[…]]]]
  /// ```
  ///
  /// ## Fix
  /// Keep what belongs together in one list or object.
  /// ```json
  /// [1, 2, 3]
  /// ```
  public static let deepJSON = DiagnosticKind("deep-json")
}

extension Diagnostic {
  static func deepJSON(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .deepJSON, "lists and objects nest more than \(limit) deep", at: range,
      help: "keep what belongs together in one list or object")
  }
}
