import IgataDiagnostics

extension DiagnosticKind {
  public static let deepTemplate = DiagnosticKind(
    "deep-template",
    """
    Sections, parents and blocks of one template are nested more than 256 levels deep.

    The example stands for 257 levels. Move the inner part to a separate template.
    """,
    language: .mustache,
    example: "{{#a}}{{#a}}{{#a}}…{{/a}}{{/a}}{{/a}}",
    fix: "{{#a}}{{>inner}}{{/a}}")
}

extension Diagnostic {
  static func deepTemplate(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .deepTemplate, "more than \(limit) sections are open here", at: range,
      help: "move the inner ones to a separate template")
  }
}
