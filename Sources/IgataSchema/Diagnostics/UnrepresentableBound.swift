public import IgataDiagnostics
import IgataTables

extension DiagnosticKind {
  public static let unrepresentableBound = DiagnosticKind(
    "unrepresentable-bound",
    """
    A bound of `@range` can't be represented in the type that it constrains.

    The bounds of an integer type are integers within the type's range; the bounds of a fixed-point type have at most
    as many decimal places as the type stores.
    """,
    example: "type Stars = Int16 @range(1...100_000)",
    fix: "type Stars = Int32 @range(1...100_000)")
}

extension Diagnostic {
  static func unrepresentableBound(at range: SourceRange, _ type: Scalar, _ fit: NumberFit) -> Diagnostic {
    let help: String? =
      switch fit {
      case .fits: nil
      case .fraction: "write an integer"
      case .tooManyDecimalPlaces(let count): "it stores \(counted(count, "decimal place"))"
      case .outOfRange(let reason): reason
      }
    return Diagnostic(.unrepresentableBound, "this value can't be represented as '\(type.text)'", at: range, help: help)
  }
}
