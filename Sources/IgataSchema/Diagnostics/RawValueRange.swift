public import IgataDiagnostics
import IgataTables

extension DiagnosticKind {
  public static let rawValueRange = DiagnosticKind(
    "raw-value-range",
    """
    A raw value is outside of the enum's raw type.

    A case without a raw value has the value after the previous case's, which can also be outside of the type's range.
    """,
    example: """
      enum Level: Int16 {
        case low = 32_768
      }
      """,
    fix: .replacing("Int16", with: "Int32"))
}

extension Diagnostic {
  static func rawValueRange(at range: SourceRange, _ type: Scalar, isWritten: Bool) -> Diagnostic {
    let message = isWritten ? "the raw value doesn't fit" : "the implicit raw value doesn't fit"
    let bounds = type.integerBounds.map { "'\(type.name)' ranges over \($0.lowerBound)...\($0.upperBound)" }
    return Diagnostic(.rawValueRange, message, at: range, help: bounds)
  }
}
