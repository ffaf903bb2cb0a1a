import IgataDiagnostics

extension DiagnosticKind {
  public static let unclosedSection = DiagnosticKind(
    "unclosed-section",
    page: """
      A section, an inverted section, a parent or a block is opened and never closed.

      ## Example
      ```mustache
      {{#items}}
      - {{name}}
      ```

      ## Fix
      ```mustache
      {{#items}}
      - {{name}}
      {{/items}}
      ```
      """)
}

extension Diagnostic {
  static func unclosedSection(_ kind: Tag.Kind, _ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unclosedSection, "\(kind.noun) \(quoted(name)) is never closed", at: range,
      help: "close it with '{{/\(shortened(name))}}'")
  }
}
