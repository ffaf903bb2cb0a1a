import IgataDiagnostics

extension DiagnosticKind {
  /// A tag closes something where nothing is open.
  ///
  /// ## Example
  /// ```mustache
  /// - {{name}}
  /// {{/items}}
  /// ```
  ///
  /// ## Fix
  /// ```mustache
  /// {{#items}}
  /// - {{name}}
  /// {{/items}}
  /// ```
  public static let unopenedSection = DiagnosticKind("unopened-section")
}

extension Diagnostic {
  static func unopenedSection(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unopenedSection, "\(quoted(name)) is closed but not open", at: range,
      help: "take the tag away, or open the section with '{{#\(shortened(name))}}'")
  }
}
