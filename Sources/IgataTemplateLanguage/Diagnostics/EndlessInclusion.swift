import IgataDiagnostics

extension DiagnosticKind {
  /// Templates include each other more than 256 deep, or are indented by more than 65,536 bytes that way. Most often a
  /// template includes itself and nothing ends it.
  ///
  /// ## Example
  /// In the template `item`:
  /// ```mustache
  /// - {{name}}
  /// {{>item}}
  /// ```
  ///
  /// ## Fix
  /// A template may include itself where the data comes to an end.
  /// ```mustache
  /// - {{name}}
  /// {{#children}}{{>item}}{{/children}}
  /// ```
  public static let endlessInclusion = DiagnosticKind("endless-inclusion")
}

extension Diagnostic {
  static func endlessInclusion(_ template: String, limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .endlessInclusion, "templates include each other more than \(limit) deep in \(quoted(template))", at: range,
      help: "include a template in itself only in a section that comes to an end")
  }

  static func endlessIndentation(_ template: String, limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .endlessInclusion, "lines are indented by more than \(limit) bytes in \(quoted(template))", at: range,
      help: "include a template in itself only in a section that comes to an end")
  }
}
