import IgataDiagnostics

extension DiagnosticKind {
  public static let sectionInParent = DiagnosticKind(
    "section-in-parent",
    """
    A parent tag contains something other than a block, which has no effect: only the blocks in a parent tag are used,
    and everything else is left out.
    """,
    language: .mustache,
    example: """
      {{<layout}}
      {{#isNew}}{{$title}}New{{/title}}{{/isNew}}
      {{/layout}}
      """,
    fix: .replacing("{{#isNew}}{{$title}}New{{/title}}{{/isNew}}", with: "{{$title}}{{#isNew}}New{{/isNew}}{{/title}}"))
}

extension Diagnostic {
  static func sectionInParent(
    _ kind: Tag.Kind, _ name: String, at range: SourceRange, parent: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .sectionInParent, "\(kind.noun) \(quoted(name)) has no effect in a parent", at: range,
      help: "move it into a block, or before or after the parent", related: [Related(parent, "in this parent")])
  }
}
