import IgataDiagnostics

extension DiagnosticKind {
  /// Rendering takes more than 268,435,456 steps, or prints more than 1 GiB. Lists in lists, or templates that include
  /// each other in several places, multiply.
  ///
  /// ## Example
  /// Where `items` holds 1,000 elements, this prints 1,000,000,000 lines:
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
      .endlessRendering, "rendering has taken too many steps or printed too much when it comes here", at: range,
      help: "look for lists in lists, and for templates that include each other in several places")
  }
}
