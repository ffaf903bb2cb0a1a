public import IgataDiagnostics

extension DiagnosticKind {
  /// There is no comma between two values in parentheses.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   height: Decimal(6 2)
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// struct Place {
  ///   height: Decimal(6, 2)
  /// }
  /// ```
  public static let missingComma = DiagnosticKind("missing-comma")
}

extension Diagnostic {
  static func missingComma(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingComma, "no ',' between two values", at: range, help: "add ','",
      fixes: [Fix(title: "add ','", range: range, replacement: ",", isSafe: true)])
  }
}
