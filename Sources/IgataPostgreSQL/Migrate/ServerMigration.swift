#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// Brings a database to the newest version of a schema.
struct ServerMigration {
  private let connection: MigrationConnection
  private let request: MigrationRequest

  init(_ connection: MigrationConnection, _ request: MigrationRequest) {
    self.connection = connection
    self.request = request
  }

  private var versions: [SchemaVersion] { request.migrations.postgresql }

  /// The number of the version to migrate to.
  private var target: Int { request.target(in: versions) }

  func run(_ progress: @Sendable (MigrationProgress) async -> Void) async throws(StoreError) -> MigrationResult {
    try request.checkVersions(versions, for: "PostgreSQL")
    guard request.options.backup == nil else {
      throw .misuse(reason: "'backup' is for SQLite databases; make a copy with pg_dump")
    }
    var patience = LockPatience(request.options.lockTimeout)
    switch try await start(&patience) {
    case .outdated(let record) where request.recreates(record):
      try await recreate()
      return try await run(progress)
    case .outdated(let record):
      throw .changedVersion(record.number, isSealed: !record.name.isEmpty)
    case .ready(let result): return result
    case .indexing(let record):
      // A program that only prepares leaves them to the one that creates them.
      guard request.goesForward else { return try await prepared(.current(record.number), isReadOnly: true) }
      try await locked(&patience) { lock, patience throws(StoreError) in
        try await createIndexes(of: versions[record.number - 1], lock, patience)
      }
      return try await prepared(.current(record.number))
    case .older(let record):
      guard request.goesForward else { throw .migrationNeeded(from: record.number, to: target) }
      try await locked(&patience) { lock, patience throws(StoreError) in
        try await migrate(from: record.number, lock, &patience, progress)
      }
      let outcome = MigrationOutcome.migrated(from: record.number, to: target)
      return target == versions.count ? try await prepared(outcome) : MigrationResult(outcome)
    }
  }

  private func prepared(
    _ outcome: MigrationOutcome, isReadOnly: Bool = false
  ) async throws(StoreError) -> MigrationResult {
    let report = try await connection.inTransaction { session throws(StoreError) in
      try await session.waitForOtherStarts()
      return try await session.prepare(request.tables, isReadOnly: isReadOnly)
    }
    return MigrationResult(outcome, report)
  }

  /// Does everything in one transaction that needs no script.
  private func start(_ patience: inout LockPatience) async throws(StoreError) -> MigrationStart {
    try await patience.insist { () async throws(StoreError) in
      try await connection.inTransaction { session throws(StoreError) in
        try await session.waitForOtherStarts()
        return try await session.startMigration(request, versions, isReadOnly: false)
      }
    }
  }

  private func locked(
    _ patience: inout LockPatience,
    _ body: (MigrationLock, inout LockPatience) async throws(StoreError) -> Void
  ) async throws(StoreError) {
    let lock = try await MigrationLock(connection, &patience)
    do {
      try await body(lock, &patience)
    } catch {
      await lock.release()
      throw error
    }
    await lock.release()
  }

  /// Drops every table that is recorded, and the records.
  private func recreate() async throws(StoreError) {
    try await connection.inTransaction { session throws(StoreError) in
      let names = session.dialect.identifiers(try await session.recordedTables())
      try await session.run(["DROP TABLE IF EXISTS \(names)"])
    }
  }

  // MARK: Forward

  private func migrate(
    from number: Int, _ lock: MigrationLock, _ patience: inout LockPatience,
    _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) {
    // The version before may lack indexes that the next one drops or renames.
    try await createIndexes(of: versions[number - 1], lock, patience)
    let pending = versions[number..<target]
    let total = pending.reduce(0) { $0 + $1.steps.count }
    var done = 0
    for version in pending {
      try await lock.check()
      try await patience.insist { () async throws(StoreError) in
        try await connection.inTransaction { session throws(StoreError) in
          try await session.perform(version, of: Array(versions[..<version.number]), request.tables)
        }
      }
      try await createIndexes(of: version, lock, patience)
      done += version.steps.count
      await progress(
        MigrationProgress(from: number, to: target, fraction: Double(done) / Double(max(total, 1))))
    }
  }

  // MARK: Indexes

  private func isIndexing(_ number: Int) async throws(StoreError) -> Bool {
    try await connection.inTransaction(isKept: false) { session throws(StoreError) in
      guard let current = try await session.versionRecords().current else { return false }
      return current.number == number && current.state == .indexing
    }
  }

  /// Creates the indexes of a version that are still missing, while programs read and write, drops those that they
  /// replace, and records that it is done.
  private func createIndexes(
    of version: SchemaVersion, _ lock: MigrationLock, _ patience: LockPatience
  ) async throws(StoreError) {
    // Another process may be at a later version meanwhile.
    guard try await isIndexing(version.number) else { return }
    for case .concurrentIndex(let name, let sql) in version.steps {
      try await lock.check()
      let failure = ServerStep(
        version: version, sql: sql, tables: request.tables,
        consequence: "the rows are those of the version, and indexes aren't yet")
      do {
        let quoted = PostgreSQLDialect().identifier(name)
        let literal = PostgreSQLDialect().literal(quoted)
        let isValid = try await connection.run(
          "SELECT indisvalid::text FROM pg_index WHERE indexrelid = to_regclass(\(literal))")
        let isCreated = !sql.hasPrefix("DROP ")
        if isCreated, isValid == "true" { continue }
        try await connection.run("SET lock_timeout = \(patience.restInMilliseconds)")
        // What a killed program left isn't used by queries, and slows down writes.
        if isCreated, isValid == "false" { try await connection.run("DROP INDEX CONCURRENTLY \(quoted)") }
        try await connection.run(sql)
        try await connection.run("SET lock_timeout = \(MigrationConnection.lockTimeout)")
      } catch {
        throw failure.error(error)
      }
    }
    try await connection.inTransaction { session throws(StoreError) in
      try await session.write(VersionRecord(version, .done))
    }
  }
}

#endif
