@_spi(Backend) public import IgataRuntime

/// The parts of a table's statements that are the same in all of them, made once.
@_spi(Backend) public final class TableText: Sendable {
  /// The table.
  public let table: TableDescription
  /// How the engine writes it.
  public let dialect: any QueryDialect
  /// Each column as queries name it: `t0."name"`.
  public let columns: [String]
  /// `SELECT` with all columns, and `FROM`.
  public let selection: String
  /// The columns of the key.
  public let key: String
  /// The row with a key, whose columns are the parameters.
  public let finding: String
  /// The columns of the key, each with its collation: the end of every `ORDER BY`.
  let keyOrder: String

  /// The text of a table for an engine.
  public init(_ table: TableDescription, _ dialect: any QueryDialect) {
    self.table = table
    self.dialect = dialect
    let columns = table.columns.map { "t0." + dialect.quoted($0.name) }
    self.columns = columns
    selection = "SELECT \(columns.joined(separator: ", ")) FROM \(dialect.quoted(table.name)) AS t0"
    let isKey = table.primaryKey.enumerated().map { "\(columns[$1]) = \(dialect.parameter($0 + 1))" }
    finding = selection + " WHERE " + isKey.joined(separator: " AND ")
    key = table.primaryKey.map { columns[$0] }.joined(separator: ", ")
    keyOrder = table.primaryKey.map { columns[$0] + (dialect.collation(of: table.columns[$0].type) ?? "") }
      .joined(separator: ", ")
  }
}
