import IgataDiagnostics

extension DiagnosticKind {
  public static let unclosedTag = DiagnosticKind(
    "unclosed-tag",
    """
    A tag has no closing delimiter.

    If the text itself needs the delimiter, change the delimiters with a tag such as `{{=<% %>=}}`.
    """,
    language: .mustache,
    example: """
      Dear {{name,
      welcome.
      """,
    fix: .replacing("{{name,", with: "{{name}},"))
}

extension Diagnostic {
  static func unclosedTag(at range: SourceRange) -> Diagnostic {
    Diagnostic(.unclosedTag, "tag is never closed", at: range, help: "end it with its closing delimiter")
  }
}
