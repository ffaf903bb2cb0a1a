/// A table, in the one form that both the tool and the runtime use.
///
/// The tool makes it from a schema. Generated code has it as text, see ``text`` and ``init(text:unreadLines:)``, and
/// ``TableDefinition`` turns it into SQL.
public struct Table: Hashable, Sendable {
  /// The model's name in the schema.
  public var model: String
  /// The table's name in SQL, not quoted.
  public var name: String
  /// The table's name before the model was renamed; `nil` if it was not.
  public var formerName: String?
  /// The columns, in the order in which a model is coded.
  public var columns: [ColumnDescription]
  /// Indexes of the key's columns, in the key's order.
  public var primaryKey: [Int]
  /// The name of the key's constraint; `nil` for `<table>_pkey`.
  public var primaryKeyName: String?
  /// Unique constraints beyond the key.
  public var uniques: [IndexDescription]
  /// The indexes that the schema declares. Foreign keys are indexed in addition.
  public var indexes: [IndexDescription]
  /// The conditions that every row satisfies.
  public var checks: [TableCheck]
  /// The relations, in the order of the fields. A relation's number is its index here.
  public var relations: [TableRelation]
  /// The structs whose fields are columns here, each before those inside of it.
  public var structs: [StructDescription]
  /// The column of the `@version` field.
  public var versionColumn: Int?
  /// The columns of the `@updatedAt` fields.
  public var updatedColumns: [Int]
  /// Where rows are stored if the tables are on several servers; `nil` if the schema does not define it.
  public var distribution: TableDistribution?
  /// Whether another program makes and changes the table.
  public var isExternal = false
  /// Whether it is only read: a view of another program, or a table in which nothing identifies a row.
  public var isReadOnly = false
  /// The lines of the model's documentation, which ``text`` leaves out.
  public var documentation: [String] = []

  /// A table. Arguments that are left out are empty.
  public init(
    model: String, name: String, columns: [ColumnDescription], primaryKey: [Int], uniques: [IndexDescription] = [],
    indexes: [IndexDescription] = [], checks: [TableCheck] = [], relations: [TableRelation] = [],
    structs: [StructDescription] = [], versionColumn: Int? = nil, updatedColumns: [Int] = [],
    distribution: TableDistribution? = nil, formerName: String? = nil
  ) {
    self.model = model
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
    self.uniques = uniques
    self.indexes = indexes
    self.checks = checks
    self.relations = relations
    self.structs = structs
    self.versionColumn = versionColumn
    self.updatedColumns = updatedColumns
    self.distribution = distribution
    self.formerName = formerName
  }

  /// The column whose key the database makes, if the key is `autoincrement()`.
  public var generatedKeyColumn: Int? {
    primaryKey.first { columns[$0].defaultValue == .autoincrement }
  }

  /// The name of the key's constraint, given or derived.
  public var keyName: String { primaryKeyName ?? "\(name)_pkey" }

  /// The names of some columns.
  public func names(_ columns: [Int]) -> [String] { columns.map { self.columns[$0].name } }
}
