import IgataDiagnostics

extension DiagnosticKind {
  public static let unknownTemplate = DiagnosticKind(
    "unknown-template",
    """
    A partial or a parent tag names a template that does not exist.

    In the example, there is a template `header`.
    """,
    language: .mustache,
    example: """
      {{>heder}}
      Dear {{name}},
      """,
    fix: .replacing("{{>heder}}", with: "{{>header}}"))
}

extension Diagnostic {
  static func unknownTemplate(_ name: String, existing: [String], at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownTemplate, "there is no template \(quoted(name))", at: range,
      help: existing.isEmpty
        ? "there are no templates" : proposal(for: name, among: existing) + "the templates are \(listed(existing))")
  }
}
