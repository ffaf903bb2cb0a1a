#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension Connection {
  /// A copy of the database in memory.
  func copy() throws(StoreError) -> Connection {
    do throws(EngineFailure) {
      let copy = try Connection(
        path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY)
      guard let backup = sqlite3_backup_init(copy.database, "main", database, "main") else {
        throw EngineFailure(copy.database)
      }
      sqlite3_backup_step(backup, -1)
      guard sqlite3_backup_finish(backup) == SQLITE_OK else { throw EngineFailure(copy.database) }
      return copy
    } catch {
      throw error.storeError(nil)
    }
  }
}

#endif
