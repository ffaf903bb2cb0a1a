public import IgataDiagnostics

extension DiagnosticKind {
  /// A list holds structs.
  ///
  /// A struct becomes columns of its owner, of which there are as many as the schema says. Many of them are rows: a
  /// model.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Address {
  ///   city: String
  /// }
  ///
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   homes: [Address]
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Address {
  ///   id: UUID = uuid() @primaryKey
  ///   city: String
  /// }
  ///
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   homes: [Address]
  /// }
  /// ```
  public static let structList = DiagnosticKind("struct-list")
}

extension Diagnostic {
  static func structList(at range: SourceRange, name: String) -> Diagnostic {
    Diagnostic(
      .structList, "a list can't hold the struct '\(name)'", at: range, help: "make '\(name)' a model")
  }
}
