#if SQLite || canImport(SQLite3)
internal import Foundation

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension String {
  /// The text of a value; nothing where it holds something else, or no valid UTF-8.
  @inline(__always)
  init?(sqliteText value: OpaquePointer) {
    guard sqlite3_value_type(value) == SQLITE_TEXT, let bytes = sqlite3_value_text(value) else { return nil }
    let count = Int(sqlite3_value_bytes(value))
    // Decoding mends what is malformed, which then differs. `String(validating:)` would do at three times the cost, as
    // it is not specialized.
    self.init(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    let isSame = withUTF8 { decoded in
      guard decoded.count == count, let start = decoded.baseAddress else { return count == 0 }
      return memcmp(start, bytes, count) == 0
    }
    if !isSame { return nil }
  }

  init?(_ statement: OpaquePointer, _ column: Int32) {
    guard let value = sqlite3_column_value(statement, column) else { return nil }
    self.init(sqliteText: value)
  }
}

#endif
