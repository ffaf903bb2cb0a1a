public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A unique constraint or an index holds a field that has no value to compare.
  ///
  /// Lists and `JSON` have no order. For a struct, mark the field inside of it; for a list of models, index the other
  /// side.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Post {
  ///   id: UUID = uuid() @primaryKey
  ///   words: [String] = []
  ///   index(words)
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Post {
  ///   id: UUID = uuid() @primaryKey
  ///   words: [String] = []
  ///   title: String
  ///   index(title)
  /// }
  /// ```
  public static let unindexableField = DiagnosticKind("unindexable-field")
}

extension Diagnostic {
  static func unindexableField(_ name: NameSyntax, _ kind: ConstraintSyntax.Kind, found: String) -> Diagnostic {
    Diagnostic(
      .unindexableField, "'\(kind.rawValue)' can't hold '\(name.text)': it is \(found)", at: name.range)
  }
}
