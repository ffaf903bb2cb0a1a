@_spi(Backend) public import IgataRuntime
public import IgataTables

/// A join table whose key in the database is the owner's and the position, as earlier releases created it.
///
/// The same target may be several times in a list. In the schema, the key is the owner's and the target's.
@_spi(Backend) public struct PositionKeyedTable {
  /// The table as it is in the schema.
  public let table: TableDescription
  public let found: FoundTable
  public let definition: TableDefinition
  /// The column of the position.
  public let position: Int

  /// `nil` if it isn't such a table.
  init?(_ table: TableDescription, _ found: FoundTable, _ dialect: any CatalogDialect) {
    guard let position = table.table.positionColumn else { return nil }
    let isSame = { (found: [String], columns: [Int]) in
      found.map(dialect.canonicalName) == columns.map { dialect.canonicalName(table.columns[$0].name) }
    }
    guard isSame(found.primaryKey, Array(0...position)) else { return nil }
    self.table = table
    self.found = found
    self.position = position
    definition = table.definition(in: dialect)
  }

  /// The names of the key's columns in the schema, as identifiers.
  public var keyNames: [String] { table.primaryKey.map { definition.dialect.identifier(table.columns[$0].name) } }

  /// The name of the position's column, as an identifier.
  public var positionName: String { definition.dialect.identifier(table.columns[position].name) }
}
