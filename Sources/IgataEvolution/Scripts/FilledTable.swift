import IgataTables

/// Rows that a table gets for those of another one.
struct FilledTable {
  let table: Table
  /// Whether only the new schema has the table.
  let isNew: Bool
  /// The columns that have values, which are expressions over the rows of the old schema.
  let columns: [(column: Int, value: String)]
  /// The clause that finds these rows.
  let from: String

  var names: [String] { table.names(columns.map(\.column)) }
}
