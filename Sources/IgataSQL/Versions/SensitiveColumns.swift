@_spi(Backend) public import IgataRuntime
internal import IgataTables

/// The `@sensitive` columns of the tables that a version changes, for the messages of rows that stop it.
///
/// While a version runs, a table has the names of the version before, of the version, or others. So a column is known
/// by what the database records and by what the program knows. One that neither knows is sensitive if any column is.
@_spi(Backend) public struct SensitiveColumns {
  private let tables: [TableDescription]
  private let dialect: any QueryDialect

  /// - Parameters:
  ///   - tables: The tables of the program.
  ///   - recorded: The descriptions in `igata_tables`.
  public init(_ tables: [TableDescription], recorded: [String], _ dialect: any QueryDialect) {
    self.tables = tables + recorded.map { TableDescription($0) }
    self.dialect = dialect
  }

  /// The query for the recorded descriptions.
  public static let query = "SELECT text FROM igata_tables"

  private var areThere: Bool { tables.contains { $0.columns.contains(where: \.isSensitive) } }

  public func contains(_ column: String, of table: String) -> Bool {
    let (column, table) = (dialect.canonicalName(column), dialect.canonicalName(table))
    let known = tables.lazy.filter { dialect.canonicalName($0.name) == table }.flatMap(\.columns)
      .filter { dialect.canonicalName($0.name) == column }
    return known.isEmpty ? areThere : known.contains(where: \.isSensitive)
  }

  /// A key as a message shows it.
  ///
  /// - Parameter values: The values of the columns of the key, in their order.
  public func keyText(_ values: [String], ofModel model: String) -> String {
    let keys = tables.filter { $0.model == model }.map { table in table.primaryKey.map { table.columns[$0] } }
    return values.enumerated().map { index, value in
      let known = keys.filter { $0.indices.contains(index) }
      let isSensitive = known.isEmpty ? areThere : known.contains { $0[index].isSensitive }
      return isSensitive ? Self.mark : value
    }.joined(separator: ", ")
  }

  /// What a message shows in place of a value.
  public static let mark = "…"
}
