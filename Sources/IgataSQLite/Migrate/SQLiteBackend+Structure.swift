#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

@_spi(Backend) extension SQLiteBackend: InspectableBackend {
  /// The tables, with what is recorded about them.
  public func structure() async throws(StoreError) -> DatabaseStructure {
    let connection = try await readers.acquire()
    defer { readers.release(connection) }
    return try connection.structure()
  }

  /// Those with scripts for SQLite.
  public func versions(in migrations: SchemaMigrations) -> [SchemaVersion] { migrations.sqlite }

  /// The tables of a database in memory in which the scripts were run.
  public func tables(of versions: [SchemaVersion]) async throws(StoreError) -> [TableDescription] {
    let connection = try await readers.acquire()
    defer { readers.release(connection) }
    return try connection.tables(after: versions[...]).last ?? []
  }

  /// The rows that `foreign_key_check` and `integrity_check` report.
  public func damages() async throws(StoreError) -> [String] {
    let connection = try await readers.acquire()
    defer { readers.release(connection) }
    return try connection.damages()
  }
}

extension Connection {
  fileprivate func structure() throws(StoreError) -> DatabaseStructure {
    let names = try rows(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    ).compactMap { $0[0] }.filter { !RecordedTables.recordNames.contains($0) }
    let catalog = try mapped { () throws(EngineFailure) in
      var catalog = try Catalog(self)
      try catalog.readObjects(of: names)
      return catalog
    }
    return DatabaseStructure(of: names, catalog, dialect)
  }

  fileprivate func damages() throws(StoreError) -> [String] {
    let broken = try rows("PRAGMA foreign_key_check").map { row in
      "a row of '\(row[0] ?? "")' refers to a row of '\(row[2] ?? "")' that doesn't exist"
    }
    // SQLite 3.40 finds nulls where there are none, in tables whose keys don't come first.
    let problems = try rows("PRAGMA integrity_check").compactMap { $0[0] }
      .filter { $0 != "ok" && !$0.hasPrefix("NULL value in ") }
    return broken + problems
  }
}

#endif
