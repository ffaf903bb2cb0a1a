@_spi(Backend) internal import IgataRuntime

/// Checks some rows of a table that `prepare` did not create for values that the schema would misread.
struct RowSample {
  /// How many rows are checked.
  static let rowCount = 200

  private let table: TableDescription
  private let dialect: any CatalogDialect
  private let columns: [(index: Int, evidence: ColumnEvidence)]

  init(_ unproven: PreparePlan.Unproven, _ dialect: any CatalogDialect) {
    table = unproven.table
    self.dialect = dialect
    columns = unproven.columns.compactMap { index in
      let column = unproven.table.columns[index]
      let found = unproven.found.columns.first {
        dialect.canonicalName($0.name) == dialect.canonicalName(column.name)
      }
      return dialect.evidence(of: column, in: found).map { (index, $0) }
    }
  }

  /// The query, which returns one row; `nil` if there is nothing to check.
  var sql: String? {
    guard !columns.isEmpty else { return nil }
    var parts = ["count(*)"]
    for column in columns { parts += Self.parts(of: column.evidence) }
    let names = dialect.identifiers(columns.map { table.columns[$0.index].name })
    let values = parts.map { dialect.asText($0) }.joined(separator: ", ")
    return "SELECT \(values) FROM "
      + "(SELECT \(names) FROM \(dialect.identifier(table.name)) LIMIT \(Self.rowCount)) AS sample"
  }

  /// The number of wrong values, the greatest kind of them, and the least and the greatest number.
  private static func parts(of evidence: ColumnEvidence) -> [String] {
    let wrong = evidence.wrongValue
    return [
      "sum(CASE WHEN \(wrong) THEN 1 ELSE 0 END)",
      evidence.kind.map { "max(CASE WHEN \(wrong) THEN \($0) END)" } ?? "NULL",
      evidence.number.map { "min(\($0))" } ?? "NULL", evidence.number.map { "max(\($0))" } ?? "NULL",
    ]
  }

  /// Adds the differences and notes that follow from the result.
  func add(_ row: [String?], to plan: inout PreparePlan) {
    guard row.count == 1 + columns.count * 4, let count = row[0].flatMap({ Int($0) }) else { return }
    for (position, column) in columns.enumerated() {
      let found = row[(position * 4 + 1)...(position * 4 + 4)].map(\.self)
      if let wrong = found[0].flatMap({ Int($0) }), wrong > 0 {
        let kind = found[1] ?? (column.evidence.kind == nil ? "other values" : "")
        plan.add(difference(column.index, "\(kind) in \(wrong) of the \(count) rows that were looked at"))
      } else if column.evidence.number != nil {
        addDate(column.index, found[2].flatMap { Int64($0) }, found[3].flatMap { Int64($0) }, to: &plan)
      }
    }
  }

  /// A date may be stored as a number in any unit, which only its magnitude shows.
  private func addDate(_ index: Int, _ minimum: Int64?, _ maximum: Int64?, to plan: inout PreparePlan) {
    guard let minimum, let maximum else {
      plan.add(
        PrepareReport.Note(
          table: table.name, column: table.columns[index].name, field: field(index),
          text: "no row tells whether its numbers are microseconds since 1970; they are taken to be"))
      return
    }
    switch max(minimum.magnitude, maximum.magnitude) {
    case ..<100_000_000_000: plan.add(difference(index, "numbers of the size of seconds"))
    case ..<10_000_000_000_000: plan.add(difference(index, "numbers of the size of milliseconds"))
    case 253_402_300_800_000_000...: plan.add(difference(index, "numbers of the size of nanoseconds"))
    default: break
    }
  }

  private func difference(_ index: Int, _ found: String) -> SchemaDifference {
    SchemaDifference(
      table: table.name, column: table.columns[index].name, field: field(index), found: found,
      expected: ColumnMeaning.words(of: table.columns[index]), help: "change the field, or convert the values")
  }

  private func field(_ index: Int) -> String { "\(table.model).\(table.field(at: index))" }
}
