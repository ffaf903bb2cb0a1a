internal import Foundation
internal import IgataTables

extension PersistableModel {
  /// A model that has this key and is otherwise blank: defaults where the schema gives constants, else zero, nothing,
  /// an empty text.
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
  }
}

extension TableDescription {
  /// The constant default of each column, or the plainest value of its type.
  var blankRow: [StoredValue] {
    columns.map { column in
      if let value = column.storedDefault { return value }
      return column.isNullable ? .null : column.type.blankValue
    }
  }
}

extension ColumnType {
  /// The plainest value of this type.
  package var blankValue: StoredValue {
    switch self {
    case .bool: .bool(false)
    case .int16, .int32, .int64, .int, .fixed: .integer(0)
    case .float, .double: .real(0)
    case .decimal: .decimal(0)
    case .string: .text("")
    case .data: .data(Data())
    case .date: .date(microseconds: 0)
    case .uuid: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    case .url: .text("about:blank")
    case .json: .json(.null)
    case .stringEnum(let rawValues, _): .text(rawValues.first ?? "")
    case .integerEnum(let rawValues, _, _): .integer(rawValues.first ?? 0)
    case .list: .list([])
    }
  }
}
