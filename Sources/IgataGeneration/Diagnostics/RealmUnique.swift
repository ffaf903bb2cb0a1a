public import IgataDiagnostics

extension DiagnosticKind {
  /// Realm holds nothing unique but keys, so a unique field of the schema is not unique in its classes.
  ///
  /// ## Example
  /// ```text
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   email: String @unique
  /// }
  /// ```
  ///
  /// ## Fix
  /// ```text
  /// model Person {
  ///   email: String @primaryKey
  /// }
  /// ```
  public static let realmUnique = DiagnosticKind("realm-unique")
}

extension Diagnostic {
  static func realmUnique(_ fields: [String], at range: SourceRange) -> Diagnostic {
    let names = fields.map { "'\($0)'" }.joined(separator: " and ")
    return Diagnostic(
      .realmUnique, "Realm does not hold \(names) unique\(fields.count > 1 ? " together" : "")", at: range,
      severity: .warning, help: "only keys are")
  }
}
