@_spi(Backend) public import IgataRuntime
public import IgataTables

/// What an engine knows of one table of the schema, so that it can be compared with the one in the database.
@_spi(Backend) public protocol CatalogRules {
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

  /// How the rows of a table that others made show whether a column's values are the schema's; `nil` if its type does.
  func evidence(of column: Int) -> ColumnEvidence?

  // MARK: Statements that only add; `nil` if the engine would have to rebuild the table

  func addColumn(_ index: Int) -> String?
  func addForeignKey(_ relation: RelationDescription) -> String?
  /// Makes the database count the key of a column.
  func addCountedKey(_ index: Int, to found: FoundColumn) -> String?
  func setNullable(_ index: Int, _ isNullable: Bool) -> String?
}

/// What the rows of a table are asked about a column.
@_spi(Backend) public struct ColumnEvidence: Sendable {
  /// A condition that holds for values that are not of the column.
  public var wrongValue: String
  /// An expression for what such a value is, as messages call it; `nil` if there is nothing to say.
  public var kind: String?
  /// The number in a date, by whose size its unit is known; `nil` if the type says that.
  public var number: String?

  /// What the rows are asked.
  public init(wrongValue: String, kind: String? = nil, number: String? = nil) {
    self.wrongValue = wrongValue
    self.kind = kind
    self.number = number
  }
}

@_spi(Backend) extension TableDescription {
  /// The table's definition in a dialect.
  public func definition(in dialect: any SQLDialect) -> TableDefinition {
    TableDefinition(table, targets: targets, dialect)
  }
}
