#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) public import IgataSQL
internal import IgataTables

@_spi(Backend) extension SQLiteBackend: MigratingBackend {
  /// Uses the connection that writes for as long as it takes; other sessions that write wait.
  public func migrate(
    _ request: MigrationRequest, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) -> MigrationResult {
    let connection = try await writer.acquire()
    defer { writer.release(connection) }
    let migration = Migration(connection, request, options)
    let result = try await migration.run(progress)
    tables.add(request.tables)
    return result
  }
}

@_spi(Backend) extension SQLiteBackend: VersionedBackend {
  /// Reads the database, which may be opened for reading alone.
  public func status(of versions: [SchemaVersion]) async throws(StoreError) -> VersionStatus {
    let connection = try await readers.acquire()
    defer { readers.release(connection) }
    try connection.beginReading()
    defer { connection.endTransaction() }
    return try await connection.status(of: versions)
  }

  /// Waits for other processes that lock the database, as every writer does.
  public func adopt(_ number: Int?, of versions: [SchemaVersion]) async throws(StoreError) -> Int {
    let connection = try await writer.acquire()
    defer { writer.release(connection) }
    return try await connection.inTransaction(options) { () async throws(StoreError) in
      try await connection.adopt(number, of: versions)
    }
  }
}

extension Connection: VersionedDatabase {
  func versionRecords() throws(StoreError) -> VersionRecords {
    let rows: [[String?]]
    do {
      rows = try texts(VersionRecords.query)
    } catch {
      guard error.message.hasPrefix("no such table") else { throw error.storeError(nil) }
      rows = []
    }
    return try VersionRecords(rows)
  }

  func brokenObject() throws(StoreError) -> String? { try OtherObjects.firstBroken(inNew: self) }

  func isBlank() throws(StoreError) -> Bool {
    try rows("SELECT 1 FROM sqlite_schema WHERE type IN ('table', 'view') LIMIT 1").isEmpty
  }

  /// Runs the scripts in a database in memory.
  func tables(after versions: ArraySlice<SchemaVersion>) throws(StoreError) -> [[TableDescription]] {
    let replay = try VersionReplay(onOpen)
    var tables: [[TableDescription]] = []
    for version in versions {
      try replay.perform(version)
      tables.append(try replay.tables())
    }
    return tables
  }

  /// Removes the row of a version that is merely begun.
  func removeBegunVersion() throws(StoreError) {
    try run(["DELETE FROM \"igata_versions\" WHERE \"state\" = 'begun'"])
  }
}

@_spi(Backend) extension SQLiteBackend: CatalogedBackend {
  /// Those with scripts for SQLite.
  public func versions(in migrations: SchemaMigrations) -> [SchemaVersion] { migrations.sqlite }

  /// The tables of a database in memory in which the scripts were run.
  public func tables(of versions: [SchemaVersion]) async throws(StoreError) -> [TableDescription] {
    let connection = try await readers.acquire()
    defer { readers.release(connection) }
    return try connection.tables(after: versions[...]).last ?? []
  }
}

#endif
