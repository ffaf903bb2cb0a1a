public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// `@inverse` names a field that does not lead back.
  ///
  /// A list with `@inverse(field)` is what the other model's field says, read from this side: that field is a
  /// relation to this one model. Without `@inverse` the list is a relation of its own, kept in a join table, whose name `@joinTable` says.
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
      .wrongInverse, "'\(name.text)' of '\(target)' is no relation to one '\(model)'", at: name.range,
      help: "name the field that leads back, or leave '@inverse' out", related: [.init(field, "the field is here")])
  }
}
