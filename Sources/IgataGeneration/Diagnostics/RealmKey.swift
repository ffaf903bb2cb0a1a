public import IgataDiagnostics

extension DiagnosticKind {
  /// Realm can't keep the key of a model as a key: it has several parts, or is of a type that Realm has no keys of.
  ///
  /// The generated class gets a key of its own beside them, a text that is made of the parts when an object is saved.
  /// Realm has keys of one property, which is a `Bool`, an integer, a `String` or a `UUID`.
  ///
  /// ## Example
  /// ```text
  /// model Seat {
  ///   row: Int32
  ///   number: Int32
  ///   primaryKey(row, number)
  /// }
  /// ```
  ///
  /// ## Fix
  /// ```text
  /// model Seat {
  ///   id: UUID = uuid() @primaryKey
  ///   row: Int32
  ///   number: Int32
  /// }
  /// ```
  public static let realmKey = DiagnosticKind("realm-key")
}

extension Diagnostic {
  static func realmKey(_ model: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .realmKey, "Realm can't keep the key of '\(model)' as it is", at: range, severity: .warning,
      help: "its class has the key 'compoundKey', which is made when an object is saved")
  }
}
