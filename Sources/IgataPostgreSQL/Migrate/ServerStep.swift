#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// A statement of a version, for the error if it fails.
struct ServerStep {
  var version: SchemaVersion
  var sql: String
  /// The tables of the program.
  var tables: [TableDescription]
  /// What the failure means for the database.
  var consequence = "nothing was changed"

  /// - Parameter rows: What rows the failure is about, and why; `nil` if that isn't known.
  func error(_ failure: ServerFailure, _ rows: String? = nil) -> StoreError {
    switch failure.storeError(nil, []) {
    // A deadlock is with a program that writes, and is over once that has ended.
    case .conflict(let reason): return .locked(reason: reason)
    case .cancelled, .unreachable, .locked, .full, .readOnly, .corrupted: return failure.storeError(nil, [])
    default:
      let isBroken = failure.state.hasPrefix("23")
      let isTold = isBroken || failure.state == Self.raised
      let table = isBroken ? failure.table.map { "table '\($0)': " } ?? "" : ""
      // The server names the constraint, and no value.
      // A stop of the script shows no sensitive key.
      let message = isBroken ? failure.message : failure.reason(sql.hasPrefix("DO $igata$") ? [] : tables)
      let advice = "drop it before, and create it again afterward"
      let dependents = failure.dependents.map { ": \($0); \(advice)" } ?? ""
      let reason = rows ?? (isTold ? "\(table)\(message)" : "\(message)\(dependents), in: \(sql.statementExcerpt)")
      let isThere = failure.state == Self.duplicateTable && sql.hasPrefix("CREATE TABLE ")
      let next = isThere ? SchemaVersion.adviceForTableOfOthers : ""
      return .migrationFailed(
        version: version.number, name: version.name, reason: "\(reason); \(consequence)\(next)")
    }
  }

  /// The SQLSTATE of a table that is there already.
  private static let duplicateTable = "42P07"
  /// The SQLSTATE of `RAISE EXCEPTION`, by which a script stops.
  private static let raised = "P0001"
}

extension PostgreSQLSession {
  /// Carries out all steps of a version but the indexes, and records it.
  ///
  /// - Parameters:
  ///   - versions: All versions up to that one.
  ///   - tables: The tables of the program.
  /// - Throws: ``StoreError/locked(reason:)`` if a lock isn't granted in time.
  func perform(
    _ version: SchemaVersion, of versions: [SchemaVersion], _ tables: [TableDescription]
  ) async throws(StoreError) {
    try await waitForOtherStarts()
    // Another process may have done it meanwhile.
    guard let current = try await versionRecords().current, current.number < version.number else { return }
    let own = try await OwnObjects(self)
    var hasIndexes = false
    for step in version.steps {
      switch step {
      case .statement(let sql), .own(let sql), .object(let sql):
        if Task.isCancelled { throw .cancelled }
        try await perform(sql, of: version, tables)
      case .concurrentIndex: hasIndexes = true
      case .stop, .rebuild, .swap, .index:
        throw .misuse(reason: "version \(version.number) has steps that are not for PostgreSQL")
      }
    }
    if let problem = try await own.firstLost(self, after: versions) {
      throw .migrationFailed(
        version: version.number, name: version.name, reason: "\(problem); nothing was changed")
    }
    noteAnyTable()
    try await write(VersionRecord(version, hasIndexes ? .indexing : .done))
  }

  private func perform(
    _ sql: String, of version: SchemaVersion, _ tables: [TableDescription]
  ) async throws(StoreError) {
    let isFollowed = RefusedRows.canFollow(sql)
    do throws(ServerFailure) {
      let requests: [Request] = [.command("SAVEPOINT igata_step"), .command(sql), .command("RELEASE igata_step")]
      _ = try await connection.run(isFollowed ? requests : [.command(sql)])
    } catch {
      let isRefused = isFollowed && error.state.hasPrefix("23") && connection.isTransactionFailed
      throw ServerStep(version: version, sql: sql, tables: tables)
        .error(error, isRefused ? await RefusedRows.text(self, sql, error, tables) : nil)
    }
  }
}

#endif
