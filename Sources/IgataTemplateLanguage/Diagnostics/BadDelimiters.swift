import IgataDiagnostics

extension DiagnosticKind {
  public static let badDelimiters = DiagnosticKind(
    "bad-delimiters",
    """
    A tag that changes the delimiters must contain two of them, separated by white space. A delimiter can't contain
    `=` and can't be longer than 16 bytes.
    """,
    language: .mustache,
    example: """
      {{=<%=}}
      <% name %>
      """,
    fix: .replacing("{{=<%=}}", with: "{{=<% %>=}}"))
}

extension Diagnostic {
  static func badDelimiters(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .badDelimiters, "tag does not contain two delimiters", at: range,
      help: "write both, separated by a space: '{{=<% %>=}}'")
  }

  static func longDelimiters(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .badDelimiters, "delimiters are longer than \(TagScanner.longestDelimiter) bytes", at: range,
      help: "use shorter ones: '{{=<% %>=}}'")
  }
}
