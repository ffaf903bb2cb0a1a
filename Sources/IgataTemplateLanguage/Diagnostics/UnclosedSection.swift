import IgataDiagnostics

extension DiagnosticKind {
  public static let unclosedSection = DiagnosticKind(
    "unclosed-section",
    """
    A section, an inverted section, a parent or a block is opened and never closed.
    """,
    language: .mustache,
    example: """
      {{#items}}
      - {{name}}
      """,
    fix: """
      {{#items}}
      - {{name}}
      {{/items}}
      """)
}

extension Diagnostic {
  static func unclosedSection(_ kind: Tag.Kind, _ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unclosedSection, "\(kind.noun) \(quoted(name)) is never closed", at: range,
      help: "close it with '{{/\(shortened(name))}}'")
  }
}
