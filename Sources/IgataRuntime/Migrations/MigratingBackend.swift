/// A backend that records the version of a schema, and brings rows from one version to the next.
///
/// A ``Store`` refuses to migrate over any other backend.
@_spi(Backend) public protocol MigratingBackend: Backend {
  /// Like ``Backend/prepare(_:)`` for the tables of the newest version, after rows of an older one were brought to it.
  func migrate(
    _ request: MigrationRequest, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) -> MigrationResult
}

@_spi(Backend) extension MigratingBackend {
  /// Only prepares: for backends whose rows never are of an older version, or whose server migrates by itself.
  public func migrate(
    _ request: MigrationRequest, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) -> MigrationResult {
    let report = try await prepare(request.tables)
    let newest = request.migrations.newest
    return MigrationResult(report.createdTables.isEmpty ? .current(newest) : .created(newest), report)
  }
}

/// What a backend migrates to.
@_spi(Backend) public struct MigrationRequest: Sendable {
  /// The tables of the models.
  public var tables: [TableDescription]
  /// The versions that the database can have.
  public var migrations: SchemaMigrations
  /// The caller's options.
  public var options: MigrationOptions
  /// Whether an older database is brought forward. Otherwise ``StoreError/migrationNeeded(from:to:)`` is thrown.
  public var goesForward: Bool

  /// A request to migrate, or only to prepare.
  public init(
    tables: [TableDescription], _ migrations: SchemaMigrations, options: MigrationOptions, goesForward: Bool
  ) {
    self.tables = tables
    self.migrations = migrations
    self.options = options
    self.goesForward = goesForward
  }
}

/// What a backend did to migrate.
@_spi(Backend) public struct MigrationResult: Sendable {
  /// The versions before and after.
  public var outcome: MigrationOutcome
  /// What was created beside that, and what could not be checked.
  public var report: PrepareReport

  /// A result. The report is empty if it is left out.
  public init(_ outcome: MigrationOutcome, _ report: PrepareReport = PrepareReport()) {
    self.outcome = outcome
    self.report = report
  }
}
