#if SQLite || canImport(SQLite3)

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// A prepared statement, which is finalized when it is deallocated.
final class Statement {
  let handle: OpaquePointer

  init(_ sql: String, on database: OpaquePointer) throws(EngineFailure) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw EngineFailure(database, isOfText: true) }
    self.handle = handle
  }

  /// Takes ownership of a prepared statement.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  /// Runs a statement, and ignores its rows.
  func run(on database: OpaquePointer) throws(EngineFailure) {
    var code = SQLITE_ROW
    while code == SQLITE_ROW { code = sqlite3_step(handle) }
    guard code == SQLITE_DONE else {
      let failure = EngineFailure(database)
      sqlite3_reset(handle)
      throw failure
    }
    sqlite3_reset(handle)
  }
}

#endif
