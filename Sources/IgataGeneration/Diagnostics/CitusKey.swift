public import IgataDiagnostics

extension DiagnosticKind {
  /// A key or a unique constraint of a table that Citus spreads does not hold the field that its rows are spread by.
  ///
  /// Each server sees its own rows alone, so Citus keeps rows apart only where those that could be equal lie together. A
  /// key whose values are made by `uuid()`, `uuid7()` or `autoincrement()` differs everywhere as it is: the table for
  /// Citus gets the field in its primary key, and nothing is to be done. Any other key, and a unique constraint, has to
  /// say that it holds for one value of the field. Keys that the servers make are `Int64` or `Int`.
  ///
  /// ## Example
  /// ```text
  /// model Product {
  ///   id: UUID = uuid() @primaryKey
  ///   shop: Shop
  ///   code: String @unique
  ///   distribute(by: shop)
  /// }
  /// ```
  ///
  /// ## Fix
  /// ```text
  /// model Product {
  ///   id: UUID = uuid() @primaryKey
  ///   shop: Shop
  ///   code: String
  ///   distribute(by: shop)
  ///   unique(shop, code)
  /// }
  /// ```
  public static let citusKey = DiagnosticKind("citus-key")
}

extension Diagnostic {
  static func citusKey(
    _ message: String, at range: SourceRange, help: String, distribution: SourceRange
  ) -> Diagnostic {
    Diagnostic(.citusKey, message, at: range, help: help, related: [.init(distribution, "its rows are spread here")])
  }
}
