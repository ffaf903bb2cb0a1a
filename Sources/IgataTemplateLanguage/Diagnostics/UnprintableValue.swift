import IgataDiagnostics

extension DiagnosticKind {
  /// A template prints a list, or an element with names of its own, where only text can be printed.
  ///
  /// ## Example
  /// ```mustache
  /// {{items}}
  /// ```
  ///
  /// Here `items` is a list whose elements have a `name`.
  ///
  /// ## Fix
  /// ```mustache
  /// {{#items}}- {{name}}
  /// {{/items}}
  /// ```
  public static let unprintableValue = DiagnosticKind("unprintable-value")
}

extension Diagnostic {
  static func unprintableValue(_ name: String, _ noun: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unprintableValue, "\(quoted(name)) is \(noun), which does not print", at: range,
      help: "open it as a section and print what is in it")
  }
}
