public import IgataDiagnostics

extension DiagnosticKind {
  /// An attribute stands on a field whose type it can't be about.
  ///
  /// `@length` bounds text, data and lists, `@range` numbers, `@pattern` text; `@precision` is for `Decimal`,
  /// `@onDelete` for a relation to one model, `@inverse` for a list of models, `@updatedAt` for a `Date`, `@version`
  /// for a whole number that is not optional. `@unique` and `@index` want a value or a relation to one model.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   age: Int16 @length(1...100)
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   age: Int16 @range(1...100)
  /// }
  /// ```
  public static let inapplicableAttribute = DiagnosticKind("inapplicable-attribute")
}

extension Diagnostic {
  static func inapplicableAttribute(_ attribute: Attribute, needs need: String, found: String) -> Diagnostic {
    Diagnostic(
      .inapplicableAttribute, "'@\(attribute.kind.rawValue)' needs \(need), and this is \(found)", at: attribute.range,
      fixes: [
        Fix(title: "remove '@\(attribute.kind.rawValue)'", range: attribute.range, replacement: "", isSafe: false)
      ])
  }
}
