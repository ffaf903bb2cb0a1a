import IgataDiagnostics

extension DiagnosticKind {
  /// Rendering takes more than 268,435,456 steps or prints more than 1 GiB. Nested lists, and templates that include
  /// each other several times, multiply the work.
  ///
  /// ## Example
  /// If `items` has 1,000 elements, this prints 1,000,000,000 lines:
  /// ```mustache
  /// {{#items}}{{#items}}{{#items}}
  /// -
  /// {{/items}}{{/items}}{{/items}}
  /// ```
  ///
  /// ## Fix
  /// ```mustache
  /// {{#items}}
  /// -
  /// {{/items}}
  /// ```
  public static let endlessRendering = DiagnosticKind("endless-rendering")
}

extension Diagnostic {
  static func endlessRendering(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .endlessRendering, "rendering takes too many steps or prints too much", at: range,
      help: "look for nested lists, and for templates that include each other several times")
  }
}
