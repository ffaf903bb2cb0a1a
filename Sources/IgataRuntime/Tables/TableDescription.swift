internal import Synchronization

/// What a backend may know of a model: its table.
///
/// A class, so that a description is passed and compared as one word; it never changes.
public final class TableDescription: Sendable {
  /// The model's name in the schema.
  public let model: String
  /// The table's name in SQL, not quoted.
  @_spi(Backend) public let name: String
  /// The table's name before the model was renamed; `nil` if it was not.
  @_spi(Backend) public let formerName: String?
  /// The columns, in the order in which a model is coded.
  @_spi(Backend) public let columns: [ColumnDescription]
  /// Indexes of the key's columns, in the key's order.
  @_spi(Backend) public let primaryKey: [Int]
  /// Unique constraints beyond the key.
  @_spi(Backend) public let uniques: [IndexDescription]
  /// The indexes that the schema asks for. A backend indexes foreign keys besides.
  @_spi(Backend) public let indexes: [IndexDescription]
  /// The relations, in the order of the fields: what a relation's number counts.
  @_spi(Backend) public let relations: [RelationDescription]
  /// The structs whose fields are columns here, each before those inside of it.
  @_spi(Backend) public let structs: [StructDescription]
  /// The column of the `@version` field.
  @_spi(Backend) public let versionColumn: Int?
  /// The columns of the `@updatedAt` fields.
  @_spi(Backend) public let updatedColumns: [Int]
  /// Where rows lie if the tables are on several servers; nothing where the schema does not say.
  @_spi(Backend) public let distribution: TableDistribution?
  /// Whether models of this table hold others, by whatever relation.
  @usableFromInline let holdsRelations: Bool
  /// Whether they hold others that are loaded with them.
  @usableFromInline let loadsRelations: Bool
  /// Whether a save sets columns by itself: dates of the last change, a version.
  @usableFromInline let hasStamps: Bool
  /// Whether any column has bounds.
  @usableFromInline let hasConstraints: Bool
  /// The lines of a description in words that say nothing this runtime knows; `Store.prepare` refuses them.
  let unreadLines: [String]
  /// What the elements of the model's `Columns` are the numbers of.
  let queryNumbers: [Int]
  /// The fields as they nest in a dictionary.
  let fieldTree: FieldTree
  /// The tables of its ordered relations, once they were asked for.
  let joins = Mutex<[Int: TableDescription]>([:])
  /// The model that codes the rows; see ``register(_:)``.
  let knownModelType = Mutex<(any PersistableModel.Type)?>(nil)

  /// A description; what is left out is empty.
  @_spi(Backend) public convenience init(
    model: String, name: String, columns: [ColumnDescription], primaryKey: [Int], uniques: [IndexDescription] = [],
    indexes: [IndexDescription] = [], relations: [RelationDescription] = [], structs: [StructDescription] = [],
    versionColumn: Int? = nil, updatedColumns: [Int] = [], distribution: TableDistribution? = nil,
    formerName: String? = nil
  ) {
    self.init(
      model: model, name: name, columns: columns, primaryKey: primaryKey, uniques: uniques, indexes: indexes,
      relations: relations, structs: structs, versionColumn: versionColumn, updatedColumns: updatedColumns,
      distribution: distribution, formerName: formerName, unreadLines: [])
  }

  init(
    model: String, name: String, columns: [ColumnDescription], primaryKey: [Int], uniques: [IndexDescription],
    indexes: [IndexDescription], relations: [RelationDescription], structs: [StructDescription], versionColumn: Int?,
    updatedColumns: [Int], distribution: TableDistribution?, formerName: String?, unreadLines: [String]
  ) {
    self.model = model
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
    self.uniques = uniques
    self.indexes = indexes
    self.relations = relations
    self.structs = structs
    self.versionColumn = versionColumn
    self.updatedColumns = updatedColumns
    self.distribution = distribution
    self.formerName = formerName
    self.unreadLines = unreadLines
    holdsRelations = relations.contains(where: \.isHeld)
    loadsRelations = relations.contains(where: \.isLoadedWithOwner)
    hasStamps = versionColumn != nil || !updatedColumns.isEmpty
    hasConstraints = columns.contains { $0.constraints != .none }
    queryNumbers = Self.queryNumbers(columns, relations)
    fieldTree = FieldTree(columns: columns, structs: structs, relations: relations)
  }

  /// The column whose key the store makes, where the key is `autoincrement()`.
  @_spi(Backend) public var generatedKeyColumn: Int? {
    guard let column = primaryKey.first, columns[column].defaultValue == .autoincrement else { return nil }
    return column
  }
}

extension TableDescription {
  /// The model that codes the rows, once a store has prepared it; a table of an ordered relation has none.
  package var modelType: (any PersistableModel.Type)? { knownModelType.withLock { $0 } }

  /// Lets backends know the model that codes the rows.
  func register(_ model: any PersistableModel.Type) { knownModelType.withLock { $0 = model } }
}

/// Where the rows of a table lie if the tables are on several servers: `distribute(by: owner)` and `reference`.
@_spi(Backend) public enum TableDistribution: Hashable, Sendable {
  /// Rows with the same value of a column, an index into the table's, lie together.
  case column(Int)
  /// Every server holds all rows.
  case reference
}

/// One column of a table.
@_spi(Backend) public struct ColumnDescription: Hashable, Sendable {
  /// The column's name in SQL, not quoted.
  public var name: String
  /// The names that lead to the value from the model: `["name"]`, `["home", "street"]` for a field of a struct,
  /// `["ownerID"]` for a key, `["seatID", "row"]` for a part of one.
  public var path: [String]
  /// The type of the values.
  public var type: ColumnType
  /// Whether the column may be null.
  public var isNullable: Bool
  /// What the column holds where no value is given; nothing where one must be.
  public var defaultValue: ColumnDefault?
  /// The bounds of the field and of its newtype together.
  public var constraints: ColumnConstraints
  /// Whether the value may stand in no message.
  public var isSensitive: Bool
  /// The column's name before the field was renamed; `nil` if it was not.
  public var formerName: String?

  /// A column that is not null, has no default and no bounds unless said otherwise.
  public init(
    _ name: String, _ path: [String], _ type: ColumnType, isNullable: Bool = false,
    default defaultValue: ColumnDefault? = nil, constraints: ColumnConstraints = .none, isSensitive: Bool = false,
    formerName: String? = nil
  ) {
    self.name = name
    self.path = path
    self.type = type
    self.isNullable = isNullable
    self.defaultValue = defaultValue
    self.constraints = constraints
    self.isSensitive = isSensitive
    self.formerName = formerName
  }
}

/// The type of a column's values. A newtype is the type that it wraps.
@_spi(Backend) public indirect enum ColumnType: Hashable, Sendable {
  case bool, int16, int32, int64, int, float, double
  case decimal(precision: Int? = nil, scale: Int? = nil)
  /// An `Int64` that holds value × scale.
  case fixed(scale: Int64)
  case string, data, date, uuid, url, json
  /// An enum over strings: its raw values, and whether others are read as its `@unknown` case.
  case stringEnum([String], isOpen: Bool = false)
  /// An enum over integers of the type `width` (``int16``, ``int32``, ``int64`` or ``int``).
  case integerEnum([Int64], width: ColumnType, isOpen: Bool = false)
  /// A list of a type that is none itself.
  case list(ColumnType)
}

/// What a column holds where no value is given.
@_spi(Backend) public enum ColumnDefault: Hashable, Sendable {
  case value(StoredValue)
  case uuid, uuid7, now, autoincrement
  /// The field's relation or struct is made from its own defaults.
  case construct
}

/// Bounds that the values of a column are held to.
public struct ColumnConstraints: Hashable, Sendable {
  /// The least and the greatest length: Unicode scalars of a text, bytes of data, elements of a list.
  public var minimumLength: Int?
  /// The greatest length, see ``minimumLength``.
  public var maximumLength: Int?
  /// Bounds of a number as exact decimal text; a fixed-point number's in whole units, not × scale.
  public var minimum: String?
  /// The greatest number, see ``minimum``.
  public var maximum: String?
  /// Whether ``maximum`` itself is outside.
  public var excludesMaximum: Bool
  /// A regular expression that the whole text must match.
  public var pattern: String?

  /// No bounds.
  public static let none = ColumnConstraints()

  /// Bounds; what is left out is not bounded.
  public init(
    minimumLength: Int? = nil, maximumLength: Int? = nil, minimum: String? = nil, maximum: String? = nil,
    excludesMaximum: Bool = false, pattern: String? = nil
  ) {
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.minimum = minimum
    self.maximum = maximum
    self.excludesMaximum = excludesMaximum
    self.pattern = pattern
  }
}

/// A unique constraint or an index.
@_spi(Backend) public struct IndexDescription: Hashable, Sendable {
  /// One column of the index and its direction.
  public struct Part: Hashable, Sendable {
    /// The index of the column in its table.
    public var column: Int
    /// Whether the greatest comes first.
    public var isDescending: Bool

    public init(_ column: Int, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }
  }

  /// The name in SQL, not quoted.
  public var name: String
  /// The columns, in the order of the index.
  public var parts: [Part]
  /// The condition of a partial one, as SQL.
  public var condition: String?

  public init(_ name: String, _ columns: [Int], descending: Set<Int> = [], where condition: String? = nil) {
    self.name = name
    self.parts = columns.map { Part($0, isDescending: descending.contains($0)) }
    self.condition = condition
  }
}

/// A struct whose fields are columns of the table.
@_spi(Backend) public struct StructDescription: Hashable, Sendable {
  /// The names that lead to it from the model: `["home"]`.
  public var path: [String]
  /// Its first column.
  public var column: Int
  /// How many columns it takes, those of structs inside of it included.
  public var columnCount: Int
  /// For an optional struct: the column of a required field, which is null where the struct is not there.
  public var presenceColumn: Int?

  public init(_ path: [String], column: Int, columnCount: Int, presenceColumn: Int? = nil) {
    self.path = path
    self.column = column
    self.columnCount = columnCount
    self.presenceColumn = presenceColumn
  }
}
