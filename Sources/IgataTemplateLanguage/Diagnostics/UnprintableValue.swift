import IgataDiagnostics

extension DiagnosticKind {
  public static let unprintableValue = DiagnosticKind(
    "unprintable-value",
    page: """
      A template prints a list, or an element with names of its own, where text is required.

      ## Example
      ```mustache
      {{items}}
      ```

      In this example, `items` is a list whose elements have a `name`.

      ## Fix
      ```mustache
      {{#items}}- {{name}}
      {{/items}}
      ```
      """)
}

extension Diagnostic {
  static func unprintableValue(_ name: String, _ noun: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unprintableValue, "\(quoted(name)) is \(noun), which can't be printed", at: range,
      help: "open it as a section and print its contents")
  }
}
