import IgataDiagnostics
import IgataTables

/// `model Name { … }`: a Swift type and a table.
public struct Model: Sendable {
  public var name: String
  public var origin: Origin
  public var table: String
  public var fields: [Field]
  /// The columns of the table, in the order of the fields. All column indexes below are indexes into this array.
  public var columns: [Column] = []
  /// The key's columns, in the key's order. Never empty in a schema without errors.
  public var primaryKey: [Int] = []
  /// The name that `primaryKey(…, name: "…")` gives to the key's constraint.
  public var primaryKeyName: String?
  /// Unique constraints beyond the key, those of `@unique` fields first.
  public var uniques: [Constraint] = []
  /// Indexes in the schema, those of `@index` fields first. Foreign keys have additional ones.
  public var indexes: [Constraint] = []
  /// The conditions that every row satisfies.
  public var checks: [RowCheck] = []
  public var foreignKeys: [ForeignKey] = []
  /// One for each ``FieldKind/ordered(_:)`` field, in their order.
  public var joinTables: [JoinTable] = []
  /// How the rows are distributed over several servers, or `nil` if the schema doesn't declare it.
  public var distribution: Distribution?
  /// The names that no field of the model has again.
  public var reservedNames: [ReservedName] = []
  /// Whether another program makes and changes the table.
  public var isExternal = false
  /// Whether the rows are only read.
  public var isReadOnly = false
  public var renamedFrom: FormerName?
  /// The table's name before the model was renamed; `nil` if the model wasn't renamed, or kept its table.
  public var formerTable: String?
  public var deprecation: String?
  public var allowedRules: [String] = []

  /// The join table of a field; `nil` if it isn't a list of models.
  public func joinTable(ofField field: Int) -> JoinTable? {
    let index = joinTables.partitionIndex { $0.field >= field }
    return joinTables.indices.contains(index) && joinTables[index].field == field ? joinTables[index] : nil
  }
}

/// One column of a model's table.
public struct Column: Hashable, Sendable {
  public enum Role: Hashable, Sendable {
    case value(ValueType)
    case list(ValueType)
    /// One column of a foreign key: `target` is a model, `column` the index of the column in the target that this
    /// one refers to. ``Column/type`` is that column's.
    case reference(target: Int, column: Int, type: ValueType)

    /// The type of the value, or of the elements of a list.
    public var type: ValueType {
      switch self {
      case .value(let type), .list(let type), .reference(_, _, let type): type
      }
    }
  }

  /// The SQL name, without quotes.
  public var name: String
  /// The index of the model's field that the column belongs to.
  public var field: Int
  /// For a column of an embedded struct: the indexes of the fields to follow inside of it; empty otherwise.
  public var path: [Int] = []
  public var role: Role
  public var isNullable: Bool

  /// The type of the column's value, or of its elements if it is a list.
  public var type: ValueType { role.type }
}

/// A key or an index over several columns.
public struct Constraint: Hashable, Sendable {
  public struct Part: Hashable, Sendable {
    public var column: Int
    /// The function whose results are indexed; `nil` for the values themselves.
    public var function: IndexFunction?
    public var isDescending: Bool

    public init(column: Int, function: IndexFunction? = nil, isDescending: Bool = false) {
      self.column = column
      self.function = function
      self.isDescending = isDescending
    }
  }

  /// The SQL name: the one in the schema, or `<table>_<columns>_key` for a unique constraint and
  /// `<table>_<columns>_idx` for an index. A function follows its column, a method the columns, and a number the names
  /// that others have.
  public var name: String
  public var parts: [Part]
  /// The method that `using:` gives; `nil` for the ordinary one, `btree`.
  public var method: String?
  /// The condition of a partial index.
  public var condition: ConstraintCondition?

  /// Whether rows are found by every part as by columns: neither some rows nor other values are indexed, in an order.
  public var isPlain: Bool { condition == nil && method == nil && isOfValues }

  /// Whether every part is the value of a column.
  public var isOfValues: Bool { parts.allSatisfy { $0.function == nil } }

  /// The columns by whose values every row can be found: none if the index does not contain all rows, or has a method
  /// that does not look for equal values.
  public var searchableColumns: [Int] {
    condition == nil && IndexMethod.findsEqualValues(method) ? parts.prefix { $0.function == nil }.map(\.column) : []
  }
}

/// The foreign key of a to-one relation.
public struct ForeignKey: Hashable, Sendable {
  /// The index of the field.
  public var field: Int
  /// The columns here, in the order of ``references``.
  public var columns: [Int]
  public var target: Int
  /// The columns of the target that they refer to: its primary key, or those of a unique constraint.
  public var references: [Int]
  /// Whether the columns are those of other fields, so that the relation has none of its own.
  public var isLinked: Bool = false
  public var deleteRule: DeleteRule
  /// The rule that `@onUpdate` gives; `nil` if there is none.
  public var updateRule: UpdateRule?
}

/// The join table of a many-to-many relation: the owner's key, a position from 0 unless the list is `@unordered`, and
/// the target's key. The primary key consists of both keys.
public struct JoinTable: Hashable, Sendable {
  public var field: Int
  /// The name given with `@joinTable`, or `<table>_<field>` in the style of the tables.
  public var name: String
  public var target: Int
  /// `<owner>_<key column>`, in the order of the owner's key.
  public var ownerColumns: [String]
  /// `position`, unless a key column has that name; `nil` if the list is `@unordered`.
  public var positionColumn: String?
  /// `<target>_<key column>`; `<field>_<key column>` if that would be the name of one of the owner's columns.
  public var targetColumns: [String]
  /// The rule of both foreign keys that `@onUpdate` gives; `nil` if there is none.
  public var updateRule: UpdateRule?
}
