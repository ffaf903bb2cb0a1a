@_spi(Backend) public import IgataRuntime

@_spi(Backend) extension FallbackBackend: MigratingBackend {
  /// Migrates the second backend, and prepares the first as soon as it can be reached: whoever operates it brings it to
  /// the version.
  ///
  /// Transactions that are queued since an earlier version stay in the outbox. Those that only write tables which no
  /// version since then changes are sent. At any other, the first backend stays out of use, and ``reachability`` has
  /// the reason.
  public func migrate(
    _ request: MigrationRequest, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) -> MigrationResult {
    var result: MigrationResult
    if let second = second as? any MigratingBackend {
      result = try await second.migrate(request, progress)
    } else {
      result = MigrationResult(.current(request.migrations.newest), try await second.prepare(request.tables))
    }
    try await prepareReadTimes()
    know(request.migrations)
    result.report.append(try await prepareFirst(for: request.tables, request.migrations))
    return result
  }
}

/// The version of the schema that queued transactions get, and those before it.
struct OutboxVersions {
  private let versions: [SchemaVersion]

  init(_ migrations: SchemaMigrations? = nil) {
    let versions = migrations?.sqlite ?? []
    self.versions = versions.isEmpty ? migrations?.postgresql ?? [] : versions
  }

  /// The number of the version, 0 if it isn't known.
  var number: UInt32 { UInt32(exactly: versions.count) ?? 0 }

  /// Throws if the rows of a transaction may have another form now.
  func check(_ entry: OutboxEntry) throws(StoreError) {
    // A program that knew no versions had the first one.
    let written = max(Int(entry.schemaVersion), 1)
    guard !versions.isEmpty, written != versions.count else { return }
    let since = written < versions.count ? versions[written...] : []
    let changed = entry.operations.map(\.table).first { table in !since.allSatisfy { $0.leaves(table) } }
    guard since.isEmpty || changed != nil else { return }
    throw .misuse(
      reason: "transaction \(entry.sequence) of the outbox was written under version \(written) of the schema"
        + (changed.map { ", and its table '\($0)' has changed until version \(versions.count)" }
          ?? ", which is later than version \(versions.count)")
        + ": send it with a program of version \(written)")
  }
}

extension SchemaVersion {
  /// Whether no step of the version names a table. A name that only looks like that of the table counts as well.
  fileprivate func leaves(_ table: String) -> Bool {
    guard !steps.isEmpty else { return false }
    let names = ["\"", "'"].map { quote in quote + table.replacing(quote, with: quote + quote) + quote }
    let texts = steps.flatMap(\.texts)
    return !texts.contains { text in names.contains { text.contains($0) } }
  }
}

extension MigrationStep {
  fileprivate var texts: [String] {
    switch self {
    // A new table names those that it refers to, which stay as they are.
    case .statement(let sql) where sql.hasPrefix("CREATE TABLE"): [String(sql.prefix { $0 != "(" })]
    case .statement(let sql), .own(let sql): [sql]
    // These change no row, or are looked at with the step that does.
    case .index, .concurrentIndex, .stop, .object: []
    case .rebuild(let rebuild): ["\"\(rebuild.table)\""]
    case .swap(let table, _, let statements): ["\"\(table)\""] + statements
    }
  }
}
