public import IgataDiagnostics

extension DiagnosticKind {
  /// A `///` comment documents nothing.
  ///
  /// Documentation stands on the lines before a declaration, a field or a case. Behind something on the same line,
  /// before a constraint or a closing bracket, it is not carried anywhere. This is a warning; a `//` comment says the
  /// same to those who read the schema.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   city: String  /// The town's name.
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// struct Place {
  ///   /// The town's name.
  ///   city: String
  /// }
  /// ```
  public static let strayDocumentation = DiagnosticKind("stray-documentation")
}

extension Diagnostic {
  static func strayDocumentation(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .strayDocumentation, "documentation that belongs to nothing", at: range, severity: .warning,
      help: "put it on the line before what it documents, or write '//'")
  }
}
