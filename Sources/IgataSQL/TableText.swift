@_spi(Backend) public import IgataRuntime

/// The SQL that is the same in all statements of a table.
@_spi(Backend) public final class TableText: Sendable {
  /// The table.
  public let table: TableDescription
  /// The dialect of the SQL.
  public let dialect: any QueryDialect
  /// The columns of all tables that are not as `prepare` creates them.
  public let adapted: AdaptedColumns
  /// The table as the one of a query.
  let own: JoinedTable
  /// The columns, as queries refer to them: `t0."name"`.
  public let columns: [String]
  /// `SELECT` with all columns, and `FROM`.
  public let selection: String
  /// The columns of the key, as they are stored.
  public let key: String
  /// The query for the row with a key, whose columns are the parameters.
  public let finding: String
  /// The columns of the key, each in its order, null first: the end of every `ORDER BY`. Only the key of groups can be
  /// null.
  let keyOrder: String

  /// The SQL of a table in a dialect.
  public init(
    _ table: TableDescription, _ dialect: any QueryDialect, _ adapted: AdaptedColumns = AdaptedColumns()
  ) {
    self.table = table
    self.dialect = dialect
    self.adapted = adapted
    let own = JoinedTable(
      alias: "t0", table: table, dialect: dialect, isOptional: false, adapted: adapted[table])
    self.own = own
    let columns = table.columns.indices.map(own.value)
    self.columns = columns
    selection = "SELECT \(columns.joined(separator: ", ")) FROM \(dialect.identifier(table.name)) AS t0"
    let isKey = table.primaryKey.enumerated().map { own.isEqual($1, to: dialect.parameter($0 + 1)) }
    finding = selection + " WHERE " + isKey.joined(separator: " AND ")
    key = table.primaryKey.map(own.column).joined(separator: ", ")
    keyOrder = table.primaryKey.map { index in
      let column = table.columns[index]
      let nulls = column.isNullable ? dialect.nullOrder(isDescending: false) : ""
      return own.sorted(index) + (dialect.collation(of: column.type) ?? "") + nulls
    }.joined(separator: ", ")
  }
}
