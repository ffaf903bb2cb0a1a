#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// An empty database in memory in which the scripts of versions are run, to know the tables of each.
struct VersionReplay {
  private let connection: Connection

  init(_ onOpen: SQLiteOptions.OnOpen?) throws(StoreError) {
    do {
      connection = try Connection(path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, onOpen)
    } catch {
      throw error.storeError(nil)
    }
    MigrationFunctions.register(on: connection.database)
  }

  /// Runs the steps of a version.
  func perform(_ version: SchemaVersion) throws(StoreError) {
    ProgramFunctions.registerNames(of: version, on: connection.database)
    for step in version.steps {
      switch step {
      case .statement(let sql), .index(let sql): try connection.run([sql])
      // The author's statements change no table of the schema, and can read tables that aren't here.
      case .own, .object, .stop, .concurrentIndex: break
      case .rebuild(let rebuild): try connection.run([rebuild.create])
      case .swap(_, _, let statements): try connection.run(statements)
      }
    }
  }

  /// The tables that the database has now.
  func tables() throws(StoreError) -> [TableDescription] {
    let replayed = ReplayedTables(
      try connection.rows("SELECT text FROM igata_tables ORDER BY name").compactMap { $0[0] }, connection.dialect)
    var keys: [String: [(columns: [String], table: String)]] = [:]
    for name in replayed.names {
      keys[name] = try connection.mapped { () throws(EngineFailure) in
        try connection.foreignKeys(of: name).map { ($0.columns, $0.found.table) }
      }
    }
    return replayed.descriptions(keys)
  }
}

#endif
