#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) public import IgataSQL

@_spi(Backend) extension PostgreSQLBackend: VersionedBackend {
  /// Uses a connection of its own, which must lead to the server itself, and not to a pooler that gives each
  /// transaction another connection.
  public func migrate(
    _ request: MigrationRequest, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) -> MigrationResult {
    let result = try await ServerMigration(migrationConnection, request).run(progress)
    tables.add(request.tables)
    if case .migrated = result.outcome { forgetStatements() }
    return result
  }

  /// Runs the scripts with temporary tables, which takes a server that allows them, and takes everything back.
  public func status(of versions: [SchemaVersion]) async throws(StoreError) -> VersionStatus {
    try await migrationConnection.inTransaction(isKept: false) { session throws(StoreError) in
      try await session.status(of: versions)
    }
  }

  public func adopt(_ number: Int?, of versions: [SchemaVersion]) async throws(StoreError) -> Int {
    try await migrationConnection.inTransaction { session throws(StoreError) in
      try await session.adopt(number, of: versions)
    }
  }

  var migrationConnection: MigrationConnection { MigrationConnection(self) }
}

@_spi(Backend) extension PostgreSQLBackend: CatalogedBackend {
  /// Those with scripts for PostgreSQL.
  public func versions(in migrations: SchemaMigrations) -> [SchemaVersion] { migrations.postgresql }

  /// The temporary tables in which the scripts were run.
  public func tables(of versions: [SchemaVersion]) async throws(StoreError) -> [TableDescription] {
    try await migrationConnection.inTransaction(isKept: false) { session throws(StoreError) in
      try await session.tables(after: versions[...]).last ?? []
    }
  }
}

#endif
