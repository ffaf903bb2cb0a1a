import IgataDiagnostics

extension DiagnosticKind {
  /// A template asks for a name that the data does not have, neither in the current element nor around it.
  ///
  /// ## Example
  /// ```mustache
  /// Dear {{nam}},
  /// ```
  ///
  /// The data here has `name`. `igata templates render --lenient` prints nothing for what is missing.
  ///
  /// ## Fix
  /// ```mustache
  /// Dear {{name}},
  /// ```
  public static let unknownName = DiagnosticKind("unknown-name")
}

extension Diagnostic {
  static func unknownName(_ name: String, existing: [String], at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownName, "there is no \(quoted(name)) here", at: range,
      help: existing.isEmpty
        ? "no names exist here" : proposal(for: name, among: existing) + "the names here are \(listed(existing))")
  }
}
