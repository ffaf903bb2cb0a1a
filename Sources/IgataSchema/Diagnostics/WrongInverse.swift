public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let wrongInverse = DiagnosticKind(
    "wrong-inverse",
    """
    `@inverse` names a field that isn't a relation back to this model.

    A field with `@inverse(field)` is the other side of that field, which is a relation to this model that the other
    model stores: a relation to one, or, for a list, also a list without `@inverse`. A list without `@inverse` is a
    separate relation, which is stored in a join table with the name given by `@joinTable`.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        accounts: [Account] @inverse(name)
      }

      model Account {
        id: UUID = uuid() @primaryKey
        name: String
        owner: Person
      }
      """,
    fix: .replacing("@inverse(name)", with: "@inverse(owner)"))
}

extension Diagnostic {
  static func wrongInverse(
    _ name: NameSyntax, of model: String, in target: String, _ field: SourceRange, isSingle: Bool
  ) -> Diagnostic {
    let relation = isSingle ? "a relation to one '\(model)'" : "a relation to '\(model)' that '\(target)' stores"
    return Diagnostic(
      .wrongInverse, "'\(name.text)' of '\(target)' isn't \(relation)", at: name.range,
      help: "name the relation back to this model, or remove '@inverse'", related: [.init(field, "the field is here")])
  }
}
