public import IgataDiagnostics

extension DiagnosticKind {
  /// An attribute stands before what it belongs to, or behind something that takes none.
  ///
  /// An attribute stands behind the type or the default of its field, behind the name of its model, or behind its case.
  /// Where it starts a line, it belongs to the line before, and is indented more than that.
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
  /// ## Fix
  ///
  /// ```igata
  /// model Place @table("places") {
  ///   id: Int64 @primaryKey
  /// }
  /// ```
  public static let misplacedAttribute = DiagnosticKind("misplaced-attribute")
}

extension Diagnostic {
  static func misplacedAttribute(at range: SourceRange, help: String, fix: Fix? = nil) -> Diagnostic {
    let message = fix == nil ? "an attribute that belongs to nothing" : "an attribute before what it belongs to"
    return Diagnostic(.misplacedAttribute, message, at: range, help: help, fixes: fix.map { [$0] } ?? [])
  }
}
