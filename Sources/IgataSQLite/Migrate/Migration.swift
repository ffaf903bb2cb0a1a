#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// Brings a database to the newest version of a schema.
struct Migration {
  private let connection: Connection
  private let request: MigrationRequest
  private let options: SQLiteOptions

  init(_ connection: Connection, _ request: MigrationRequest, _ options: SQLiteOptions) {
    self.connection = connection
    self.request = request
    self.options = options
  }

  private var versions: [SchemaVersion] { request.migrations.sqlite }

  /// The number of the version to migrate to.
  private var target: Int { request.target(in: versions) }

  func run(_ progress: @Sendable (MigrationProgress) async -> Void) async throws(StoreError) -> MigrationResult {
    try request.checkVersions(versions, for: "SQLite")
    switch try await start() {
    case .ready(let result):
      try await connection.useLog(options)
      return result
    case .indexing(let record):
      try await createIndexes(of: versions[record.number - 1])
      return try await run(progress)
    case .outdated(let record) where request.recreates(record):
      try await recreate()
      return try await run(progress)
    case .outdated(let record):
      throw .changedVersion(record.number, isSealed: !record.name.isEmpty)
    case .older(let record):
      guard request.goesForward else { throw .migrationNeeded(from: record.number, to: target) }
      try await connection.useLog(options)
      try await migrate(from: record.number, progress)
      guard target == versions.count else { return MigrationResult(.migrated(from: record.number, to: target)) }
      let report = try await inTransaction { () async throws(StoreError) in
        try await connection.prepare(request.tables, isReadOnly: false)
      }
      return MigrationResult(.migrated(from: record.number, to: target), report)
    }
  }

  /// Does everything in one transaction that needs no script.
  private func start() async throws(StoreError) -> MigrationStart {
    try await inTransaction { () async throws(StoreError) in
      if !options.isReadOnly { try connection.makePrivateIfNew(for: request.tables) }
      return try await connection.startMigration(request, versions, isReadOnly: options.isReadOnly)
    }
  }

  private func inTransaction<Result>(
    _ body: () async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    try await connection.inTransaction(options, body)
  }

  /// Drops every table that is recorded, and the records.
  private func recreate() async throws(StoreError) {
    try await connection.withoutForeignKeys { () async throws(StoreError) in
      try await inTransaction { () async throws(StoreError) in
        for name in try await connection.recordedTables() {
          try connection.run(["DROP TABLE IF EXISTS \(connection.dialect.identifier(name))"])
        }
      }
    }
  }

  // MARK: Forward

  private func migrate(
    from number: Int, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) {
    guard !options.isReadOnly else { throw .migrationNeeded(from: number, to: target) }
    if let path = request.options.backup { try await connection.backUp(to: path) }
    let pending = versions[number..<target]
    let functions = ProgramFunctions(request.migrations.functions)
    MigrationFunctions.register(on: connection.database)
    functions.register(on: connection.database)
    var meter = ProgressMeter(connection, pending, from: number)
    try await connection.withoutForeignKeys { () async throws(StoreError) in
      try await createIndexes(of: versions[number - 1])
      for version in pending {
        let run = VersionRun(
          connection, version, functions, batchSize: max(request.options.batchSize, 1), request.tables)
        try run.checkFunctions()
        try await copyAhead(run, &meter, progress)
        try await inTransaction { () async throws(StoreError) in
          // Another process may have done it meanwhile.
          guard let current = try connection.versionRecords().current, current.number < version.number else { return }
          try await run.perform(&meter, progress)
        }
        try await createIndexes(of: version)
        meter.finish(version)
        await progress(meter.progress)
      }
    }
  }

  /// Copies the rows of large tables, in transactions of their own, while programs can still use the old tables.
  private func copyAhead(
    _ run: VersionRun, _ meter: inout ProgressMeter, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) {
    var hasMore = try await inTransaction { () async throws(StoreError) in try run.beginCopying() }
    while hasMore {
      guard !Task.isCancelled else { throw .cancelled }
      hasMore = try await inTransaction { () async throws(StoreError) in try run.copyPortion(&meter) }
      await progress(meter.progress)
    }
  }

  /// Creates the indexes of a version that are still missing, each in a transaction of its own.
  private func createIndexes(of version: SchemaVersion) async throws(StoreError) {
    var isDone = false
    while !isDone {
      isDone = try await inTransaction { () async throws(StoreError) in
        // Another process may be at a later version meanwhile.
        guard let current = try connection.versionRecords().current, current.number == version.number,
          current.state == .indexing
        else { return true }
        let missing = try connection.missingIndexes(of: version)
        try connection.run(Array(missing.prefix(1)))
        guard missing.count <= 1 else { return false }
        try connection.run(VersionRecord(version, .done).statements(in: connection.dialect))
        return true
      }
    }
  }
}

extension Connection {
  /// Runs `body` in a transaction, which is rolled back if it throws.
  func inTransaction<Result>(
    _ options: SQLiteOptions, _ body: () async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    if options.isReadOnly {
      try beginReading()
    } else {
      try await beginWriting(patience: options.busyTimeout)
    }
    do {
      let result = try await body()
      try mapped { () throws(EngineFailure) in try run("COMMIT") }
      return result
    } catch {
      endTransaction()
      throw error
    }
  }

  /// Runs `body` while foreign keys are not enforced: dropping a table would otherwise delete the rows that refer to
  /// it.
  fileprivate func withoutForeignKeys(_ body: () async throws(StoreError) -> Void) async throws(StoreError) {
    try run(["PRAGMA foreign_keys = OFF"])
    // In a transaction, the statement has no effect and reports no error.
    guard try rows("PRAGMA foreign_keys").first?[0] == "0" else {
      throw .misuse(reason: "foreign keys can't be switched off in a transaction")
    }
    // Where SQLite overwrites what is deleted, the log would take as much space as the tables that are dropped.
    let secureDelete = try rows("PRAGMA secure_delete").first?[0] ?? "0"
    if secureDelete == "1" { try run(["PRAGMA secure_delete = FAST"]) }
    let failure: StoreError?
    do {
      try await body()
      failure = nil
    } catch {
      failure = error
    }
    if secureDelete == "1" { try run(["PRAGMA secure_delete = ON"]) }
    try run(["PRAGMA foreign_keys = ON"])
    if let failure { throw failure }
  }

  /// The statements for the indexes of a version that don't exist.
  fileprivate func missingIndexes(of version: SchemaVersion) throws(StoreError) -> [String] {
    var missing: [String] = []
    let rows = try rows("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    let found = Set(rows.compactMap { $0[0] })
    for case .index(let sql) in version.steps where !found.contains(String(sql.dropLast())) { missing.append(sql) }
    return missing
  }
}

#endif
