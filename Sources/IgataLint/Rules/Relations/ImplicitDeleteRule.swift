import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let implicitDeleteRule = LintRule(
    "implicit-delete-rule", .relations, .strictOnly,
    """
    A relation doesn't specify what happens when its target is deleted.

    By default, a required relation prevents its target from being deleted, and an optional one is set to `nil`. These
    are decisions that should be visible in the schema. The fix writes the rule that already applies.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
      }

      model Account {
        id: UUID = uuid() @primaryKey
        owner: Person
      }
      """,
    fix: .replacing("owner: Person", with: "owner: Person @onDelete(restrict)"),
    houseStyle: HouseStyle("relations have no explicit delete rule", help: "add '@onDelete'"),
    check: .fields { field, context, findings in
      guard case .toOne(let target, _, let rule) = field.kind, field.attribute("onDelete") == nil else { return }
      let name = context.schema.models[target].name
      findings.report(
        "'\(field.name)' doesn't specify what happens when its '\(name)' is deleted", at: field.range,
        help: "add '@onDelete(\(rule.rawValue))', which already applies, or another rule",
        fixes: [field.adding("@onDelete(\(rule.rawValue))", isSafe: true)])
    })
}
