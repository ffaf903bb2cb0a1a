import IgataDiagnostics

extension DiagnosticKind {
  /// A section, an inverted section, a parent or a block is opened and never closed.
  ///
  /// ## Example
  /// ```mustache
  /// {{#items}}
  /// - {{name}}
  /// ```
  ///
  /// ## Fix
  /// ```mustache
  /// {{#items}}
  /// - {{name}}
  /// {{/items}}
  /// ```
  public static let unclosedSection = DiagnosticKind("unclosed-section")
}

extension Diagnostic {
  static func unclosedSection(_ kind: Tag.Kind, _ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unclosedSection, "\(kind.noun) \(quoted(name)) is never closed", at: range,
      help: "close it with '{{/\(shortened(name))}}'")
  }
}
