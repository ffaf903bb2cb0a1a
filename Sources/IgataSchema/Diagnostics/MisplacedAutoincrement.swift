public import IgataDiagnostics

extension DiagnosticKind {
  /// `autoincrement()` stands on something other than a single whole-number key.
  ///
  /// The database counts the key of a table, an `Int64`, `Int` or `Int32`, and nothing else.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Entry {
  ///   id: UUID = uuid() @primaryKey
  ///   number: Int64 = autoincrement()
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Entry {
  ///   number: Int64 = autoincrement() @primaryKey
  /// }
  /// ```
  public static let misplacedAutoincrement = DiagnosticKind("misplaced-autoincrement")
}

extension Diagnostic {
  static func misplacedAutoincrement(at range: SourceRange, _ rule: String) -> Diagnostic {
    Diagnostic(.misplacedAutoincrement, "'autoincrement()' \(rule)", at: range, help: "leave the default out")
  }
}
