import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// A table, a column, or an index with a name of its own has a longer name than PostgreSQL keeps.
  ///
  /// PostgreSQL cuts names after 63 bytes (MySQL after 64 characters). Igata cuts such a name itself and puts a hash at
  /// its end, so that two of them never meet, but what stands in the database is not what the schema says, and who
  /// searches for it does not find it. Names that Igata makes for indexes are left out, as nobody writes them.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model MonthlyElectricityConsumption {
  ///   id: UUID = uuid() @primaryKey
  ///   averageConsumptionInKilowattHoursForEachPersonInTheHouseholdAndDay: Double
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model MonthlyElectricityConsumption {
  ///   id: UUID = uuid() @primaryKey
  ///   averageConsumptionInKilowattHoursForEachPersonInTheHouseholdAndDay: Double @column("consumption")
  /// }
  /// ```
  static let longIdentifier = LintRule(
    "long-identifier", .names, .usual, options: [limit],
    houseStyle: HouseStyle("names are longer than PostgreSQL keeps", help: "give them shorter ones"),
    check: .models(checkLongIdentifier))
}

private let limit = LintOption("limit", .count(63), "how many bytes of a name the engine keeps")

private func checkLongIdentifier(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  guard context.targets.dialects.contains(.postgresql) else { return }
  let most = context.count(limit)
  let table = model.model
  if table.table.utf8.count > most {
    // The others all begin with it.
    report("table", table.table, at: model.range, most, &findings)
    return
  }
  var reported: Int?
  for column in table.columns where column.name.utf8.count > most && column.field != reported {
    reported = column.field
    report("column", column.name, at: table.fields[column.field].origin.range, most, &findings)
  }
  let written = Set(model.constraints.flatMap(\.options).filter { $0.label?.text == "name" }.compactMap(\.value.text))
  for constraint in table.uniques + table.indexes
  where constraint.name.utf8.count > most && written.contains(constraint.name) {
    report("index", constraint.name, at: place(of: constraint, in: model), most, &findings)
  }
  for join in table.joinTables where join.name.utf8.count > most {
    report("join table", join.name, at: table.fields[join.field].origin.range, most, &findings)
  }
}

private func report(_ noun: String, _ name: String, at range: SourceRange, _ most: Int, _ findings: inout Findings) {
  findings.report(
    "the \(noun) '\(name)' has \(name.utf8.count) bytes, and \(most) are kept", at: range,
    help: noun == "index" ? "give it a shorter one with 'name:'" : "give it a shorter one")
}

/// The field of the first column, as it says itself what it is part of.
private func place(of constraint: Constraint, in model: LintModel) -> SourceRange {
  guard let part = constraint.parts.first else { return model.range }
  return model.model.fields[model.model.columns[part.column].field].origin.range
}

extension ExpressionSyntax {
  fileprivate var text: String? {
    guard case .literal(let literal) = self, case .string(let text) = literal.value else { return nil }
    return text
  }
}
