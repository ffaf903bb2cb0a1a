public import IgataDiagnostics

extension DiagnosticKind {
  public static let invalidScale = DiagnosticKind(
    "invalid-scale",
    """
    The scale of a `Fixed` isn't a power of ten from 1 to 10¹⁸.

    A value is multiplied by the scale and stored as an integer: a scale of `1000` stores three decimal places.
    """,
    example: "type Rate = Fixed(scale: 12)",
    fix: "type Rate = Fixed(scale: 100)")
}

extension Diagnostic {
  static func invalidScale(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidScale, "a scale is a power of ten from 1 to 1000000000000000000", at: range,
      help: "write 10, 100, 1_000 …")
  }
}
