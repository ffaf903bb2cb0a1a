public import IgataDiagnostics

extension DiagnosticKind {
  public static let swiftDataLimit = DiagnosticKind(
    "swiftdata-limit",
    """
    SwiftData doesn't support a feature that the schema uses, so the generated classes lack it.

    SwiftData enforces uniqueness for plain values and combinations of them, but not for relations. Its relations are
    unordered. It doesn't generate numbers, set modification times and versions, or check
    bounds and conditions.
    """,
    language: .text,
    example: """
      model Entry {
        id: Int64 = autoincrement() @primaryKey
      }
      """,
    fix: .replacing("Int64 = autoincrement()", with: "UUID = uuid()"))
}

extension Diagnostic {
  /// - Parameter severity: An error if the classes can't work without the feature.
  static func swiftDataLimit(
    _ limit: String, at range: SourceRange, severity: Severity = .warning
  ) -> Diagnostic {
    Diagnostic(.swiftDataLimit, "SwiftData \(limit)", at: range, severity: severity)
  }
}
