import IgataDiagnostics

extension DiagnosticKind {
  /// A tag begins and its closing delimiter does not follow.
  ///
  /// ## Example
  /// ```mustache
  /// Dear {{name,
  /// welcome.
  /// ```
  ///
  /// ## Fix
  /// Where the text itself needs the delimiter, change the delimiters with a tag such as `{{=<% %>=}}`.
  /// ```mustache
  /// Dear {{name}},
  /// welcome.
  /// ```
  public static let unclosedTag = DiagnosticKind("unclosed-tag")
}

extension Diagnostic {
  static func unclosedTag(at range: SourceRange) -> Diagnostic {
    Diagnostic(.unclosedTag, "tag is never closed", at: range, help: "end it with its closing delimiter")
  }
}
