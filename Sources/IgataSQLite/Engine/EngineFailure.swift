#if SQLite || canImport(SQLite3)

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// A failure in SQLite's own words.
struct EngineFailure: Error, Hashable {
  /// The extended result code.
  var code: Int32
  var message: String

  init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// What failed last on the connection.
  init(_ database: OpaquePointer) {
    code = sqlite3_extended_errcode(database)
    message = String(cString: sqlite3_errmsg(database))
  }

  /// The result code without what extends it.
  var primaryCode: Int32 { code & 0xFF }
}

#endif
