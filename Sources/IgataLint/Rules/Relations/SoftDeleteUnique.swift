import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let softDeleteUnique = LintRule(
    "soft-delete-unique", .relations, .strictOnly,
    """
    A row that is marked as deleted still occupies its unique value.

    The model marks rows as deleted instead of deleting them, and a unique constraint applies to those too: the name
    of a deleted row can't be used again. Exclude these rows with `where:`.
    """,
    example: """
      model Tag {
        id: UUID = uuid() @primaryKey
        name: String @unique
        deletedAt: Date?
      }
      """,
    fix: """
      model Tag {
        id: UUID = uuid() @primaryKey
        name: String
        deletedAt: Date?

        unique(name, where: deletedAt == nil)
      }
      """,
    check: .models { model, context, findings in
      let fields = context.declared.fields(of: .model(model.index))
      guard let mark = fields.first(where: isMark) else { return }
      for unique in model.uniques where unique.constraint.condition == nil {
        guard !unique.constraint.parts.contains(where: { model.model.columns[$0.column].field == mark.position }) else {
          continue
        }
        findings.report(
          "rows with '\(mark.name)' still count for this constraint", at: unique.range,
          help: "exclude them with 'where:'", related: [.init(mark.range, "'\(mark.name)' marks them")])
      }
    })
}

private func isMark(_ field: DeclaredField) -> Bool {
  switch field.words {
  case ["deleted", "at"], ["deleted", "on"], ["removed", "at"]: field.scalar == .date && field.isOptional
  case ["is", "deleted"], ["deleted"], ["is", "removed"]: field.scalar == .bool
  default: false
  }
}
