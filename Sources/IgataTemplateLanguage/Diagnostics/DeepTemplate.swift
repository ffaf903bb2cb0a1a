import IgataDiagnostics

extension DiagnosticKind {
  public static let deepTemplate = DiagnosticKind(
    "deep-template",
    page: """
      Sections, parents and blocks of one template are nested more than 256 levels deep.

      ## Example
      Imagine 257 levels of this:
      ```mustache
      {{#a}}{{#a}}{{#a}}…{{/a}}{{/a}}{{/a}}
      ```

      ## Fix
      Move the inner part to a separate template.
      ```mustache
      {{#a}}{{>inner}}{{/a}}
      ```
      """)
}

extension Diagnostic {
  static func deepTemplate(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .deepTemplate, "more than \(limit) sections are open here", at: range,
      help: "move the inner ones to a separate template")
  }
}
