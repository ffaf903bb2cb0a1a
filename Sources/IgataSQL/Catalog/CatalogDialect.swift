@_spi(Backend) public import IgataRuntime
public import IgataTables

/// A dialect that can compare the tables of a database with those of a schema.
///
/// ``TableComparison`` does the comparison. The requirements are what differs between databases: types, keys and
/// foreign keys that are accepted, and the statements that add what is missing.
@_spi(Backend) public protocol CatalogDialect: QueryDialect {
  /// Whether a column in the database holds the values of a column of the schema, and in which form.
  func fit(of found: FoundColumn, as column: ColumnDescription) -> ColumnFit

  /// A value of a type in the one text that equal values have, where the database compares texts; `$` is the column.
  /// `nil`, the default, if it compares values.
  func canonical(_ type: ColumnType) -> String?

  /// A list without elements, in SQL.
  var emptyList: String { get }

  /// The primary keys that are accepted for a table, as names of columns. The schema's own is the first, and by default
  /// the only one.
  func acceptedKeys(of table: TableDescription) -> [[String]]

  /// The columns and the target's columns of the foreign keys that are accepted for a relation. By default only those
  /// of the schema.
  func acceptedForeignKeys(
    of relation: RelationDescription, in table: TableDescription
  ) -> [(columns: [String], targetColumns: [String])]

  /// Whether the database may lack the foreign key of a relation. By default it may not.
  func mayLackForeignKey(of relation: RelationDescription, in table: TableDescription) -> Bool

  /// The expressions that show whether the values of a column, in a table that `prepare` did not create, are those of
  /// the schema. `nil`, the default, if the column's type ensures it.
  ///
  /// - Parameter found: The column in the database; `nil` for one of another type than its form is usual for.
  func evidence(of column: ColumnDescription, in found: FoundColumn?) -> ColumnEvidence?

  /// The value of a key's column, as a text by which a person finds the row. By default the value as text.
  func keyText(of column: ColumnDescription) -> String

  /// Where the values of a type are in the order of a column that another program writes; `nil`, the default, if each
  /// is read as it is stored.
  func bounds(of type: ColumnType) -> StoredBounds?

  // MARK: Statements that repair a table; `nil`, the default, if the table would have to be copied

  /// The statement that adds a column of the schema.
  func addColumn(_ index: Int, to table: TableDescription) -> String?

  /// The statement that adds the foreign key of a relation.
  func addForeignKey(_ relation: RelationDescription, to table: TableDescription) -> String?

  /// The statement that makes the database generate the values of a key column.
  func generateKey(_ index: Int, of table: TableDescription, from found: FoundColumn) -> String?

  /// The statement that lets a column contain null, or forbids it.
  func setNullable(_ index: Int, of table: TableDescription, _ isNullable: Bool) -> String?

  /// The statements that give a join table the key of the schema.
  func changeKey(of join: PositionKeyedTable) -> String?
}

@_spi(Backend) extension CatalogDialect {
  public func canonical(_ type: ColumnType) -> String? { nil }

  public func acceptedKeys(of table: TableDescription) -> [[String]] {
    [table.primaryKey.map { table.columns[$0].name }]
  }

  public func acceptedForeignKeys(
    of relation: RelationDescription, in table: TableDescription
  ) -> [(columns: [String], targetColumns: [String])] {
    let target = relation.targetTable()
    return [
      (relation.columns.map { table.columns[$0].name }, relation.referencedColumns.map { target.columns[$0].name })
    ]
  }

  public func mayLackForeignKey(of relation: RelationDescription, in table: TableDescription) -> Bool { false }

  public func evidence(of column: ColumnDescription, in found: FoundColumn?) -> ColumnEvidence? { nil }

  public func keyText(of column: ColumnDescription) -> String { asText(identifier(column.name)) }

  public func bounds(of type: ColumnType) -> StoredBounds? { nil }

  public func addColumn(_ index: Int, to table: TableDescription) -> String? { nil }

  public func addForeignKey(_ relation: RelationDescription, to table: TableDescription) -> String? { nil }

  public func generateKey(_ index: Int, of table: TableDescription, from found: FoundColumn) -> String? { nil }

  public func setNullable(_ index: Int, of table: TableDescription, _ isNullable: Bool) -> String? { nil }

  public func changeKey(of join: PositionKeyedTable) -> String? { nil }
}

/// The expressions that show, for the rows of a table, whether the values of a column are those of the schema.
@_spi(Backend) public struct ColumnEvidence: Sendable {
  /// A condition that is true for a value that the column of the schema can't hold.
  public var wrongValue: String
  /// A condition that is true for a value which the store would write otherwise, if it wrote it again; `nil` if the
  /// column has no form.
  public var changedValue: String?
  /// An expression for the kind of a wrong value, as messages name it; `nil` if there is no name.
  public var kind: String?
  /// The number that represents a date, whose magnitude shows its unit; `nil` if the type defines the unit.
  public var number: String?

  public init(wrongValue: String, changedValue: String? = nil, kind: String? = nil, number: String? = nil) {
    self.wrongValue = wrongValue
    self.changedValue = changedValue
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
