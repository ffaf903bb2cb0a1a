import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTool

/// Compares a database with the versions of a schema, or brings it to one of them.
func runMigrate(_ request: MigrateRequest) async -> ExitStatus {
  let display = ProgressDisplay()
  // The database rolls back the open transaction, and the table igata_versions has the progress.
  return await untilStopped(display.end) { () async throws(DatabaseFault) in
    let endpoint = try Endpoint(request.database)
    let versions = try request.versions(in: endpoint.dialect)
    switch request.action {
    case .status:
      let backend = try endpoint.versioned(for: .reading)
      let report = try await atDatabase { () async throws(StoreError) in
        StatusReport(try await backend.status(of: versions), versions)
      }
      try? FileHandle.standardOutput.write(contentsOf: Data(report.text.utf8))
      return report.isCurrent ? .success : .negative
    case .adopt(let number):
      let backend = try endpoint.versioned(for: .changing, lockTimeout: request.lockTimeout)
      let adopted = try await atDatabase { () async throws(StoreError) in
        try await backend.adopt(number, of: versions)
      }
      say("igata: recorded version \(versions[adopted - 1].label)\n")
      return .success
    case .apply(let target, let batch):
      let backend = try endpoint.versioned(for: .creating, lockTimeout: request.lockTimeout)
      var options = MigrationOptions(target: target)
      if let batch { options.batchSize = batch }
      if let patience = request.lockTimeout { options.lockTimeout = patience }
      let isServer = endpoint.dialect == "postgresql"
      let migrations = SchemaMigrations(
        models: [], sqlite: isServer ? [] : versions, postgresql: isServer ? versions : [])
      let migration = MigrationRequest(
        tables: CopiedTable.all(request.tables).map(\.table), migrations, options: options, goesForward: true)
      let outcome = try await atDatabase { () async throws(StoreError) in
        try await backend.migrate(migration) { progress in
          display.show(progress.fraction, "from version \(progress.from) to \(progress.to)")
        }.outcome
      }
      display.end()
      return try report(outcome, versions, target)
    }
  }
}

private func report(
  _ outcome: MigrationOutcome, _ versions: [SchemaVersion], _ target: Int?
) throws(DatabaseFault) -> ExitStatus {
  switch outcome {
  case .current(let number):
    if let target, number > target {
      throw DatabaseFault(
        .database, "the database is at version \(number), which is later than \(target)",
        help: "no version is taken back; restore a backup that was made before", status: .negative)
    }
    say("igata: the database is at version \(versions[number - 1].label) already\n")
  case .created(let number): say("igata: created the database at version \(versions[number - 1].label)\n")
  case .migrated(let from, let to):
    say("igata: brought the database from version \(from) to \(versions[to - 1].label)\n")
  case .newer(let number):
    say("igata: the database is at version \(number), which is later than the newest one here; nothing was changed\n")
  }
  return .success
}

func atDatabase<Result>(
  _ body: () async throws(StoreError) -> Result
) async throws(DatabaseFault) -> Result {
  do {
    return try await body()
  } catch {
    throw DatabaseFault(migrating: error)
  }
}

extension MigrateRequest {
  /// The versions for a kind of database.
  fileprivate func versions(in dialect: String) throws(DatabaseFault) -> [SchemaVersion] {
    let versions = self.versions[dialect] ?? []
    guard !versions.isEmpty else { throw .withoutScripts(dialect) }
    return versions.map { SchemaVersion($0) }
  }
}

extension SchemaVersion {
  /// The number and the name, for messages.
  var label: String { isSealed ? "\(number) '\(name)'" : "\(number)" }
}

extension Endpoint {
  /// Opens a database that versions can be applied to.
  func versioned(
    for access: Access, lockTimeout: Duration? = nil
  ) throws(DatabaseFault) -> any VersionedBackend {
    guard let backend = try backend(.database, for: access, lockTimeout: lockTimeout) as? any VersionedBackend else {
      throw DatabaseFault(
        .request, "versions of a schema can't be applied to this database",
        help: "use the path of a SQLite file or a postgresql:// URL")
    }
    return backend
  }
}

extension DatabaseFault {
  /// A fault for versions that can't be run on a kind of database.
  static func withoutScripts(_ dialect: String) -> DatabaseFault {
    DatabaseFault(
      .request, "not every sealed version has a script for \(dialect)",
      help: "versions get one if 'dialects' of 'migrations' in igata.json has it when they are sealed")
  }

  /// A fault for an error of a store that compares or migrates a database.
  fileprivate init(migrating error: StoreError) {
    let (message, help): (String, String)
    switch error {
    case .misuse(let reason):
      (message, help) = (reason, "'igata migrate status' shows what the database has")
    case .unknownDatabase(let nearest, let differences):
      message = "the tables are not those of version \(nearest)"
        + differences.map { "\n  \(SchemaDifferenceText.line($0))" }.joined()
      help = "change the tables, or seal a version that has what they have"
    case .locked:
      (message, help) = ("\(error)", "'--lock-timeout' waits longer; run the same command to continue")
    case .changedVersion(_, false):
      message = "the database is at a version that wasn't sealed and has changed since"
      help = "delete a database of development; any other was made by a program that must not have been released"
    case .newerDatabase:
      (message, help) = ("\(error)", "use the versions of the newer program")
    default: (message, help) = ("\(error)", "fix that and run the same command again")
    }
    self.init(.database, message, help: help, status: Self.status(of: error))
  }
}
