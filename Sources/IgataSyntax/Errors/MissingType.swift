public import IgataDiagnostics

extension DiagnosticKind {
  /// A type should stand here.
  ///
  /// Each field says its type, also where it has a default.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   city = "Oslo"
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// struct Place {
  ///   city: String = "Oslo"
  /// }
  /// ```
  public static let missingType = DiagnosticKind("missing-type")
}

extension Diagnostic {
  static func missingType(_ message: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.missingType, message, at: range)
  }
}
