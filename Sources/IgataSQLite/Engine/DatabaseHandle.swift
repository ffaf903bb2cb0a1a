#if SQLite || canImport(SQLite3)

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// An open database, which is closed when it is deallocated.
struct DatabaseHandle: ~Copyable {
  let pointer: OpaquePointer

  /// Opens a database without SQLite's own mutex: a handle is used by one thread at a time.
  ///
  /// - Parameter isImmutable: Whether the file is known not to change while it is open.
  init(_ file: DatabaseFile, flags: Int32, isImmutable: Bool) throws(EngineFailure) {
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(
      isImmutable ? file.immutableName : file.path, &pointer,
      flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (isImmutable ? SQLITE_OPEN_URI : 0), nil)
    guard let pointer else { throw EngineFailure(code: code, message: "out of memory") }
    guard code == SQLITE_OK else {
      let failure = EngineFailure(opening: file, flags: flags, pointer)
      sqlite3_close_v2(pointer)
      throw failure
    }
    self.pointer = pointer
  }

  /// Statements that still exist keep the database open until they are finalized.
  deinit { sqlite3_close_v2(pointer) }
}

#endif
