@_spi(Backend) internal import IgataRuntime

/// Checks some rows of a table that `prepare` did not create for values that the schema would misread.
struct RowSample {
  /// How many rows are checked.
  static let rowCount = 200

  private let table: TableDescription
  private let dialect: any CatalogDialect
  private let columns: [(index: Int, evidence: ColumnEvidence)]
  /// The columns by which messages name rows; empty if the table has no key.
  private let key: [Int]

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
    let names = Set(unproven.found.columns.map(\.name) + [unproven.found.rowNumber?.name].compactMap(\.self))
    let known = Set(names.map(dialect.canonicalName))
    let parts = unproven.table.primaryKey.map { unproven.table.columns[$0] }
    let isKnown = parts.allSatisfy { known.contains(dialect.canonicalName($0.name)) }
    key = isKnown && !parts.allSatisfy(\.isSensitive) ? table.primaryKey : []
  }

  /// The query, which returns one row; `nil` if there is nothing to check.
  var sql: String? {
    guard !columns.isEmpty else { return nil }
    var parts = ["count(*)"]
    for column in columns { parts += Self.parts(of: column.evidence) }
    return "SELECT \(parts.map { dialect.asText($0) }.joined(separator: ", ")) FROM \(sample)"
  }

  /// The rows, which are the same ones in each query.
  private var sample: String {
    let indexes = Set(columns.map(\.index) + key).sorted()
    let names = dialect.identifiers(indexes.map { table.columns[$0].name })
    return "(SELECT \(names) FROM \(dialect.identifier(table.name)) LIMIT \(Self.rowCount)) AS sample"
  }

  /// For each column with wrong values, the query for the key of a row that has the one which the message shows.
  ///
  /// - Parameter row: The result of ``sql``.
  func keyQueries(_ row: [String?]) -> [(column: Int, sql: String)] {
    guard !key.isEmpty, row.count == 1 + columns.count * 4 else { return [] }
    let values = key.map { dialect.keyText(of: table.columns[$0]) }.joined(separator: ", ")
    return columns.enumerated().compactMap { position, column in
      guard row[position * 4 + 1].flatMap({ Int($0) }) ?? 0 > 0 else { return nil }
      var condition = "(\(column.evidence.wrongValue))"
      if let kind = column.evidence.kind, let found = row[position * 4 + 2] {
        condition += " AND \(kind) = \(dialect.literal(found))"
      }
      return (column.index, "SELECT \(values) FROM \(sample) WHERE \(condition) LIMIT 1")
    }
  }

  /// A key as a message shows it: as it is stored, without what is `@sensitive`.
  ///
  /// - Parameter row: The result of one of ``keyQueries(_:)``.
  func keyText(_ row: [String?]) -> String {
    zip(key, row).map { table.columns[$0].isSensitive ? "…" : $1 ?? "nil" }.joined(separator: ", ").shownAsStored
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
  ///
  /// - Parameter keys: The keys of rows with wrong values, by the columns.
  func add(_ row: [String?], keys: [Int: String], to plan: inout PreparePlan) {
    guard row.count == 1 + columns.count * 4, let count = row[0].flatMap({ Int($0) }) else { return }
    for (position, column) in columns.enumerated() {
      let found = row[(position * 4 + 1)...(position * 4 + 4)].map(\.self)
      if let wrong = found[0].flatMap({ Int($0) }), wrong > 0 {
        let kind = found[1] ?? (column.evidence.kind == nil ? "other values" : "")
        let example = keys[column.index].map { wrong == 1 ? ": row \($0)" : ", such as row \($0)" } ?? ""
        plan.add(
          difference(column.index, "\(kind) in \(wrong) of the \(count) rows that were looked at\(example)"))
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
