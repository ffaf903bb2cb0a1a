@_spi(Backend) package import IgataRuntime

/// The parts of a table's statements that are the same in all of them, made once.
package final class TableText: Sendable {
  package let table: TableDescription
  package let dialect: QueryDialect
  /// Each column as queries name it: `t0."name"`.
  package let columns: [String]
  /// `SELECT` with all columns, and `FROM`.
  package let selection: String
  /// The columns of the key.
  package let key: String
  /// The row with a key, whose columns are the parameters.
  package let finding: String
  /// The columns of the key, each with its collation: the end of every `ORDER BY`.
  let keyOrder: String

  package init(_ table: TableDescription, _ dialect: QueryDialect) {
    self.table = table
    self.dialect = dialect
    let columns = table.columns.map { "t0." + dialect.quoted($0.name) }
    self.columns = columns
    selection = "SELECT \(columns.joined(separator: ", ")) FROM \(dialect.quoted(table.name)) AS t0"
    let isKey = table.primaryKey.enumerated().map { "\(columns[$1]) = \(dialect.parameterMark)\($0 + 1)" }
    finding = selection + " WHERE " + isKey.joined(separator: " AND ")
    key = table.primaryKey.map { columns[$0] }.joined(separator: ", ")
    keyOrder = table.primaryKey.map { columns[$0] + (dialect.collation(of: table.columns[$0].type) ?? "") }
      .joined(separator: ", ")
  }

  /// The statement that finds one row by its key, whose columns are the parameters.
  package var find: String {
    let key = table.primaryKey.enumerated().map { "\(columns[$1]) = \(dialect.parameterMark)\($0 + 1)" }
    return "\(selection) WHERE \(key.joined(separator: " AND "))"
  }
}
