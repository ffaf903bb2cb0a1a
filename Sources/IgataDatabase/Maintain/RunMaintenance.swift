import Foundation
internal import IgataPostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import IgataSQLite
internal import IgataTool

/// Backs a database up, verifies it or compacts it.
func runMaintenance(_ request: MaintenanceRequest) async -> ExitStatus {
  let display = ProgressDisplay()
  // Each of them changes nothing until it is done.
  return await untilStopped(display.end, "nothing was changed") { () async throws(DatabaseFault) in
    let endpoint = try Endpoint(request.database)
    switch request.action {
    case .verify(let isFull): return try await verify(endpoint, isFull ? .full : .quick)
    #if SQLite || canImport(SQLite3)
    case .backUp(let target):
      let database = try endpoint.sqliteFile(
        for: .reading, orElse: "use pg_dump, or pg_basebackup for the whole server")
      let path = try Endpoint(target).pathOfCopy(of: endpoint)
      try await atDatabase(endpoint) { () async throws(StoreError) in
        try await database.backUp(to: path) { progress in
          let fraction = Double(progress.copied) / Double(max(progress.total, 1))
          display.show(fraction, "copying \(progress.total) bytes")
        }
      }
      display.end()
      say("igata: copied \(endpoint) to '\(path)'\n")
    case .compact:
      let database = try endpoint.sqliteFile(
        for: .changing, orElse: "a server reuses the space itself; 'VACUUM (FULL)' gives it back to the system")
      let bytes = try await atDatabase(endpoint) { () async throws(StoreError) in try await database.compact() }
      say("igata: \(endpoint) has \(bytes.after) bytes, and had \(bytes.before)\n")
    #else
    case .backUp, .compact: throw Endpoint.withoutSQLite
    #endif
    }
    return .success
  }
}

/// Prints what is wrong in a database.
private func verify(_ endpoint: Endpoint, _ depth: VerificationDepth) async throws(DatabaseFault) -> ExitStatus {
  guard let backend = try endpoint.backend(.database, for: .reading) as? any InspectableBackend else {
    throw DatabaseFault(
      .request, "this database can't be verified", help: "use the path of a SQLite file or a postgresql:// URL")
  }
  let problems = try await atDatabase(endpoint) { () async throws(StoreError) in try await backend.verify(depth) }
  let lines = problems.map { "\($0)\n" }.joined()
  try? FileHandle.standardOutput.write(contentsOf: Data(lines.utf8))
  if problems.isEmpty { say("igata: \(endpoint) has no problems\n") }
  return problems.isEmpty ? .success : .negative
}
