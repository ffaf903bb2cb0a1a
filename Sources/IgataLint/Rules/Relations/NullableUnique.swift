import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let nullableUnique = LintRule(
    "nullable-unique", .relations, .normal,
    """
    A unique constraint on several fields includes an optional one.

    In SQL, `NULL` isn't equal to anything, not even to `NULL`: two rows that are the same and lack a value are both
    accepted. Make the field required, or add a constraint for the rows that lack it: `unique(a, b, where: c ==
    nil)`. A constraint on one required and one optional field, such as `unique(team, shirtNumber)`, is usually
    intended, and isn't reported unless `pairs` is set.
    """,
    example: """
      model StockItem {
        id: UUID = uuid() @primaryKey
        shelf: String
        article: String
        lot: String?

        unique(shelf, article, lot)
      }
      """,
    fix: """
      model StockItem {
        id: UUID = uuid() @primaryKey
        shelf: String
        article: String
        lot: String?

        unique(shelf, article, lot)
        unique(shelf, article, where: lot == nil)
      }
      """,
    options: [pairs],
    check: .models { model, context, findings in
      let least = context.flag(pairs) ? 1 : 2
      let partial = Set(model.model.uniques.filter { $0.condition != nil }.map { Set($0.parts.map(\.column)) })
      for unique in model.uniques where unique.constraint.condition == nil {
        let columns = unique.constraint.parts.map { model.model.columns[$0.column] }
        let optional = columns.first { $0.isNullable }
        let required = Set(unique.constraint.parts.map(\.column).filter { !model.model.columns[$0].isNullable })
        guard let optional, Set(required.map { model.model.columns[$0].field }).count >= least,
          !partial.contains(required)
        else { continue }
        let field = model.model.fields[optional.field]
        findings.report(
          "two rows without '\(field.name)' aren't considered equal", at: unique.range,
          help: "make '\(field.name)' required, or add a constraint for the rows without it",
          related: [.init(field.origin.range, "'\(field.name)' is optional")])
      }
    })
}

private let pairs = LintOption(
  "pairs", .flag(false), "whether to report constraints on one required and one optional field")
