import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let selfCascade = LintRule(
    "self-cascade", .relations, .strictOnly,
    """
    A cascade deletes a whole tree of one model.

    Deleting a folder deletes everything below it, at any depth, without notice. That may be intended. With `nullify`,
    the children are kept as roots; with `restrict`, they must be deleted first.
    """,
    example: """
      model Folder {
        id: UUID = uuid() @primaryKey
        parent: Folder? @onDelete(cascade)
      }
      """,
    fix: .replacing("@onDelete(cascade)", with: "@onDelete(restrict)"),
    check: .fields { field, context, findings in
      guard case .toOne(let target, _, .cascade) = field.kind, field.model == target else { return }
      findings.report(
        "deleting a '\(context.schema.models[target].name)' deletes everything below it",
        at: field.attribute("onDelete")?.range ?? field.range,
        help: "use 'restrict' or 'nullify', or allow it with a reason")
    })
}
