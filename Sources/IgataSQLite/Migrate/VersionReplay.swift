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

  init() throws(StoreError) {
    do {
      connection = try Connection(path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    } catch {
      throw error.storeError(nil)
    }
    MigrationFunctions.register(on: connection.database)
  }

  /// The database after some versions.
  init(_ versions: ArraySlice<SchemaVersion>) throws(StoreError) {
    try self.init()
    for version in versions { try perform(version) }
  }

  /// Runs the steps of a version.
  func perform(_ version: SchemaVersion) throws(StoreError) {
    ProgramFunctions.registerNames(of: version, on: connection.database)
    for step in version.sqlite {
      switch step {
      case .statement(let sql), .own(let sql), .index(let sql): try connection.run([sql])
      case .stop: break
      case .rebuild(let rebuild): try connection.run([rebuild.create])
      case .swap(_, _, let statements): try connection.run(statements)
      }
    }
  }

  /// The tables that the database has now.
  func tables() throws(StoreError) -> [TableDescription] {
    let texts = try connection.rows("SELECT text FROM igata_tables ORDER BY name").compactMap { $0[0] }
    let plain = Dictionary(texts.map { TableDescription($0) }.map { ($0.name, $0) }) { first, _ in first }
    var result: [TableDescription] = []
    for text in texts {
      let table = TableDescription(text)
      let keys = try connection.mapped { () throws(EngineFailure) in try connection.foreignKeys(of: table.name) }
      // Of its target, a relation needs the columns of the key alone, so those of the targets' targets are left out.
      let targets = table.table.relations.map { relation in
        let columns = relation.kind.columns.map { table.columns[$0].name }
        let target = keys.first { $0.columns == columns }.flatMap { plain[$0.found.table] } ?? TableDescription("")
        return { @Sendable in target }
      }
      result.append(TableDescription(text, relations: targets))
    }
    return result
  }
}

#endif
