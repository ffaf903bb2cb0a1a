@_spi(Backend) public import IgataRuntime

@_spi(Backend) extension RoutedBackend: MigratingBackend {
  /// Migrates the one backend that keeps versions, with all tables of the schema, so that the steps of a version find
  /// every table that they read. The others are prepared for their tables.
  ///
  /// Throws ``IgataRuntime/StoreError/misuse(reason:)``, before anything is changed, if several backends keep versions:
  /// a step could take values from a table of one to a table of another.
  public func migrate(
    _ request: MigrationRequest, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) -> MigrationResult {
    let needed = try routes.prepared(request.tables)
    let versioned = routes.backends.compactMap { $0 as? any VersionedBackend }
    guard let backend = versioned.first else { return try await migrateOthers(request, needed) }
    guard versioned.count == 1 else {
      guard request.goesForward else { return try await migrateOthers(request, needed) }
      throw .misuse(
        reason: "the routes lead to several backends that keep versions: migrate a store over each of them first, and "
          + "then prepare the one over the routes")
    }
    var result: MigrationResult
    do {
      result = try await backend.migrate(request, progress)
    } catch .unknownDatabase(let nearest, let differences) {
      // An earlier program created only the tables that are routed here.
      guard !request.goesForward else { throw .unknownDatabase(nearest: nearest, differences: differences) }
      return try await migrateOthers(request, needed)
    }
    for (other, tables) in zip(routes.backends, needed) where !tables.isEmpty && other.identity != backend.identity {
      result.report.append(try await other.prepare(tables))
    }
    return result
  }

  /// Prepares each backend for its tables.
  private func migrateOthers(
    _ request: MigrationRequest, _ needed: [[TableDescription]]
  ) async throws(StoreError) -> MigrationResult {
    var report = PrepareReport()
    for (backend, tables) in zip(routes.backends, needed) where !tables.isEmpty {
      report.append(try await backend.prepare(tables))
    }
    let newest = request.migrations.newest
    return MigrationResult(report.createdTables.isEmpty ? .current(newest) : .created(newest), report)
  }
}
