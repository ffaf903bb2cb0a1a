public import IgataDiagnostics

extension DiagnosticKind {
  /// A key or an index has the name of another one, or of a table.
  ///
  /// Databases keep tables, unique constraints and indexes in one namespace. Without `name:`, a unique constraint is
  /// called `<table>_<columns>_key`, and an index, that of a relation included, `<table>_<columns>_idx`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   kind: String
  ///   name: String
  ///   index(kind, name: "by_kind")
  ///   index(name, name: "by_kind")
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   kind: String
  ///   name: String
  ///   index(kind, name: "by_kind")
  ///   index(name, name: "by_name")
  /// }
  /// ```
  public static let constraintNameCollision = DiagnosticKind("constraint-name-collision")
}

extension Diagnostic {
  static func constraintNameCollision(_ name: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .constraintNameCollision, "the name '\(name)' is taken", at: range, help: "give it another with 'name: \"…\"'",
      related: [.init(first, "taken here")])
  }
}
