public import IgataDiagnostics
import IgataTables

extension DiagnosticKind {
  /// A bound of `@range` is not a value of the type that it bounds.
  ///
  /// A whole number has whole bounds within its own; a fixed-point number has bounds of no more decimal places than
  /// it keeps.
  ///
  /// ## Example
  ///
  /// ```igata
  /// type Stars = Int16 @range(1...100_000)
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// type Stars = Int32 @range(1...100_000)
  /// ```
  public static let unrepresentableBound = DiagnosticKind("unrepresentable-bound")
}

extension Diagnostic {
  static func unrepresentableBound(at range: SourceRange, _ type: Scalar, _ fit: NumberFit) -> Diagnostic {
    let help: String? =
      switch fit {
      case .fits: nil
      case .fraction: "write a whole number"
      case .tooManyPlaces(let places): "it keeps \(counted(places, "decimal place"))"
      case .outOfRange(let reason): reason
      }
    return Diagnostic(.unrepresentableBound, "no '\(type.text)' has this value", at: range, help: help)
  }
}
