#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime

/// What SQLite keeps a column's values as; the raw value is the type in a table's definition.
enum StorageClass: String {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
}

extension ColumnType {
  var storageClass: StorageClass {
    switch self {
    case .bool, .int16, .int32, .int64, .int, .fixed, .date, .integerEnum: .integer
    case .float, .double: .real
    case .decimal, .string, .url, .json, .stringEnum, .list: .text
    case .data, .uuid: .blob
    }
  }
}

#endif
