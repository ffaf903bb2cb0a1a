import IgataDiagnostics

extension DiagnosticKind {
  public static let unprintableValue = DiagnosticKind(
    "unprintable-value",
    """
    A template prints a list, or an element with names of its own, where text is required.

    In the example, `items` is a list whose elements have a `name`.
    """,
    language: .mustache,
    example: "{{items}}",
    fix: """
      {{#items}}- {{name}}
      {{/items}}
      """)
}

extension Diagnostic {
  static func unprintableValue(_ name: String, _ noun: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unprintableValue, "\(quoted(name)) is \(noun), which can't be printed", at: range,
      help: "open it as a section and print its contents")
  }
}
