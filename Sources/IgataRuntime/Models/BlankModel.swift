internal import IgataTables

extension PersistableModel {
  /// A model of which only the key is known, for a relation to its row: `Account(name: "Cash", owner: .existing(id))`.
  ///
  /// Its other values are blank and never written. A store loads it, if the relation is required, when it saves the
  /// model that refers to it, and throws ``StoreError/foreignKey(model:field:)`` if there is no such row.
  public static func existing(_ key: PrimaryKey) -> Self { Self(_blankWithKey: key) }

  /// A model with this key and blank values: constant defaults of the schema, or else zero, `nil`, and empty texts.
  init(_blankWithKey key: PrimaryKey) { self.init(_blankWith: Self.table.primaryKey, key._keyValues) }

  /// A model with these values of some columns, and blank other values.
  init(_blankWith columns: [Int], _ values: [StoredValue]) {
    var row = Self.table.blankRow
    for (column, value) in zip(columns, values) where row.indices.contains(column) {
      row[column] = value
    }
    let cursor = ValueRowCursor([row])
    self = cursor.read { reader in
      _ = reader.next()
      return Self(row: &reader)
    }
    _origin = .keyOnly
  }
}

extension TableDescription {
  /// The constant default of each column, or the simplest value of its type.
  var blankRow: [StoredValue] {
    columns.map { column in
      if let value = column.storedDefault { return value }
      return column.isNullable ? .null : column.type.blankValue
    }
  }
}

extension ColumnType {
  /// The simplest value of this type.
  package var blankValue: StoredValue {
    switch self {
    case .scalar(let scalar): scalar.blankValue
    case .stringEnum(let rawValues, _): .text(rawValues.first ?? "")
    case .integerEnum(let rawValues, _, _): .integer(rawValues.first ?? 0)
    case .list: .list([])
    }
  }
}
