public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// `@inverse` names a field that isn't a relation back to this model.
  ///
  /// A list with `@inverse(field)` is the other side of that field, which is a relation to one instance of this model.
  /// Without `@inverse`, the list is a separate relation, which is stored in a join table with the name given by
  /// `@joinTable`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   accounts: [Account] @inverse(name)
  /// }
  ///
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String
  ///   owner: Person
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   accounts: [Account] @inverse(owner)
  /// }
  ///
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String
  ///   owner: Person
  /// }
  /// ```
  public static let wrongInverse = DiagnosticKind("wrong-inverse")
}

extension Diagnostic {
  static func wrongInverse(
    _ name: NameSyntax, of model: String, in target: String, _ field: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .wrongInverse, "'\(name.text)' of '\(target)' isn't a relation to one '\(model)'", at: name.range,
      help: "name the relation back to this model, or remove '@inverse'", related: [.init(field, "the field is here")])
  }
}
