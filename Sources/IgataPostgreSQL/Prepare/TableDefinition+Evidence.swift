#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL

/// Looks at some rows of a table that others made, for values that are no cases of the schema's enums: everything else
/// that no record tells has a type of its own.
struct RowSample {
  /// How many rows are looked at.
  static let rowCount = 200

  private let table: TableDescription
  private let columns: [(index: Int, cases: [String])]

  init(_ unproven: PreparePlan.Unproven) {
    table = unproven.table
    columns = unproven.columns.compactMap { index in
      switch unproven.table.columns[index].type {
      case .stringEnum(let values, false): (index, values.map(\.quotedText))
      case .integerEnum(let values, _, false): (index, values.map { "\($0)" })
      default: nil
      }
    }
  }

  func add(to plan: inout PreparePlan, from session: PostgreSQLSession) async throws(StoreError) {
    guard !columns.isEmpty else { return }
    let names = columns.map { table.columns[$0.index].name.quotedServerName }
    let counts = zip(names, columns).map { "count(*) FILTER (WHERE \($0) NOT IN (\($1.cases.joined(separator: ", "))))::text" }
    let sql =
      "SELECT count(*)::text, \(counts.joined(separator: ", ")) FROM "
      + "(SELECT \(names.joined(separator: ", ")) FROM \(table.name.quotedServerName) LIMIT \(Self.rowCount)) AS rows"
    guard let row = try await session.texts(sql, []).first else { return }
    for (position, column) in columns.enumerated() where row[position + 1] != "0" {
      plan.add(
        SchemaDifference(
          table: table.name, column: table.columns[column.index].name,
          field: "\(table.model).\(table.field(at: column.index))",
          found: "other values in \(row[position + 1]) of the \(row[0]) rows that were looked at",
          expected: ColumnMeaning.words(of: table.columns[column.index]), help: "change the field, or convert the values"))
    }
  }
}

#endif
