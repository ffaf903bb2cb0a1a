extension Store {
  /// Brings a database from any version of the schema to the newest one, and prepares it like
  /// ``prepare(_:)-(Schema.Type)``. A new database is created at the newest version.
  ///
  /// Each version is one transaction, which either is carried out, or changes nothing. If the program is killed, the
  /// database is at one of the versions, and the next call continues. <doc:MigratingADatabase> describes it.
  ///
  /// Throws ``StoreError/migrationFailed(version:name:reason:)`` if rows don't fit a version,
  /// ``StoreError/newerDatabase(found:compatibleFrom:known:)`` if the database is at a version that this program can't
  /// use, and ``StoreError/unknownDatabase(nearest:differences:)`` if it fits no version.
  ///
  /// - Parameters:
  ///   - schema: A generated schema with its sealed versions.
  ///   - options: The version to migrate to, how long to wait, and what is backed up before.
  ///   - progress: Called from time to time while rows are copied.
  @discardableResult
  public func migrate<Schema: MigratingSchema>(
    _ schema: Schema.Type, options: MigrationOptions = MigrationOptions(),
    progress: @Sendable (MigrationProgress) async -> Void = { _ in }
  ) async throws(StoreError) -> MigrationOutcome {
    try await migrate(schema.migrations, options: options, progress: progress)
  }

  /// Like ``migrate(_:options:progress:)-(Schema.Type,_,_)``, for these versions.
  @discardableResult
  public func migrate(
    _ migrations: SchemaMigrations, options: MigrationOptions = MigrationOptions(),
    progress: @Sendable (MigrationProgress) async -> Void = { _ in }
  ) async throws(StoreError) -> MigrationOutcome {
    try await result(of: migrations, options, goesForward: true, progress).outcome
  }

  func result(
    of migrations: SchemaMigrations, _ options: MigrationOptions, goesForward: Bool,
    _ progress: @Sendable (MigrationProgress) async -> Void = { _ in }
  ) async throws(StoreError) -> MigrationResult {
    let tables = try register(migrations.models, for: goesForward ? "migrate" : "prepare")
    guard let backend = backend as? any MigratingBackend else {
      throw .misuse(reason: "this backend can't migrate: migrate a store over each backend that it passes rows to")
    }
    let request = MigrationRequest(tables: tables, migrations, options: options, goesForward: goesForward)
    let result = try await observing(.migrate) { () async throws(StoreError) in
      try await backend.migrate(request, progress)
    }
    if case .migrated = result.outcome { ChangeRelay(backend.identity).notifyOfOtherRows() }
    return result
  }
}
