@_spi(Backend) package import IgataRuntime
package import IgataTables

/// What an engine knows of one table of the schema, so that it can be compared with the one in the database.
package protocol CatalogRules {
  var table: TableDescription { get }

  /// The engine's own definition of the table.
  var definition: TableDefinition { get }

  /// What two names have in common if the engine takes them for one.
  func key(_ name: String) -> String

  /// Why a column that was found would not hold the values of one of the schema, or would change or compare them
  /// otherwise, as a clause; `nil` if it would not.
  func typeRefusal(of found: FoundColumn, as column: ColumnDescription) -> String?

  /// The primary keys that do, as names of columns; the schema's own is the first.
  var acceptedKeys: [[String]] { get }

  /// The columns and the target's columns of foreign keys that do for a relation.
  func acceptedForeignKeys(of relation: RelationDescription) -> [(columns: [String], targetColumns: [String])]

  /// Whether the database may lack the foreign key of a relation.
  func mayLackForeignKey(of relation: RelationDescription) -> Bool

  // MARK: Statements that only add; `nil` if the engine would have to rebuild the table

  func addColumn(_ index: Int) -> String?
  func addForeignKey(_ relation: RelationDescription) -> String?
  /// Makes the database count the key of a column.
  func addCountedKey(_ index: Int, to found: FoundColumn) -> String?
  func setNullable(_ index: Int, _ isNullable: Bool) -> String?
}

extension TableDescription {
  /// The table's definition in a dialect.
  package func definition(in dialect: any SQLDialect) -> TableDefinition {
    TableDefinition(table, targets: targets, dialect)
  }
}
