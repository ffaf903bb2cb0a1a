public import IgataDiagnostics

extension DiagnosticKind {
  /// The scale of a `Fixed` is not a power of ten from 1 to 10¹⁸.
  ///
  /// The scale is what a value is multiplied by to be kept as a whole number: `1000` keeps three decimal places.
  ///
  /// ## Example
  ///
  /// ```igata
  /// type Rate = Fixed(scale: 12)
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// type Rate = Fixed(scale: 100)
  /// ```
  public static let invalidScale = DiagnosticKind("invalid-scale")
}

extension Diagnostic {
  static func invalidScale(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidScale, "a scale is a power of ten from 1 to 1000000000000000000", at: range,
      help: "write 10, 100, 1_000 …")
  }
}
