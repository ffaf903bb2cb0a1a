public import IgataDiagnostics

extension DiagnosticKind {
  /// A name should stand here.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct {
  ///   city: String
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// struct Place {
  ///   city: String
  /// }
  /// ```
  public static let missingName = DiagnosticKind("missing-name")
}

extension Diagnostic {
  static func missingName(of what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.missingName, "\(what) has no name", at: range)
  }
}
