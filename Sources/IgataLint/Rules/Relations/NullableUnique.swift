import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A unique constraint over several fields has an optional one among them.
  ///
  /// To SQL, `nil` is like nothing, not even like `nil`: two rows that are the same but for a missing value both pass.
  /// Make the field required, or add a constraint for the rows that lack it: `unique(a, b, where: "c IS NULL")`. A
  /// constraint over one required field and one optional (`unique(team, shirtNumber)`) most often means it so, and is
  /// left alone unless `pairs` is set.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model StockItem {
  ///   id: UUID = uuid() @primaryKey
  ///   shelf: String
  ///   article: String
  ///   lot: String?
  ///
  ///   unique(shelf, article, lot)
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model StockItem {
  ///   id: UUID = uuid() @primaryKey
  ///   shelf: String
  ///   article: String
  ///   lot: String?
  ///
  ///   unique(shelf, article, lot)
  ///   unique(shelf, article, where: "lot IS NULL")
  /// }
  /// ```
  static let nullableUnique = LintRule(
    "nullable-unique", .relations, .usual, options: [pairs], check: .models(checkNullableUnique))
}

private let pairs = LintOption("pairs", .flag(false), "whether one required field and one optional are enough")

private func checkNullableUnique(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  let least = context.flag(pairs) ? 1 : 2
  let partial = Set(model.model.uniques.filter { $0.condition != nil }.map { Set($0.parts.map(\.column)) })
  for unique in model.placed(model.model.uniques, .unique) where unique.constraint.condition == nil {
    let columns = unique.constraint.parts.map { model.model.columns[$0.column] }
    let optional = columns.first { $0.isNullable }
    let required = Set(unique.constraint.parts.map(\.column).filter { !model.model.columns[$0].isNullable })
    guard let optional, Set(required.map { model.model.columns[$0].field }).count >= least, !partial.contains(required)
    else { continue }
    let field = model.model.fields[optional.field]
    findings.report(
      "two rows without '\(field.name)' are not held to be the same", at: unique.range,
      help: "make '\(field.name)' required, or add a constraint for the rows without it",
      related: [.init(field.origin.range, "'\(field.name)' is optional")])
  }
}
