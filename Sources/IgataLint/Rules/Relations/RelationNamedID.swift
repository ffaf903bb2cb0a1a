import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let relationNamedID = LintRule(
    "relation-named-id", .relations, .normal,
    """
    A relation is named like a key.

    Then `account.ownerID` is a `Person`, and its key is `ownerIDID`. Name the relation after its target: the key
    `ownerID` is generated.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
      }

      model Account {
        id: UUID = uuid() @primaryKey
        ownerID: Person
      }
      """,
    fix: .replacing("ownerID:", with: "owner:"),
    check: .fields { field, context, findings in
      guard let target = field.target, field.words.last == "id", field.words.count > 1 else { return }
      let proposal = lowerCamelCase(Array(field.words.dropLast()))
      findings.report(
        "'\(field.name)' is a '\(context.schema.models[target].name)' but is named like its key", at: field.range,
        help: "name it '\(proposal)'", fixes: context.declared.renaming(field.declaration, to: proposal))
    })
}
