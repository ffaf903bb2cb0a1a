public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A constraint names a field twice.
  ///
  /// The second one adds nothing.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   kind: String
  ///   index(kind, kind)
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   kind: String
  ///   index(kind)
  /// }
  /// ```
  public static let repeatedColumn = DiagnosticKind("repeated-column")
}

extension Diagnostic {
  static func repeatedColumn(
    _ name: NameSyntax, in kind: ConstraintSyntax.Kind, first: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .repeatedColumn, "'\(kind.rawValue)' names '\(name.text)' twice", at: name.range, help: "leave one out",
      related: [.init(first, "the first one is here")])
  }
}
