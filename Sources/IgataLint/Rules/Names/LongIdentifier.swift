import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let longIdentifier = LintRule(
    "long-identifier", .names, .normal,
    """
    The name of a table, a column, or a named index is too long for PostgreSQL.

    PostgreSQL truncates names to 63 bytes (MySQL to 64 characters). Igata truncates such a name itself and appends a
    hash, so that it stays unique, but then the name in the database differs from the one in the schema, and searching
    for it doesn't find it. Names that Igata generates for indexes aren't reported.
    """,
    example: """
      model MonthlyElectricityConsumption {
        id: UUID = uuid() @primaryKey
        averageConsumptionInKilowattHoursForEachPersonInTheHouseholdAndDay: Double
      }
      """,
    fix: .replacing("Double", with: #"Double @column("consumption")"#),
    options: [limit], houseStyle: HouseStyle("names are too long for PostgreSQL", help: "give them shorter ones"),
    check: .models { model, context, findings in
      guard context.targets.dialects.contains(.postgresql) else { return }
      let most = context.count(limit)
      let table = model.model
      if table.table.utf8.count > most {
        // The other names all begin with it.
        report("table", table.table, at: model.range, most, &findings)
        return
      }
      var reported: Int?
      for column in table.columns where column.name.utf8.count > most && column.field != reported {
        reported = column.field
        report("column", column.name, at: table.fields[column.field].origin.range, most, &findings)
      }
      let written = Set(model.constraints.flatMap(\.options).filter { $0.has(.name) }.compactMap(\.value.text))
      for constraint in table.uniques + table.indexes
      where constraint.name.utf8.count > most && written.contains(constraint.name) {
        report("index", constraint.name, at: range(of: constraint, in: model), most, &findings)
      }
      for check in table.checks where check.name.utf8.count > most && written.contains(check.name) {
        report("check", check.name, at: check.range, most, &findings)
      }
      for join in table.joinTables where join.name.utf8.count > most {
        report("join table", join.name, at: table.fields[join.field].origin.range, most, &findings)
      }
    })
}

private let limit = LintOption("limit", .count(63), "the maximum length of a name in bytes")

private func report(_ noun: String, _ name: String, at range: SourceRange, _ most: Int, _ findings: inout Findings) {
  findings.report(
    "the \(noun) '\(name)' has \(name.utf8.count) bytes, and only \(most) are stored", at: range,
    help: noun == "index" || noun == "check" ? "give it a shorter one with 'name:'" : "give it a shorter one")
}

/// The range of the field of the first column.
private func range(of constraint: Constraint, in model: DeclaredModel) -> SourceRange {
  guard let part = constraint.parts.first else { return model.range }
  return model.model.fields[model.model.columns[part.column].field].origin.range
}

extension ExpressionSyntax {
  fileprivate var text: String? {
    guard case .literal(let literal) = self, case .string(let text) = literal.value else { return nil }
    return text
  }
}
