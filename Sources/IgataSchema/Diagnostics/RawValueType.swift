public import IgataDiagnostics
import IgataSyntax
import IgataTables

extension DiagnosticKind {
  /// A raw value is not of the enum's raw type.
  ///
  /// An enum without a raw type is stored as text; for numbers, write `: Int16` or another whole number behind its
  /// name.
  ///
  /// ## Example
  ///
  /// ```igata
  /// enum Level {
  ///   case low = 1
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// enum Level: Int16 {
  ///   case low = 1
  /// }
  /// ```
  public static let rawValueType = DiagnosticKind("raw-value-type")
}

extension Diagnostic {
  static func rawValueType(_ literal: LiteralSyntax, _ type: Scalar, of name: String) -> Diagnostic {
    let need = type == .string ? "write a string, or make it an enum of 'Int'" : "write a whole number"
    return Diagnostic(
      .rawValueType, "case '\(name)' can't be stored as this: the enum is one of '\(type.name)'",
      at: literal.range, help: need)
  }
}
