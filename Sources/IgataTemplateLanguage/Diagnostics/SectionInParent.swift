import IgataDiagnostics

extension DiagnosticKind {
  /// Something other than a block stands in a parent tag, where it would have no effect: a parent tag holds the blocks
  /// it gives, and all else in it is left out.
  ///
  /// ## Example
  /// ```mustache
  /// {{<layout}}
  /// {{#isNew}}{{$title}}New{{/title}}{{/isNew}}
  /// {{/layout}}
  /// ```
  ///
  /// ## Fix
  /// ```mustache
  /// {{<layout}}
  /// {{$title}}{{#isNew}}New{{/isNew}}{{/title}}
  /// {{/layout}}
  /// ```
  public static let sectionInParent = DiagnosticKind("section-in-parent")
}

extension Diagnostic {
  static func sectionInParent(
    _ kind: Tag.Kind, _ name: String, at range: SourceRange, parent: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .sectionInParent, "\(kind.noun) \(quoted(name)) has no effect in a parent", at: range,
      help: "put it into a block, or before or behind the parent", related: [Related(parent, "in this parent")])
  }
}
