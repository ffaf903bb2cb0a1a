@_spi(Backend) public import IgataRuntime
public import IgataTables

/// The SQL that is the same in all statements of a table.
@_spi(Backend) public final class TableText: Sendable {
  /// The table.
  public let table: TableDescription
  /// The dialect of the SQL.
  public let dialect: any QueryDialect
  /// The columns of all tables that are not as `prepare` creates them.
  public let adapted: AdaptedColumns
  let shaped = ShapedQueries()
  /// The table as the one of a query.
  let own: JoinedTable
  /// The columns, as queries refer to them: `t0."name"`.
  public let columns: [String]
  /// The columns, as rows are read.
  let selected: [String]
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
    selected = table.columns.indices.map(own.selected)
    selection = "SELECT \(selected.joined(separator: ", ")) FROM \(dialect.identifier(table.name)) AS t0"
    finding = Self.finding(in: [], own, selection)
    key = table.primaryKey.map(own.column).joined(separator: ", ")
    keyOrder = table.primaryKey.map { index in
      let column = table.columns[index]
      let nulls = column.isNullable ? dialect.nullOrder(isDescending: false) : ""
      return own.sorted(index) + (dialect.collation(of: column.type) ?? "") + nulls
    }.joined(separator: ", ")
  }

  /// ``finding``, where the columns of the key that have one of the forms are compared as they are stored.
  public func finding(in forms: [StoredForm?]) -> String { Self.finding(in: forms, own, selection) }

  private static func finding(in forms: [StoredForm?], _ own: JoinedTable, _ selection: String) -> String {
    let isKey = own.table.primaryKey.enumerated().map { index, column in
      let parameter = own.dialect.parameter(index + 1)
      let isStored = index < forms.count && forms[index] != nil
      return isStored ? "\(own.column(column)) = \(parameter)" : own.isEqual(column, to: parameter)
    }
    return selection + " WHERE " + isKey.joined(separator: " AND ")
  }
}
