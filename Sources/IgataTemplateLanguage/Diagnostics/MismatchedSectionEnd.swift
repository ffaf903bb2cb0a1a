import IgataDiagnostics

extension DiagnosticKind {
  public static let mismatchedSectionEnd = DiagnosticKind(
    "mismatched-section-end",
    """
    A closing tag doesn't match the tag that was opened last.
    """,
    language: .mustache,
    example: """
      {{#items}}
      {{#isNew}}new{{/items}}
      {{/isNew}}
      """,
    fix: """
      {{#items}}
      {{#isNew}}new{{/isNew}}
      {{/items}}
      """)
}

extension Diagnostic {
  static func mismatchedSectionEnd(
    _ name: String, open kind: Tag.Kind, _ openName: String, at range: SourceRange, opening: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .mismatchedSectionEnd, "\(quoted(name)) is closed while \(kind.noun) \(quoted(openName)) is open", at: range,
      help: "close \(quoted(openName)) first", related: [Related(opening, "opened here")])
  }
}
