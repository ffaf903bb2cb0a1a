public import IgataDiagnostics
import IgataTables

extension DiagnosticKind {
  /// A raw value is outside of the enum's raw type.
  ///
  /// A case without a raw value counts on from the one before it, and can go beyond the type that way too.
  ///
  /// ## Example
  ///
  /// ```igata
  /// enum Level: Int16 {
  ///   case low = 32_768
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// enum Level: Int32 {
  ///   case low = 32_768
  /// }
  /// ```
  public static let rawValueRange = DiagnosticKind("raw-value-range")
}

extension Diagnostic {
  static func rawValueRange(at range: SourceRange, _ type: Scalar, isWritten: Bool) -> Diagnostic {
    let message = isWritten ? "the raw value does not fit" : "the raw value behind the one before does not fit"
    let bounds = type.integerBounds.map { "'\(type.name)' holds \($0.lowerBound)...\($0.upperBound)" }
    return Diagnostic(.rawValueRange, message, at: range, help: bounds)
  }
}
