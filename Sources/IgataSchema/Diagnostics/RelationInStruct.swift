public import IgataDiagnostics

extension DiagnosticKind {
  /// A field of a struct is a model.
  ///
  /// A struct is a value without identity; what refers to other rows is a model.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Country {
  ///   id: UUID = uuid() @primaryKey
  /// }
  ///
  /// struct Address {
  ///   city: String
  ///   country: Country
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Country {
  ///   id: UUID = uuid() @primaryKey
  /// }
  ///
  /// struct Address {
  ///   city: String
  /// }
  ///
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   home: Address
  ///   country: Country
  /// }
  /// ```
  public static let relationInStruct = DiagnosticKind("relation-in-struct")
}

extension Diagnostic {
  static func relationInStruct(at range: SourceRange, model: String, in structure: String) -> Diagnostic {
    Diagnostic(
      .relationInStruct, "struct '\(structure)' can't hold the model '\(model)'", at: range,
      help: "keep the relation in the model that has the struct")
  }
}
