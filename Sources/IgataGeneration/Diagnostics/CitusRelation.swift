public import IgataDiagnostics

extension DiagnosticKind {
  /// Citus can't keep the foreign key of a relation.
  ///
  /// A foreign key is kept by the server that holds the row, which has to hold the other row too. That is so between two
  /// tables that are spread by the same value and have it in the foreign key, and to a table that every server holds
  /// (`reference`). It is not so from such a table to one that is spread, between tables that are spread by different
  /// things, or between one that is spread and one that is on the coordinator alone. Nor can Citus clear a relation
  /// (`@onDelete(nullify)`) between tables that are spread. An ordered list of models is kept in a table with the keys
  /// of both, and the same holds for it.
  ///
  /// A relation that says `@onDelete(noAction)` stays without a foreign key, and a comment in the DDL says so.
  ///
  /// ## Example
  /// ```text
  /// model Country {
  ///   code: String @primaryKey
  /// }
  ///
  /// model Shop {
  ///   id: UUID = uuid() @primaryKey
  ///   country: Country
  ///   distribute(by: id)
  /// }
  /// ```
  ///
  /// ## Fix
  /// ```text
  /// model Country {
  ///   code: String @primaryKey
  ///   reference
  /// }
  ///
  /// model Shop {
  ///   id: UUID = uuid() @primaryKey
  ///   country: Country
  ///   distribute(by: id)
  /// }
  /// ```
  public static let citusRelation = DiagnosticKind("citus-relation")
}

extension Diagnostic {
  static func citusRelation(_ field: String, _ reason: String, at range: SourceRange, help: String) -> Diagnostic {
    Diagnostic(
      .citusRelation, "Citus can't keep the foreign key of '\(field)': \(reason)", at: range, help: help)
  }
}
