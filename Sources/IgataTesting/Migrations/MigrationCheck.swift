@_spi(Backend) public import IgataRuntime
internal import IgataSamples
internal import IgataTables

/// Brings databases from each version of a schema to the newest one, as a program does, and checks what can be checked
/// without the schemas.
///
/// ```swift
/// let failures = await MigrationCheck(AppSchema.migrations).run { try SQLiteBackend.inMemory() }
/// for failure in failures { print(failure) }
/// ```
///
/// From each version, with sample rows and without: the tables are those of a new database, an empty database stays
/// empty, rows of models that keep their table and its key are all there, no row refers to a missing one, and a version
/// that stops has changed nothing. The functions of the program that versions call are called.
///
/// What a row's values are to be is known to the schemas alone, with their `@renamed` and `@backfill`. Only the command
/// `igata migrate check` compares each value; it also lets older programs use the newest database, and kills processes.
public struct MigrationCheck: Sendable {
  /// Something that a version did wrong.
  public struct Failure: Hashable, Sendable, CustomStringConvertible {
    /// The version that the database was at.
    public var version: Int
    /// What was expected, and what was found.
    public var message: String

    /// The version and the message.
    public var description: String { "from version \(version): \(message)" }
  }

  private let migrations: SchemaMigrations
  private let sampleCount: Int
  private let seed: UInt64
  private let mayStop: Set<Int>

  /// - Parameters:
  ///   - migrations: The versions of the schema.
  ///   - mayStop: The numbers of the versions with a change that `@allow(may-stop)` allows, or with own SQL that stops
  ///     for rows. A stop of another one is a failure.
  ///   - sampleCount: How many databases with rows are brought from each version to the newest one. Rows can stop a
  ///     version, so each has only few.
  ///   - seed: Determines the rows.
  public init(_ migrations: SchemaMigrations, mayStop: Set<Int> = [], sampleCount: Int = 10, seed: UInt64 = 1) {
    self.migrations = migrations
    self.mayStop = mayStop
    self.sampleCount = sampleCount
    self.seed = seed
  }

  /// - Parameter makeBackend: Makes a backend over an empty database.
  /// - Returns: The failures, the first one of each version and kind.
  public func run(makeBackend: @Sendable () async throws -> any Backend) async -> [Failure] {
    var failures: [Failure] = []
    let versions: [SchemaVersion]
    do {
      versions = try inspectable(try await makeBackend()).versions(in: migrations)
    } catch {
      return [Failure(version: migrations.newest, message: (error as? Problem)?.message ?? "\(error)")]
    }
    for version in versions.dropLast() {
      do {
        try await checkEmpty(version, makeBackend)
        try await checkSamples(version, makeBackend)
      } catch let problem as Problem {
        failures.append(Failure(version: version.number, message: problem.message))
      } catch {
        failures.append(Failure(version: version.number, message: "\(error)"))
      }
    }
    return failures
  }

  private struct Problem: Error {
    let message: String
  }

  private func inspectable(_ backend: any Backend) throws -> any InspectableBackend {
    guard let backend = backend as? any InspectableBackend else {
      throw Problem(message: "this backend can't be checked: its database has no catalog")
    }
    return backend
  }

  // MARK: Migrating

  /// A database that was created at a version.
  private func database(
    at version: SchemaVersion, _ makeBackend: () async throws -> any Backend
  ) async throws -> any InspectableBackend {
    let backend = try inspectable(try await makeBackend())
    _ = try await backend.migrate(try await request(backend, target: version.number)) { _ in }
    return backend
  }

  private func request(_ backend: any InspectableBackend, target: Int? = nil) async throws -> MigrationRequest {
    MigrationRequest(
      tables: try await newestTables(backend), migrations,
      options: MigrationOptions(batchSize: 2, target: target), goesForward: true)
  }

  private func newestTables(_ backend: any InspectableBackend) async throws -> [TableDescription] {
    try await backend.tables(of: backend.versions(in: migrations))
  }

  private func migrate(_ backend: any InspectableBackend) async throws {
    let report = try await backend.migrate(try await request(backend)) { _ in }.report
    if let name = (report.createdTables + report.createdIndexes).first {
      throw Problem(message: "no script creates '\(name)'")
    }
    if let problem = try await backend.verify(.full).first { throw Problem(message: "\(problem)") }
  }

  private func checkEmpty(_ version: SchemaVersion, _ makeBackend: () async throws -> any Backend) async throws {
    let backend = try await database(at: version, makeBackend)
    try await migrate(backend)
    let new = try inspectable(try await makeBackend())
    _ = try await new.migrate(try await request(new)) { _ in }
    let expected = try await new.structure()
    if let difference = try await backend.structure().firstDifference(from: expected) {
      throw Problem(message: difference)
    }
    // The models of the program fit.
    try await Store(backend).migrate(migrations)
    let tables = try await newestTables(backend)
    for (table, rows) in try await backend.rows(of: tables).tables where !rows.isEmpty {
      throw Problem(message: "an empty database has \(rows.count) rows in '\(table)'")
    }
  }

  // MARK: Rows

  private func checkSamples(_ version: SchemaVersion, _ makeBackend: () async throws -> any Backend) async throws {
    var stops = 0
    var reason = ""
    for sample in 0..<sampleCount {
      let backend = try await database(at: version, makeBackend)
      let tables = try await backend.tables(of: Array(backend.versions(in: migrations).prefix(version.number)))
      var samples = TableSamples(of: tables, count: 2, seed: seed, round: sample)
      try await backend.insert(samples.rows().insertionOrder(in: tables, besides: StoredRows()))
      let before = try await backend.rows(of: tables)
      do {
        try await migrate(backend)
      } catch StoreError.migrationFailed(let number, _, let message) {
        stops += 1
        reason = "version \(number): \(message)"
        guard mayStop.contains(number) else {
          throw Problem(message: "a row stops \(reason); if it can stop, name it in 'mayStop'")
        }
        if number == version.number + 1, try await backend.rows(of: tables).tables != before.tables {
          throw Problem(message: "version \(number) has stopped, and changed rows")
        }
        continue
      }
      try await compare(before, tables, with: backend)
    }
    // Rows that are made up can have values that no program writes, but not all of them.
    if stops > 0, stops == sampleCount { throw Problem(message: "all sample rows stop it: \(reason)") }
  }

  /// Compares the rows of models that keep their table and its key.
  private func compare(
    _ before: StoredRows, _ tables: [TableDescription], with backend: any InspectableBackend
  ) async throws {
    let newTables = try await newestTables(backend)
    let after = try await backend.rows(of: newTables)
    for table in tables {
      guard let new = newTables.first(where: { $0.name == table.name && $0.model == table.model }),
        table.keyColumns == new.keyColumns
      else { continue }
      let kept = Set(after[new.name].map { new.key(of: $0) })
      let rows = before[table.name]
      guard after[new.name].count >= rows.count, rows.allSatisfy({ kept.contains(table.key(of: $0)) }) else {
        throw Problem(
          message: "table '\(table.name)' had \(rows.count) rows and has \(after[new.name].count) now, not all of them "
            + "with their keys")
      }
    }
  }
}

extension TableDescription {
  /// What rows are found by.
  fileprivate var keyColumns: [KeyColumn] {
    primaryKey.map { KeyColumn(name: columns[$0].name, type: columns[$0].type, constraints: columns[$0].constraints) }
  }
}

private struct KeyColumn: Equatable {
  let name: String
  let type: ColumnType
  let constraints: ColumnConstraints
}

extension Backend {
  fileprivate func rows(of tables: [TableDescription]) async throws(StoreError) -> StoredRows {
    try await inSession(.read) { session throws(StoreError) in
      var rows = StoredRows()
      for table in tables { rows[table.name] = try await session.rows(of: table) }
      return rows
    }
  }

  fileprivate func insert(_ rows: [(table: TableDescription, row: [StoredValue])]) async throws(StoreError) {
    try await inSession(.write) { session throws(StoreError) in
      for (table, row) in rows { try await session.write(.insert, [row], table) }
    }
  }
}
