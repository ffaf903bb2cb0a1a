import IgataDiagnostics

extension DiagnosticKind {
  public static let endlessInclusion = DiagnosticKind(
    "endless-inclusion",
    """
    Templates include each other more than 256 levels deep, or indent lines by more than 65,536 bytes by doing so. The
    usual cause is a template that includes itself without an end.

    The example is the template `item`. A template may include itself if the recursion ends with the data.
    """,
    language: .mustache,
    example: """
      - {{name}}
      {{>item}}
      """,
    fix: .replacing("{{>item}}", with: "{{#children}}{{>item}}{{/children}}"))
}

extension Diagnostic {
  static func endlessInclusion(_ template: String, limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .endlessInclusion, "templates include each other more than \(limit) levels deep in \(quoted(template))",
      at: range, help: "let a template include itself only in a section that ends")
  }

  static func endlessIndentation(_ template: String, limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .endlessInclusion, "lines are indented by more than \(limit) bytes in \(quoted(template))", at: range,
      help: "let a template include itself only in a section that ends")
  }
}
