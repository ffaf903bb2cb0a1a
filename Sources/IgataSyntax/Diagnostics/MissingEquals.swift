public import IgataDiagnostics

extension DiagnosticKind {
  /// A `type` has no `=` between its name and what it is based on.
  ///
  /// ## Example
  ///
  /// ```igata
  /// type Email: String
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// type Email = String
  /// ```
  public static let missingEquals = DiagnosticKind("missing-equals")
}

extension Diagnostic {
  static func missingEquals(after name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.missingEquals, "no '=' between '\(name)' and what it is based on", at: range, help: "write '='")
  }
}
