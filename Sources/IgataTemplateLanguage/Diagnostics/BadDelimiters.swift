import IgataDiagnostics

extension DiagnosticKind {
  /// A tag that changes the delimiters names two of them, with white space between and no `=` in either, and none
  /// longer than 16 bytes.
  ///
  /// ## Example
  /// ```mustache
  /// {{=<%=}}
  /// <% name %>
  /// ```
  ///
  /// ## Fix
  /// ```mustache
  /// {{=<% %>=}}
  /// <% name %>
  /// ```
  public static let badDelimiters = DiagnosticKind("bad-delimiters")
}

extension Diagnostic {
  static func badDelimiters(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .badDelimiters, "tag does not name two delimiters", at: range,
      help: "write both, with a space between: '{{=<% %>=}}'")
  }

  static func longDelimiters(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .badDelimiters, "delimiters are longer than \(TagScanner.longestDelimiter) bytes", at: range,
      help: "choose shorter ones: '{{=<% %>=}}'")
  }
}
