#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL

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

#endif
