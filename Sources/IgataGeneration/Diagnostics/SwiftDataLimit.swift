public import IgataDiagnostics

extension DiagnosticKind {
  /// SwiftData can't do something that the schema asks for, so its classes do without.
  ///
  /// It holds unique what is a plain value, or several of them, but no relations; its relations have no order; and it
  /// has nothing that makes numbers, sets times and versions, or holds values to bounds.
  ///
  /// ## Example
  /// ```text
  /// model Entry {
  ///   id: Int64 = autoincrement() @primaryKey
  /// }
  /// ```
  ///
  /// ## Fix
  /// ```text
  /// model Entry {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  public static let swiftDataLimit = DiagnosticKind("swiftdata-limit")
}

extension Diagnostic {
  /// - Parameter severity: An error where the classes could not do without.
  static func swiftDataLimit(
    _ words: String, at range: SourceRange, severity: Severity = .warning
  ) -> Diagnostic {
    Diagnostic(.swiftDataLimit, "SwiftData \(words)", at: range, severity: severity)
  }
}
