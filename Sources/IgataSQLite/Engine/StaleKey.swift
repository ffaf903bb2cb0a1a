#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime

internal import IgataTables
#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The key of the row with an unexpected version, which ``SQLFunction/stale`` received.
final class StaleKey {
  private var values: [StoredValue] = []

  func set(_ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int32) {
    values = (0..<Int(count)).map { index in
      guard let value = arguments?[index] else { return .null }
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
      case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
      case SQLITE_TEXT: return String(sqliteText: value).map { .text($0) } ?? .null
      case SQLITE_BLOB:
        let count = Int(sqlite3_value_bytes(value))
        return .data(Data(UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: count)))
      default: return .null
      }
    }
  }

  /// The key, for messages.
  func text(_ table: TableDescription) -> String {
    table.keyText(zip(values, table.primaryKey).map { $0.typed(table.columns[$1].type) })
  }
}

extension StoredValue {
  /// A value that was read without the type of its column.
  fileprivate func typed(_ type: ColumnType) -> StoredValue {
    switch (self, type.storage) {
    case (.integer(let value), .date): .date(microseconds: value)
    case (.integer(let value), .bool): .bool(value != 0)
    case (.data(let data), .uuid) where data.count == 16:
      .uuid(UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
    default: self
    }
  }
}

#endif
