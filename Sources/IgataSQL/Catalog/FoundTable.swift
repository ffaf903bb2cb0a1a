@_spi(Backend) package import IgataRuntime
package import IgataTables

/// A table as it is in a database, in the form that every engine's catalog is read into.
///
/// Names are the catalog's own. What two names have to share to be one is the engine's to know, see
/// ``CatalogRules/key(_:)``.
package struct FoundTable: Sendable {
  package var columns: [FoundColumn] = []
  /// The key's columns, in the key's order.
  package var primaryKey: [String] = []
  /// Unique constraints and indexes, the key's own included where the engine has one.
  package var indexes: [FoundIndex] = []
  package var foreignKeys: [FoundForeignKey] = []
  package var checks: [FoundCheck] = []
  /// What ``RecordedTables`` has of the table; `nil` if others made it.
  package var record: TableDescription?

  package init() {}
}

/// A column as it is in a database.
package struct FoundColumn: Sendable {
  /// Whether the database has a value for a row that gives none.
  package enum Origin: Hashable, Sendable {
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

  package var name: String
  /// The type as the catalog spells it.
  package var type: String
  package var isNullable: Bool
  package var origin: Origin
  /// The collation's name; empty if there is none.
  package var collation: String

  package init(name: String, type: String, isNullable: Bool, origin: Origin, collation: String = "") {
    self.name = name
    self.type = type
    self.isNullable = isNullable
    self.origin = origin
    self.collation = collation
  }
}

/// An index or a unique constraint as it is in a database.
package struct FoundIndex: Sendable {
  package struct Part: Hashable, Sendable {
    /// Empty for an expression, and for a column whose collation in the index is not the table's.
    package var column: String
    package var isDescending: Bool

    package init(_ column: String, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }
  }

  package var name: String
  package var isUnique: Bool
  package var isPartial: Bool
  package var parts: [Part]

  package init(name: String, isUnique: Bool, isPartial: Bool, parts: [Part]) {
    self.name = name
    self.isUnique = isUnique
    self.isPartial = isPartial
    self.parts = parts
  }
}

/// A foreign key as it is in a database.
package struct FoundForeignKey: Sendable {
  package var columns: [String]
  package var table: String
  /// Empty if the key of the other table is meant.
  package var targetColumns: [String]
  /// `nil` for a rule that schemas do not have, such as `SET DEFAULT`.
  package var deleteRule: DeleteRule?

  package init(
    columns: [String], table: String, targetColumns: [String], deleteRule: DeleteRule?
  ) {
    self.columns = columns
    self.table = table
    self.targetColumns = targetColumns
    self.deleteRule = deleteRule
  }
}

/// A `CHECK` as it is in a database: its expression, without the parentheses around it.
package struct FoundCheck: Sendable {
  package var tokens: [SQLToken]

  package init(_ tokens: [SQLToken]) { self.tokens = tokens }
}
