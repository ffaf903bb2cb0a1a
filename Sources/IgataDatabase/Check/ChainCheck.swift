internal import IgataEvolution
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataSamples

/// Brings rows from one version to the next, and compares each with what the schemas say.
struct ChainCheck {
  private let versions: [CheckedVersion]
  private let sampleCount: Int
  private let seed: UInt64
  private var database: CheckDatabase
  private var rows = StoredRows()
  /// The greatest key that each table had.
  private var counters: [String: Int64] = [:]

  /// - Parameters:
  ///   - database: A database without tables.
  ///   - sampleCount: How many rows each table gets in each version.
  init(_ versions: [CheckedVersion], _ database: CheckDatabase, sampleCount: Int, seed: UInt64) {
    self.versions = versions
    self.database = database
    self.sampleCount = sampleCount
    self.seed = seed
  }

  /// What happens before a version is carried out on the rows.
  struct Step {
    let old: CheckedVersion
    let new: CheckedVersion
    let rows: StoredRows
    let counters: [String: Int64]
    let expected: [String: [ExpectedRow]]
  }

  /// The rows of a database at a version.
  struct State {
    let version: CheckedVersion
    let database: CheckDatabase
    let rows: StoredRows
    let counters: [String: Int64]
  }

  // MARK: Versions

  /// Creates a version, and the rows of a program of it.
  mutating func create(_ version: CheckedVersion, in database: CheckDatabase) async throws {
    self.database = database
    (rows, counters) = (StoredRows(), [:])
    try await database.create(version)
  }

  /// Takes the rows that the database has.
  mutating func read(_ version: CheckedVersion) async throws {
    (rows, counters) = (try await database.rows(of: version), [:])
    try await count(version)
  }

  /// Adds rows as a program of the version does.
  mutating func addSamples(to version: CheckedVersion) async throws {
    let next = versions.indices.contains(version.number) ? versions[version.number].derivation : nil
    var samples = TableSamples(
      of: version.tables, next: next?.nextColumns ?? [:], required: version.requiredColumns, count: sampleCount,
      besides: rows, counters: counters, seed: seed, round: version.number)
    let added = samples.rows()
    do {
      try await database.insert(added, besides: rows, of: version)
    } catch {
      throw CheckDifference(version, "its program can't write a row: \(error)")
    }
    var comparison = RowComparison(version: version)
    let found = try await database.rows(of: version)
    try comparison.compare(found, with: version.unchanged(rows.adding(added)))
    rows = found
    try await count(version)
  }

  func state(at version: CheckedVersion) -> State {
    State(version: version, database: database, rows: rows, counters: counters)
  }

  /// Finds the greatest key that each table had, and lets the database make greater ones.
  private mutating func count(_ version: CheckedVersion) async throws {
    var counters: [String: Int64] = [:]
    for table in version.tables {
      guard let key = table.generatedKeyColumn else { continue }
      let keys = rows[table.name].compactMap { row -> Int64? in
        if case .integer(let number) = row[key] { number } else { nil }
      }
      counters[table.name] = max(self.counters[table.name] ?? 0, keys.max() ?? 0)
    }
    for (table, key) in try await madeKeys(of: version) {
      guard key > counters[table.name] ?? 0 else {
        throw CheckDifference(version, "table '\(table.name)': the database makes keys again that rows have had")
      }
      counters[table.name] = key
    }
    for table in version.tables {
      if let counter = try await database.counter(of: table) { counters[table.name] = counter }
    }
    self.counters = counters
  }

  private func madeKeys(of version: CheckedVersion) async throws -> [(table: TableDescription, key: Int64)] {
    do {
      return try await GeneratedKeys(version, database, rows).made()
    } catch {
      throw CheckDifference(version, "the database can't make a key: \(error)")
    }
  }

  // MARK: Steps

  /// Brings the rows to the next version.
  ///
  /// - Parameters:
  ///   - mayStop: Whether rows for which the version stops are removed, after it has stopped.
  ///   - before: Called when no row stops the version any more.
  /// - Returns: What `before` returns.
  mutating func advance<Result>(
    from old: CheckedVersion, to new: CheckedVersion, _ line: inout CheckReport.Line, mayStop: Bool,
    before: (Step) async throws -> Result = { _ in }
  ) async throws -> Result? {
    guard let derivation = new.derivation else { return nil }
    var expected = try await self.expected(derivation, old, new)
    while let refused = expected.refused.first {
      guard mayStop else { throw Self.unfit(refused, rows, old, new) }
      try await expectStop(expected.refused, old, new)
      line.stops += 1
      expected = try await self.expected(derivation, old, new)
    }
    let result = try await before(
      Step(old: old, new: new, rows: rows, counters: counters, expected: expected.rows))
    do {
      try await database.migrate(to: new)
    } catch {
      throw CheckDifference(
        new,
        "rows that fit stop it: \(error)"
          + (mayStop ? "; '@allow(may-stop)' is for values that don't fit, and not for expressions that fail" : ""))
    }
    var comparison = RowComparison(version: new)
    let found: StoredRows
    do {
      found = try await database.rows(of: new)
    } catch {
      throw CheckDifference(new, "its program can't read what it made: \(error)")
    }
    try comparison.compare(found, with: expected.rows)
    if let problem = try await database.backend.verify(.full).first { throw CheckDifference(new, "\(problem)") }
    line.rows += found.count
    line.cells += comparison.cells
    rename(from: old, to: new, derivation)
    rows = found
    try await count(new)
    return result
  }

  /// Brings the rows to a version with statements of its author, and takes what comes out as it is.
  mutating func advance(withOwnSQLTo version: CheckedVersion, _ line: inout CheckReport.Line) async throws {
    try await database.migrate(to: version)
    if let problem = try await database.backend.verify(.full).first { throw CheckDifference(version, "\(problem)") }
    try await read(version)
    line.rows = rows.count
  }

  private func expected(
    _ derivation: RowDerivation, _ old: CheckedVersion, _ new: CheckedVersion
  ) async throws -> ExpectedRows {
    var values: RowEvaluation.ExpressionValues = [:]
    for table in derivation.tables {
      for origin in table.rows {
        for (expression, name) in origin.cells.flatMap({ $0.expressions(origin.source) }) {
          guard values[expression]?[name] == nil, let source = old.table(name) else { continue }
          // What no column can hold is found when the version runs.
          let found = try? await database.values(of: expression, in: source)
          values[expression, default: [:]][name] = found ?? [:]
        }
      }
    }
    var evaluation = RowEvaluation(derivation, rows, from: old, to: new, values, counters: counters)
    return evaluation.expectedRows()
  }

  /// The counters of the tables that keep their keys, under their new names.
  private mutating func rename(from old: CheckedVersion, to new: CheckedVersion, _ derivation: RowDerivation) {
    var renamed: [String: Int64] = [:]
    for table in derivation.tables {
      guard let key = table.table.generatedKeyColumn, let rows = table.rows.first,
        case .kept(let kept) = rows.cells[key], kept.column == old.table(rows.source)?.generatedKeyColumn
      else { continue }
      renamed[table.table.name] = counters[rows.source]
    }
    counters = renamed
  }

  // MARK: Stops

  /// Expects that the version stops, names a row, and changes nothing. Then removes the rows.
  private mutating func expectStop(
    _ refused: [RefusedRows], _ old: CheckedVersion, _ new: CheckedVersion
  ) async throws {
    let structure = DatabaseStructure(
      tables: try await database.backend.structure().tables.filter { !$0.key.hasPrefix("igata_") })
    do {
      try await database.migrate(to: new)
    } catch {
      guard case .migrationFailed(_, _, let reason) = error else {
        throw CheckDifference(new, "failed: \(error)")
      }
      let named = refused.filter { names(reason, $0, old) }
      guard !named.isEmpty else {
        throw CheckDifference(
          new, "stops, but not for \(Self.description(refused[0], rows, old)): \(reason)")
      }
      for refused in named { try expectCount(reason, refused, new) }
      let left = try await database.backend.structure()
      // Rows that were copied ahead stay, for the next time.
      guard left.tables.filter({ !$0.key.hasPrefix("igata_") }) == structure.tables,
        try await database.rows(of: old).tables.mapValues(Set.init) == rows.tables.mapValues(Set.init)
      else { throw CheckDifference(new, "has stopped, and changed something") }
      return try await remove(named.reduce(into: []) { $0.formUnion($1.locations) }, old)
    }
    throw CheckDifference(
      new, "was to stop for \(Self.description(refused[0], rows, old)), and did not")
  }

  /// Whether a message names a table, as the schema or as the database spells it.
  private func isNamed(_ table: String, _ reason: String) -> Bool {
    [table, database.engine.dialect.canonicalName(table)].contains { reason.contains("'\($0)'") }
  }

  /// Whether a message names one of the rows, or the table that can't have them.
  private func names(_ reason: String, _ refused: RefusedRows, _ old: CheckedVersion) -> Bool {
    // Of the rows that a constraint refuses, the database can name others, or none.
    if let table = refused.table {
      let tables = Set(refused.locations.map(\.table)).union([table])
      return tables.contains { isNamed($0, reason) } || database.engine.isConstraint(reason)
    }
    return refused.locations.contains { location in
      guard let table = old.table(location.table) else { return false }
      guard isNamed(location.table, reason) else { return false }
      let values = table.key(of: rows[location.table][location.index])
      let texts = values.compactMap(database.engine.text(ofKey:))
      guard texts.count == values.count else { return true }
      return table.shownKeys(texts).contains { key in
        ["row \(key)", "rows \(key)", "and \(key)"].contains { reason.contains($0) }
      }
    }
  }

  /// Expects that a message is about all rows of which it names some.
  private func expectCount(_ reason: String, _ refused: RefusedRows, _ new: CheckedVersion) throws(CheckDifference) {
    let counts = Dictionary(grouping: refused.locations, by: \.table).filter { reason.contains("'\($0.key)'") }
    guard database.engine.namedRows > 1, refused.table == nil, let expected = counts.values.map(\.count).min()
    else { return }
    // Only three are named: "row 1", "rows 1 and 2", "rows 1 and 2 and 3 and 4 more".
    let words = reason.split(separator: " ")
    let more = words.firstIndex { $0 == "more:" }.flatMap { Int(words[$0 - 1]) }
    let namedRows = database.engine.namedRows
    let found = more.map { $0 + namedRows } ?? (reason.contains(", rows ") ? namedRows : 1)
    guard found < expected else { return }
    throw CheckDifference(new, "stops for \(found) rows at most, and was to stop for \(expected): \(reason)")
  }

  private static func description(_ refused: RefusedRows, _ rows: StoredRows, _ version: CheckedVersion) -> String {
    guard let location = refused.locations.min(by: { ($0.table, $0.index) < ($1.table, $1.index) }),
      let table = version.table(location.table)
    else { return "a row" }
    let key = table.keyText(of: rows[location.table][location.index])
    return "table '\(table.name)', row \(key), which \(refused.reason)"
  }

  private static func unfit(
    _ refused: RefusedRows, _ rows: StoredRows, _ old: CheckedVersion, _ new: CheckedVersion
  ) -> CheckDifference {
    CheckDifference(
      new,
      "stops for \(description(refused, rows, old))"
        + (new.mayStop ? "" : ", and no change of it is one that can stop"))
  }

  /// Removes rows, and those that refer to them.
  private mutating func remove(_ locations: Set<RowLocation>, _ version: CheckedVersion) async throws {
    var removed = locations
    var isChanged = true
    while isChanged {
      isChanged = false
      var identifiers = RowIdentifiers(version.tables)
      for location in removed {
        guard let table = version.table(location.table) else { continue }
        identifiers.add(rows[location.table][location.index], of: table)
      }
      for table in version.tables {
        for (index, row) in rows[table.name].enumerated() {
          let location = RowLocation(table: table.name, index: index)
          guard !removed.contains(location), table.references(of: row).contains(where: identifiers.contains)
          else { continue }
          removed.insert(location)
          isChanged = true
        }
      }
    }
    try await database.delete(removed, of: rows, version)
    rows = try await database.rows(of: version)
  }
}

extension CheckedVersion {
  /// Rows as they are.
  func unchanged(_ rows: StoredRows) -> [String: [ExpectedRow]] {
    var result: [String: [ExpectedRow]] = [:]
    for table in tables {
      result[table.name] = rows[table.name].enumerated().map { index, row in
        ExpectedRow(cells: row.map { .value($0) }, source: RowLocation(table: table.name, index: index))
      }
    }
    return result
  }
}
