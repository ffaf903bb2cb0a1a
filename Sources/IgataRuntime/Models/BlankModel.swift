internal import IgataTables

extension PersistableModel {
  /// A model with this key and blank values: constant defaults of the schema, or else zero, `nil`, and empty texts.
  init(_blankWithKey key: PrimaryKey) {
    var row = Self.table.blankRow
    for (column, value) in zip(Self.table.primaryKey, key._keyValues) where row.indices.contains(column) {
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
