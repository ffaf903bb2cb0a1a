public import IgataDiagnostics

extension DiagnosticKind {
  /// An attribute stands before what it belongs to, or behind something that takes none.
  ///
  /// An attribute stands behind the type or the default of its field, behind the name of its model, or behind its case.
  /// Where it starts a line, it belongs to the line before.
  ///
  /// ## Example
  ///
  /// ```igata
  /// @table("places")
  /// model Place {
  ///   id: Int64 @primaryKey
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// model Place @table("places") {
  ///   id: Int64 @primaryKey
  /// }
  /// ```
  public static let misplacedAttribute = DiagnosticKind("misplaced-attribute")
}

extension Diagnostic {
  static func misplacedAttribute(at range: SourceRange, help: String) -> Diagnostic {
    Diagnostic(.misplacedAttribute, "an attribute that belongs to nothing", at: range, help: help)
  }
}
