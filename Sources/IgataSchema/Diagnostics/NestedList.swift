public import IgataDiagnostics

extension DiagnosticKind {
  /// A list holds lists.
  ///
  /// A list is kept in one column, element by element. For lists of lists, give the inner one a model, or use `JSON`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Board {
  ///   id: UUID = uuid() @primaryKey
  ///   rows: [[Int]]
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Board {
  ///   id: UUID = uuid() @primaryKey
  ///   rows: [Row] @inverse(board)
  /// }
  ///
  /// model Row {
  ///   id: UUID = uuid() @primaryKey
  ///   board: Board
  ///   cells: [Int]
  /// }
  /// ```
  public static let nestedList = DiagnosticKind("nested-list")
}

extension Diagnostic {
  static func nestedList(at range: SourceRange) -> Diagnostic {
    Diagnostic(.nestedList, "lists do not nest", at: range, help: "give the inner list a model, or use 'JSON'")
  }
}
