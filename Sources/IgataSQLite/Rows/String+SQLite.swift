#if SQLite || canImport(SQLite3)
internal import Foundation

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension String {
  /// The text of a value; `nil` if the value is not a text, or is not valid UTF-8.
  @inline(__always)
  init?(sqliteText value: OpaquePointer) {
    guard sqlite3_value_type(value) == SQLITE_TEXT, let bytes = sqlite3_value_text(value) else { return nil }
    // Looks at each byte once. SQLite ends every text with a NUL; where another stands before that one, the text was
    // cut short.
    let text = bytes.withMemoryRebound(to: CChar.self, capacity: 1) { String(validatingCString: $0) }
    guard let text else { return nil }
    let count = Int(sqlite3_value_bytes(value))
    if text.utf8.count == count {
      self = text
    } else {
      self.init(holdingNUL: UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  /// Decoding repairs malformed text, which then differs.
  @inline(never)
  private init?(holdingNUL bytes: UnsafeBufferPointer<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    if !utf8.elementsEqual(bytes) { return nil }
  }

  init?(_ statement: OpaquePointer, _ column: Int32) {
    guard let value = sqlite3_column_value(statement, column) else { return nil }
    self.init(sqliteText: value)
  }
}

#endif
