public import IgataDiagnostics

extension DiagnosticKind {
  /// A model has no primary key.
  ///
  /// The key tells one row from another: mark a field `@primaryKey`, or name several with `primaryKey(a, b)`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   name: String
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String
  /// }
  /// ```
  public static let missingPrimaryKey = DiagnosticKind("missing-primary-key")
}

extension Diagnostic {
  static func missingPrimaryKey(_ title: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .missingPrimaryKey, "\(title) has no primary key", at: range,
      help: "add 'id: UUID = uuid() @primaryKey', or mark a field")
  }
}
