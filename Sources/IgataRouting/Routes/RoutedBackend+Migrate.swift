@_spi(Backend) public import IgataRuntime

@_spi(Backend) extension RoutedBackend: MigratingBackend {
  /// Migrates each backend that keeps versions, with all tables of the schema, so that the steps of a version find
  /// every table that they name. The others are prepared for their tables.
  ///
  /// If a later backend fails, the earlier ones stay migrated, and the next call continues with it.
  ///
  /// Throws ``/IgataRuntime/StoreError/misuse(reason:)``, before any row is changed, if a statement of a missing
  /// version names tables whose rows are in different backends.
  public func migrate(
    _ request: MigrationRequest, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) -> MigrationResult {
    let needed = try routes.prepared(request.tables)
    let versioned = routes.backends.compactMap { $0 as? any VersionedBackend }
    let isDivided = request.goesForward && versioned.count > 1
    let created = isDivided ? try await checkedVersions(of: versioned, request) : [:]
    var outcomes: [MigrationOutcome] = []
    var report = PrepareReport()
    for (backend, tables) in zip(routes.backends, needed) {
      guard let versioned = backend as? any VersionedBackend else {
        if !tables.isEmpty { report.append(try await backend.prepare(tables)) }
        continue
      }
      do {
        let result =
          if let result = created[backend.identity] { result } else { try await versioned.migrate(request, progress) }
        outcomes.append(result.outcome)
        report.append(result.report)
      } catch .unknownDatabase(let nearest, let differences) {
        // An earlier program created only the tables that are routed here.
        guard !request.goesForward else { throw .unknownDatabase(nearest: nearest, differences: differences) }
        if !tables.isEmpty { report.append(try await backend.prepare(tables)) }
      }
    }
    let newest = request.migrations.newest
    let prepared: MigrationOutcome = report.createdTables.isEmpty ? .current(newest) : .created(newest)
    return MigrationResult(outcomes.reduce(nil) { $0?.joined(with: $1) ?? $1 } ?? prepared, report)
  }

  /// Checks the versions that one of the backends lacks.
  ///
  /// - Returns: What was done to new databases: they were created at the newest version.
  private func checkedVersions(
    of backends: [any VersionedBackend], _ request: MigrationRequest
  ) async throws(StoreError) -> [StoreIdentity: MigrationResult] {
    var asking = request
    asking.goesForward = false
    var oldest = request.migrations.newest
    var created: [StoreIdentity: MigrationResult] = [:]
    for backend in backends {
      do {
        let result = try await backend.migrate(asking) { _ in }
        if case .created = result.outcome { created[backend.identity] = result }
      } catch .migrationNeeded(let version, _) {
        oldest = min(oldest, version)
      } catch {
        // The migration throws it again, unless its options allow what is wrong.
      }
    }
    try checkVersions(after: oldest, of: request)
    return created
  }

  /// Checks that each statement of the later versions names only tables whose rows are in one backend.
  private func checkVersions(after oldest: Int, of request: MigrationRequest) throws(StoreError) {
    for version in request.migrations.sqlite + request.migrations.postgresql where version.number > oldest {
      for step in version.steps {
        let tables = request.tables.filter { step.names($0.name) }
        guard let first = tables.first else { continue }
        let number = routes.number(.save, first.name)
        guard let other = tables.first(where: { routes.number(.save, $0.name) != number }) else { continue }
        throw .misuse(
          reason: "a statement of version \(version.number) names '\(first.name)' and '\(other.name)', whose rows the "
            + "routes keep in different backends: migrate a store over each of these backends first")
      }
    }
  }
}

extension MigrationOutcome {
  /// What was done to two databases, as if they were one.
  fileprivate func joined(with other: MigrationOutcome) -> MigrationOutcome {
    switch (self, other) {
    case (.newer(let number), .newer(let second)): .newer(max(number, second))
    case (.newer, _): self
    case (_, .newer): other
    case (.migrated(let from, let to), .migrated(let second, let last)):
      .migrated(from: min(from, second), to: max(to, last))
    case (.migrated, _), (.current, .created): self
    case (_, .migrated), (.created, .current): other
    case (.current, .current), (.created, .created): self
    }
  }
}

extension MigrationStep {
  /// Whether a statement that reads or writes rows has the name in it. It may be that of a column, too.
  fileprivate func names(_ table: String) -> Bool {
    switch self {
    case .statement(let text): !text.hasPrefix("CREATE ") && text.names(table)
    case .own(let text), .object(let text): text.names(table)
    case .stop(let stopped, _, let condition, _): stopped == table || condition.names(table)
    case .rebuild(let rebuild): rebuild.table == table || rebuild.copy.names(table)
    case .swap, .index, .concurrentIndex: false
    }
  }
}

extension String {
  /// Whether the SQL has the name as a word, outside of strings.
  fileprivate func names(_ name: String) -> Bool {
    let name = name.utf8
    let quote = UInt8(ascii: "'")
    for (index, part) in utf8.split(separator: quote, omittingEmptySubsequences: false).enumerated()
    where index.isMultiple(of: 2) {
      if part.split(whereSeparator: { !$0.isPartOfWord }).contains(where: { $0.elementsEqual(name) }) { return true }
    }
    return false
  }
}

extension UInt8 {
  /// Whether an identifier of SQL can have the byte without quotes.
  fileprivate var isPartOfWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
