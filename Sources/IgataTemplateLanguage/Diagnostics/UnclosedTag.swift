import IgataDiagnostics

extension DiagnosticKind {
  public static let unclosedTag = DiagnosticKind(
    "unclosed-tag",
    page: """
      A tag has no closing delimiter.

      ## Example
      ```mustache
      Dear {{name,
      welcome.
      ```

      ## Fix
      If the text itself needs the delimiter, change the delimiters with a tag such as `{{=<% %>=}}`.
      ```mustache
      Dear {{name}},
      welcome.
      ```
      """)
}

extension Diagnostic {
  static func unclosedTag(at range: SourceRange) -> Diagnostic {
    Diagnostic(.unclosedTag, "tag is never closed", at: range, help: "end it with its closing delimiter")
  }
}
