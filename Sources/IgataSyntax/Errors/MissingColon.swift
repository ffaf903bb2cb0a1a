public import IgataDiagnostics

extension DiagnosticKind {
  /// A field's name and its type have no `:` between them.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   city String
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
  public static let missingColon = DiagnosticKind("missing-colon")
}

extension Diagnostic {
  static func missingColon(after name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingColon, "no ':' between '\(name)' and its type", at: range, help: "add ':'",
      fixes: [Fix(title: "add ':'", range: range, replacement: ":", isSafe: true)])
  }
}
