@_spi(Backend) public import IgataRuntime
public import IgataTables

/// A table as it is in a database, in the form that every engine's catalog is read into.
///
/// Names are the catalog's own. What two names have to share to be one is the engine's to know, see
/// ``CatalogRules/key(_:)``.
@_spi(Backend) public struct FoundTable: Sendable {
  public var columns: [FoundColumn] = []
  /// The key's columns, in the key's order.
  public var primaryKey: [String] = []
  /// Unique constraints and indexes, the key's own included where the engine has one.
  public var indexes: [FoundIndex] = []
  public var foreignKeys: [FoundForeignKey] = []
  public var checks: [FoundCheck] = []
  /// What ``RecordedTables`` has of the table; `nil` if others made it.
  public var record: TableDescription?

  public init() {}
}

/// A column as it is in a database.
@_spi(Backend) public struct FoundColumn: Sendable {
  /// Whether the database has a value for a row that gives none.
  public enum Origin: Hashable, Sendable {
    case none
    case defaultValue
    /// A key that the database counts; a row may give its own.
    case countedKey
    /// A key that the database counts, and that no row may give: `GENERATED ALWAYS AS IDENTITY`.
    case alwaysCountedKey
    /// A default that takes numbers from a sequence which the column does not own, by its name as SQL writes it.
    case foreignSequence(String)
    /// A value that the database computes, and that no row may give.
    case computed
  }

  public var name: String
  /// The type as the catalog spells it.
  public var type: String
  public var isNullable: Bool
  public var origin: Origin
  /// The collation's name; empty if there is none.
  public var collation: String

  public init(name: String, type: String, isNullable: Bool, origin: Origin, collation: String = "") {
    self.name = name
    self.type = type
    self.isNullable = isNullable
    self.origin = origin
    self.collation = collation
  }
}

/// An index or a unique constraint as it is in a database.
@_spi(Backend) public struct FoundIndex: Sendable {
  public struct Part: Hashable, Sendable {
    /// Empty for an expression, and for a column whose collation in the index is not the table's.
    public var column: String
    public var isDescending: Bool

    public init(_ column: String, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }
  }

  public var name: String
  public var isUnique: Bool
  public var isPartial: Bool
  public var parts: [Part]

  public init(name: String, isUnique: Bool, isPartial: Bool, parts: [Part]) {
    self.name = name
    self.isUnique = isUnique
    self.isPartial = isPartial
    self.parts = parts
  }
}

/// A foreign key as it is in a database.
@_spi(Backend) public struct FoundForeignKey: Sendable {
  public var columns: [String]
  public var table: String
  /// Empty if the key of the other table is meant.
  public var targetColumns: [String]
  /// `nil` for a rule that schemas do not have, such as `SET DEFAULT`.
  public var deleteRule: DeleteRule?

  public init(
    columns: [String], table: String, targetColumns: [String], deleteRule: DeleteRule?
  ) {
    self.columns = columns
    self.table = table
    self.targetColumns = targetColumns
    self.deleteRule = deleteRule
  }
}

/// A `CHECK` as it is in a database: its expression, without the parentheses around it.
@_spi(Backend) public struct FoundCheck: Sendable {
  public var tokens: [SQLToken]

  public init(_ tokens: [SQLToken]) { self.tokens = tokens }
}
