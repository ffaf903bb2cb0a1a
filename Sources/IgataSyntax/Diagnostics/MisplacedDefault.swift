public import IgataDiagnostics

extension DiagnosticKind {
  /// A field's default stands behind its attributes.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   city: String @length(1...80) = "Oslo"
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// struct Place {
  ///   city: String = "Oslo" @length(1...80)
  /// }
  /// ```
  public static let misplacedDefault = DiagnosticKind("misplaced-default")
}

extension Diagnostic {
  static func misplacedDefault(at range: SourceRange, _ fix: Fix?) -> Diagnostic {
    Diagnostic(
      .misplacedDefault, "a default behind an attribute", at: range, help: "move it to directly behind the type",
      fixes: fix.map { [$0] } ?? [])
  }
}
