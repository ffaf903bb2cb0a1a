public import IgataDiagnostics

extension DiagnosticKind {
  public static let invalidLength = DiagnosticKind(
    "invalid-length",
    """
    A length is negative or too large.

    Lengths count the characters of a text (Unicode scalars), the bytes of data, or the elements of a list.
    """,
    example: "type Code = String @length(-1...8)",
    fix: "type Code = String @length(0...8)")
}

extension Diagnostic {
  static func invalidLength(at range: SourceRange, isNegative: Bool) -> Diagnostic {
    Diagnostic(
      .invalidLength, isNegative ? "a length can't be negative" : "no value can be this long", at: range,
      help: isNegative ? "lengths count from 0" : "remove the bound")
  }
}
