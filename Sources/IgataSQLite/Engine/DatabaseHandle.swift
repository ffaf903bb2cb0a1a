#if SQLite || canImport(SQLite3)

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// An open database; closed when it goes out of use.
struct DatabaseHandle: ~Copyable {
  let pointer: OpaquePointer

  /// Opens without SQLite's own mutex: whoever has the handle uses it from one thread at a time.
  init(path: String, flags: Int32) throws(EngineFailure) {
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(path, &pointer, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let pointer else { throw EngineFailure(code: code, message: "out of memory") }
    guard code == SQLITE_OK else {
      var failure = EngineFailure(pointer)
      failure.message += " '\(path)'"
      sqlite3_close_v2(pointer)
      throw failure
    }
    self.pointer = pointer
  }

  /// Statements that are still in use keep the database open until they are gone.
  deinit { sqlite3_close_v2(pointer) }
}

#endif
