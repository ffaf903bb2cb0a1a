#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

// The values that SQL passes to functions of this module, and those that these return. SQL knows the storage class of a
// value alone, not the type of its column.

extension StoredValue {
  /// An argument by its storage class: an integer, a real, a text or data. A text that isn't valid UTF-8 is null.
  init(argument value: OpaquePointer?) {
    guard let value else {
      self = .null
      return
    }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT: self = String(sqliteText: value).map { .text($0) } ?? .null
    case SQLITE_BLOB:
      let count = Int(sqlite3_value_bytes(value))
      self = .data(sqlite3_value_blob(value).map { Data(bytes: $0, count: count) } ?? Data())
    default: self = .null
    }
  }

  /// An argument that is a value of a column of this type. What no such column stores is unchanged.
  func typed(_ type: ColumnType) -> StoredValue {
    switch (self, type.storage) {
    case (.integer(let value), .date): .date(microseconds: value)
    case (.integer(let value), .bool) where value == 0 || value == 1: .bool(value == 1)
    case (.integer(let value), .real): .real(Double(value))
    case (.text(let text), .decimal): Decimal(exactly: text).map { .decimal($0) } ?? self
    case (.text(let text), .day): Day(text).map { .day($0) } ?? self
    case (.text(let text), .json): (try? JSON(parsing: text)).map { .json($0) } ?? self
    case (.data(let data), .uuid) where data.count == 16:
      .uuid(UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
    default: self
    }
  }

  /// Returns the value from a function, as a column stores it.
  func setResult(of context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .bool(let value): sqlite3_result_int64(context, value ? 1 : 0)
    case .integer(let value), .date(microseconds: let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .data(let data): data.withUnsafeBytes { Self.setResult(of: context, blob: $0) }
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { Self.setResult(of: context, blob: $0) }
    case .text, .day, .decimal, .json, .list:
      var text = storedText ?? ""
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          sqlite3_result_text64(context, bytes.baseAddress, UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
        }
      }
    }
  }

  private static func setResult(of context: OpaquePointer?, blob: UnsafeRawBufferPointer) {
    guard let start = blob.baseAddress, !blob.isEmpty else { return sqlite3_result_zeroblob(context, 0) }
    sqlite3_result_blob64(context, start, UInt64(blob.count), copied)
  }
}

#endif
