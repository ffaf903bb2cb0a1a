#if SQLite || canImport(SQLite3)
internal import IgataRuntime

/// The parts of a table's statements that are the same in all of them, made once.
final class TableText {
  let table: TableDescription
  /// Each column as queries name it: `t0."name"`.
  let columns: [String]
  /// `SELECT` with all columns, and `FROM`.
  let selection: String
  /// The columns of the key.
  let key: String
  /// The columns of the key, each with its collation: the end of every `ORDER BY`.
  let keyOrder: String

  init(_ table: TableDescription) {
    self.table = table
    columns = table.columns.map { "t0." + $0.name.quotedName }
    selection = "SELECT \(columns.joined(separator: ", ")) FROM \(table.name.quotedName) AS t0"
    let columns = columns
    key = table.primaryKey.map { columns[$0] }.joined(separator: ", ")
    keyOrder = table.primaryKey.map { columns[$0] + (table.columns[$0].type.collation ?? "") }.joined(separator: ", ")
  }

  /// The statement that finds one row by its key, whose columns are the parameters.
  var find: String {
    let key = table.primaryKey.enumerated().map { "\(columns[$1]) = ?\($0 + 1)" }
    return "\(selection) WHERE \(key.joined(separator: " AND "))"
  }
}

extension ColumnType {
  /// How values of the type are put in order, where it is not by their bytes.
  var collation: String? {
    if case .decimal = self { " COLLATE \(SQLFunction.decimalCollation)" } else { nil }
  }
}

#endif
