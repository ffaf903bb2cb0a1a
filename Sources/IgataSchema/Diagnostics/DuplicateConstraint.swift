public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A model asks for the same unique constraint or the same index twice.
  ///
  /// Two of them cost twice and give what one gives. Those of `@unique` and `@index` count too.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   kind: String @index
  ///   index(kind)
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   kind: String @index
  /// }
  /// ```
  public static let duplicateConstraint = DiagnosticKind("duplicate-constraint")
}

extension Diagnostic {
  static func duplicateConstraint(_ constraint: ConstraintSyntax, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .duplicateConstraint, "this '\(constraint.kind.rawValue)' exists already", at: constraint.range,
      help: "leave one out", related: [.init(first, "the first one is here")],
      fixes: [
        Fix(title: "remove it", range: constraint.range, replacement: "", isSafe: constraint.options.isEmpty)
      ])
  }
}
