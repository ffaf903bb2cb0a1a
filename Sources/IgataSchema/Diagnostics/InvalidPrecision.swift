public import IgataDiagnostics
import IgataTables

extension DiagnosticKind {
  public static let invalidPrecision = DiagnosticKind(
    "invalid-precision",
    """
    The digits or the decimal places of a `Decimal` are out of range, or are given twice.

    A `Decimal` has 1 to 38 digits, and no more decimal places than digits. `@precision(12, 2)` means the same as
    `Decimal(12, 2)`.
    """,
    example: """
      model Offer {
        id: UUID = uuid() @primaryKey
        price: Decimal(2, 12)
      }
      """,
    fix: .replacing("Decimal(2, 12)", with: "Decimal(12, 2)"))
}

extension Diagnostic {
  static func invalidPrecision(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .invalidPrecision, "a 'Decimal' has 1 to 38 digits, and no more decimal places than digits", at: range)
  }

  static func doublePrecision(_ attribute: Attribute, _ scalar: Scalar) -> Diagnostic {
    Diagnostic(
      .invalidPrecision, "'\(scalar.text)' already has a precision", at: attribute.range,
      help: "remove '@precision'")
  }
}
