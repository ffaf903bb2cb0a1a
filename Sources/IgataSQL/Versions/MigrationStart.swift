@_spi(Backend) public import IgataRuntime
internal import IgataTables

/// What a database says before any version is run.
@_spi(Backend) public enum MigrationStart: Sendable {
  /// Nothing is left to be done.
  case ready(MigrationResult)
  /// The database is at the version to migrate to, whose indexes aren't all created.
  case indexing(VersionRecord)
  /// The database is at an older version.
  case older(VersionRecord)
  /// A version with this number is another one in this program.
  case outdated(VersionRecord)
}

@_spi(Backend) extension VersionedDatabase {
  /// Does everything that needs no script.
  ///
  /// - Parameter versions: The versions of the request for this database.
  public func startMigration(
    _ request: MigrationRequest, _ versions: [SchemaVersion], isReadOnly: Bool
  ) async throws(StoreError) -> MigrationStart {
    let target = request.target(in: versions)
    guard let current = try await versionRecords().current else {
      return try await startWithoutRecord(request, versions, isReadOnly: isReadOnly)
    }
    guard versions.indices.contains(current.number - 1) else {
      guard current.compatibleFrom <= versions.count else {
        throw .newerDatabase(found: current.number, compatibleFrom: current.compatibleFrom, known: versions.count)
      }
      // What this program has and the newer version has not was dropped on purpose.
      let report = try await prepare(request.tables, isReadOnly: true)
      return .ready(MigrationResult(.newer(current.number), report))
    }
    guard versions[current.number - 1].sum == current.sum else { return .outdated(current) }
    guard current.number >= target else { return .older(current) }
    guard target == versions.count else { return .ready(MigrationResult(.current(current.number))) }
    if !isReadOnly, current.state == .indexing { return .indexing(current) }
    let report = try await prepare(request.tables, isReadOnly: isReadOnly)
    return .ready(MigrationResult(.current(current.number), report))
  }

  /// Creates the tables of a new database. Otherwise finds out which version the tables fit.
  private func startWithoutRecord(
    _ request: MigrationRequest, _ versions: [SchemaVersion], isReadOnly: Bool
  ) async throws(StoreError) -> MigrationStart {
    let target = request.target(in: versions)
    let fitting = try await FittingVersions(self, versions)
    guard !fitting.isEmpty else {
      let tables =
        target == versions.count ? request.tables : try await tables(after: versions.prefix(target)).last ?? []
      let report = try await prepare(tables, isReadOnly: isReadOnly)
      try await createObjects(of: versions.prefix(target))
      try await write(VersionRecord(versions[target - 1], .created))
      return .ready(MigrationResult(.created(target), report))
    }
    let number = try fitting.number()
    let record = VersionRecord(versions[number - 1], .adopted)
    guard number < target else {
      let report = try await prepare(request.tables, isReadOnly: isReadOnly)
      if !isReadOnly { try await write(record) }
      return .ready(MigrationResult(.current(number), report))
    }
    if request.goesForward, !isReadOnly { try await write(record) }
    return .older(record)
  }

  /// Runs the statements of the newest version that has objects of its author.
  private func createObjects(of versions: ArraySlice<SchemaVersion>) async throws(StoreError) {
    guard let version = versions.last(where: { !$0.objects.isEmpty }) else { return }
    var problem: String?
    do {
      try await run(version.objects)
      problem = try await brokenObject()
    } catch .schemaMismatch(let differences) where !differences.isEmpty {
      problem = differences.map(\.problem).joined(separator: ", ")
    } catch {
      problem = "\(error)"
    }
    guard let problem else { return }
    throw .misuse(
      reason: "the 'objects' of version \(version.number) '\(version.name)' don't fit a new database of version "
        + "\(versions.count): \(problem); a later version has to define all objects again")
  }
}

@_spi(Backend) extension VersionedDatabase {
  /// The names of all tables that are recorded, and of the records.
  public func recordedTables() async throws(StoreError) -> [String] {
    try await rows("SELECT name FROM igata_tables").compactMap { $0[0] } + RecordedTables.recordNames
  }
}

@_spi(Backend) extension MigrationRequest {
  /// Whether a database at another version than this program knows is made anew.
  public func recreates(_ record: VersionRecord) -> Bool {
    goesForward && options.recreatesUnsealed && record.name.isEmpty
  }

  /// The number of the version to migrate to.
  public func target(in versions: [SchemaVersion]) -> Int { min(options.target ?? versions.count, versions.count) }

  /// Throws if there are no versions for a database.
  ///
  /// - Parameter database: The name of the kind of database.
  public func checkVersions(_ versions: [SchemaVersion], for database: String) throws(StoreError) {
    guard versions.isEmpty else { return }
    throw .misuse(
      reason: "the schema has no versions for \(database): seal one with 'igata migrate seal', with \(database) among "
        + "the 'dialects' and the 'embed' of 'migrations' in igata.json")
  }
}
