import IgataDiagnostics

extension DiagnosticKind {
  /// Sections, parents and blocks of one template nest more than 256 deep.
  ///
  /// ## Example
  /// Imagine 257 of these around each other:
  /// ```mustache
  /// {{#a}}{{#a}}{{#a}}…{{/a}}{{/a}}{{/a}}
  /// ```
  ///
  /// ## Fix
  /// Move the inner part to a template of its own.
  /// ```mustache
  /// {{#a}}{{>inner}}{{/a}}
  /// ```
  public static let deepTemplate = DiagnosticKind("deep-template")
}

extension Diagnostic {
  static func deepTemplate(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .deepTemplate, "more than \(limit) sections are open here", at: range,
      help: "move the inner ones to a template of their own")
  }
}
