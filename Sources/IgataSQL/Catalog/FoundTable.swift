@_spi(Backend) public import IgataRuntime
public import IgataTables

/// A table of a database, as its catalog describes it.
///
/// This is not a `Table`, as a catalog describes what no schema can: any type, collation or default, indexes on
/// expressions, and checks that are not understood. Names are spelled as in the catalog; see
/// ``QueryDialect/canonicalName(_:)``.
@_spi(Backend) public struct FoundTable: Sendable {
  public var columns: [FoundColumn] = []
  /// The key's columns, in the key's order.
  public var primaryKey: [String] = []
  /// The number by which SQLite knows a row, which is a column that isn't listed; `nil` if there is none.
  public var rowNumber: FoundColumn?
  /// The lines of the table's comment; none if the database keeps no comments.
  public var documentation: [String] = []
  /// The name of the key's constraint; `nil` if the database gives it none.
  public var primaryKeyName: String?
  /// Unique constraints and indexes, including the index of the key if it has one.
  public var indexes: [FoundIndex] = []
  public var foreignKeys: [FoundForeignKey] = []
  public var checks: [FoundCheck] = []
  /// What else the definition says about the table, such as `STRICT`.
  public var options: Set<String> = []
  /// The table as it is recorded in ``RecordedTables``; `nil` if `prepare` did not create it.
  public var record: TableDescription?

  public init() {}
}

/// A column of a table of a database.
@_spi(Backend) public struct FoundColumn: Sendable {
  /// The value that the database uses if a row has none.
  public enum Origin: Hashable, Sendable {
    case none
    case defaultValue
    /// A generated key; a row may have its own.
    case countedKey
    /// A generated key that no row may have: `GENERATED ALWAYS AS IDENTITY`.
    case alwaysCountedKey
    /// The next number of a sequence that the column does not own.
    case foreignSequence(ForeignSequence)
    /// A computed value, which no row may have.
    case computed
  }

  public var name: String
  /// The type as the catalog spells it.
  public var type: String
  public var isNullable: Bool
  public var origin: Origin
  /// The collation's name; empty if there is none.
  public var collation: String
  /// The default as the catalog spells it; `nil` if there is none, and for a value that is counted or computed.
  public var defaultText: String?
  /// Whether the collation is that of the database. It gives way to any other where two columns are compared.
  public var hasDefaultCollation = false
  /// The domain of PostgreSQL whose values have the type; `nil` if there is none.
  public var domain: String?
  /// The values of an enum type, in its order; none for any other type.
  public var labels: [String] = []
  /// The lines of the column's comment; none if the database keeps no comments.
  public var documentation: [String] = []
  /// Why text with the collation can't be used, as a clause; `nil` if it can.
  public var collationRefusal: String?

  public init(name: String, type: String, isNullable: Bool, origin: Origin, collation: String = "") {
    self.name = name
    self.type = type
    self.isNullable = isNullable
    self.origin = origin
    self.collation = collation
  }
}

/// An index or a unique constraint of a database.
@_spi(Backend) public struct FoundIndex: Sendable {
  public struct Part: Hashable, Sendable {
    /// Empty for an expression that no schema has, and for a column whose collation in the index differs from that in
    /// the table.
    public var column: String
    public var function: IndexFunction?
    public var isDescending: Bool
    /// Whether the column takes texts for equal that differ by case alone, which a unique index over it then does.
    public var ignoresCase = false

    public init(_ column: String, _ function: IndexFunction? = nil, isDescending: Bool = false) {
      self.column = column
      self.function = function
      self.isDescending = isDescending
    }

    /// The column, or the function of it.
    public var text: String { function?.text(of: column) ?? column }
  }

  public var name: String
  public var isUnique: Bool
  public var isPartial: Bool
  /// The condition of a partial one; empty if the catalog wasn't asked for it.
  public var condition: [SQLToken] = []
  /// The method of PostgreSQL; `nil` for a B-tree.
  public var method: String?
  public var parts: [Part]

  public init(name: String, isUnique: Bool, isPartial: Bool, method: String? = nil, parts: [Part]) {
    self.name = name
    self.isUnique = isUnique
    self.isPartial = isPartial
    self.method = method
    self.parts = parts
  }
}

/// A foreign key of a database.
@_spi(Backend) public struct FoundForeignKey: Sendable {
  public var columns: [String]
  public var table: String
  /// Empty for the primary key of the other table.
  public var targetColumns: [String]
  /// `nil` for a rule that schemas do not have, such as `SET DEFAULT`.
  public var deleteRule: DeleteRule?
  /// `nil` for a rule that schemas do not have, such as `SET NULL`.
  public var updateRule: UpdateRule?

  public init(
    columns: [String], table: String, targetColumns: [String], deleteRule: DeleteRule?, updateRule: UpdateRule?
  ) {
    self.columns = columns
    self.table = table
    self.targetColumns = targetColumns
    self.deleteRule = deleteRule
    self.updateRule = updateRule
  }
}

/// A `CHECK` of a database: its expression without the parentheses around it.
@_spi(Backend) public struct FoundCheck: Sendable {
  /// The name; `nil` if it has none.
  public var name: String?
  public var tokens: [SQLToken]

  public init(_ tokens: [SQLToken], name: String? = nil) {
    self.tokens = tokens
    self.name = name
  }
}
