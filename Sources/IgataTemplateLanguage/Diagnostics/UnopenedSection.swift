import IgataDiagnostics

extension DiagnosticKind {
  public static let unopenedSection = DiagnosticKind(
    "unopened-section",
    """
    A closing tag has no matching opening tag.
    """,
    language: .mustache,
    example: """
      - {{name}}
      {{/items}}
      """,
    fix: """
      {{#items}}
      - {{name}}
      {{/items}}
      """)
}

extension Diagnostic {
  static func unopenedSection(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unopenedSection, "\(quoted(name)) is closed but was never opened", at: range,
      help: "remove the tag, or open the section with '{{#\(shortened(name))}}'")
  }
}
