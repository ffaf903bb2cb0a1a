#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// Carries out the script of one version. Each method is called in a transaction.
struct VersionRun {
  let connection: Connection
  let version: SchemaVersion
  private let functions: ProgramFunctions
  let batchSize: Int
  /// The tables of the program.
  let tables: [TableDescription]

  init(
    _ connection: Connection, _ version: SchemaVersion, _ functions: ProgramFunctions, batchSize: Int,
    _ tables: [TableDescription]
  ) {
    self.connection = connection
    self.version = version
    self.functions = functions
    self.batchSize = batchSize
    self.tables = tables
  }

  func failure(_ reason: String) -> StoreError {
    .migrationFailed(version: version.number, name: version.name, reason: reason)
  }

  func quoted(_ name: String) -> String { connection.dialect.identifier(name) }

  /// Runs a statement of the script.
  func run(_ sql: String) throws(StoreError) {
    try run(sql) { error in refusal(of: sql, error) }
  }

  /// Runs a statement of the script.
  ///
  /// - Parameter refusal: What the message has if a constraint refuses a row.
  func run(_ sql: String, _ refusal: (EngineFailure) -> String) throws(StoreError) {
    do {
      try connection.runOnce(sql)
    } catch {
      if let reason = functions.takeFailure() { throw failure("\(reason.text(sensitive)); nothing was changed") }
      switch error.storeError(nil) {
      case .full, .readOnly, .locked, .cancelled, .corrupted: throw error.storeError(nil)
      default:
        let isRefused = error.primaryCode == SQLITE_CONSTRAINT
        let reason = isRefused ? refusal(error) : "\(error.plainMessage(tables)), in: \(sql.statementExcerpt)"
        let isThere = sql.hasPrefix("CREATE TABLE ") && error.message.hasSuffix(" already exists")
        throw failure("\(reason); nothing was changed\(isThere ? SchemaVersion.adviceForTableOfOthers : "")")
      }
    }
  }

  /// The number that a query returns.
  func count(_ sql: String) throws(StoreError) -> Int { try connection.rows(sql).first?[0].flatMap { Int($0) } ?? 0 }

  /// Throws if the version calls a function that the program doesn't give.
  func checkFunctions() throws(StoreError) {
    let missing = functions.missing(for: version)
    guard let first = missing.first else { return }
    let names = missing.map { "'\($0)'" }.joined(separator: " and ")
    throw failure(
      "it calls \(missing.count == 1 ? "the function" : "the functions") \(names) of a program, which brings the "
        + "database to it: 'store.migrate(Schema.migrations(\(first): …))'")
  }

  // MARK: The version

  /// Carries out all steps but the indexes, and records the version.
  func perform(
    _ meter: inout ProgressMeter, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) {
    let begun = try connection.versionRecords().begun
    let hasOwn = version.steps.contains { if case .own = $0 { true } else { false } }
    let allBroken = hasOwn ? try brokenRows() : 0
    var broken: [[String: Int]]?
    var brokenReferrers = 0
    let others = try OtherObjects(connection)
    var hasIndexes = false
    for (index, step) in version.steps.enumerated() {
      // The first statements change the names that other tables get, and the author's change rows.
      if broken == nil, !step.isStatement {
        broken = try brokenReferences(after: false)
        brokenReferrers = try self.brokenReferrers(of: checkedTables.map(\.old)).count
      }
      switch step {
      case .statement(let sql), .own(let sql), .object(let sql): try run(sql)
      case .stop(let table, let key, let condition, let reason): try stop(table, key, condition, reason)
      case .rebuild(let rebuild):
        if let copied = begun?.statement, index < copied, try isCopied(rebuild) {
          try catchUp(rebuild)
        } else {
          try await copy(rebuild, &meter, progress)
        }
      case .swap(let table, _, let statements):
        let kept = try others.statements(of: table, besides: rebuild(of: step)?.indexes ?? [])
        for sql in statements { try run(sql) }
        for object in kept {
          guard let problem = try others.restore(object) else { continue }
          throw failure(
            "the \(object.kind) '\(object.name)' on '\(table)' no longer works: \(problem); drop it before, and create "
              + "it again afterward")
        }
      case .index: hasIndexes = true
      case .concurrentIndex: throw .misuse(reason: "version \(version.number) has a step that is not for SQLite")
      }
    }
    try checkReferences(brokenBefore: broken ?? [])
    try checkReferrers(brokenBefore: brokenReferrers)
    if hasOwn { try checkAllReferences(brokenBefore: allBroken) }
    if let problem = try others.firstBroken() { throw failure(problem) }
    try connection.run(VersionRecord(version, hasIndexes ? .indexing : .done).statements(in: connection.dialect))
  }

  /// The rebuild whose new table a step swaps in.
  private func rebuild(of step: MigrationStep) -> TableRebuild? {
    guard case .swap(_, let temporaryName, _) = step else { return nil }
    for case .rebuild(let rebuild) in version.steps where rebuild.temporaryName == temporaryName { return rebuild }
    return nil
  }

  // MARK: Stops

  func stop(_ table: String, _ key: [String], _ condition: String, _ reason: String) throws(StoreError) {
    guard let rows = try rows(of: table, key, condition) else { return }
    throw failure("\(rows): \(reason); nothing was changed")
  }

  /// A table and its rows that satisfy a condition, for a message: their number, and the keys of the first ones; `nil`
  /// if there are none.
  func rows(of table: String, _ key: [String], _ condition: String) throws(StoreError) -> String? {
    let rows = "FROM main.\(quoted(table)) WHERE \(condition)"
    let number = try count("SELECT count(*) \(rows)")
    guard number > 0 else { return nil }
    let columns = columns(key, of: table)
    let order = columns.joined(separator: ", ")
    let keys = try connection.rows("SELECT \(shownKey(key, of: table)) \(rows) ORDER BY \(order) LIMIT 3")
    return "table '\(table)', \(rowList(keys.compactMap { $0[0] }, of: number))"
  }

  /// The names of columns with that of their table.
  func columns(_ names: [String], of table: String) -> [String] { names.map { "\(quoted(table)).\(quoted($0))" } }

  /// An expression for the values of columns as literals, with commas between them.
  func literals(of columns: [String]) -> String { columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ") }

  /// The columns whose values no message shows. They are looked for only where a version stops.
  var sensitive: SensitiveColumns {
    let recorded = (try? connection.rows(SensitiveColumns.query))?.compactMap { $0[0] } ?? []
    return SensitiveColumns(tables, recorded: recorded, connection.dialect)
  }

  /// An expression for a key as a message shows it.
  func shownKey(_ names: [String], of table: String) -> String {
    let sensitive = sensitive
    return zip(names, columns(names, of: table)).map { name, column in
      sensitive.contains(name, of: table) ? "'\(SensitiveColumns.mark)'" : "quote(\(column))"
    }.joined(separator: " || ', ' || ")
  }

  private func rowList(_ names: [String], of count: Int) -> String {
    let rest = count - names.count
    let list = names.joined(separator: " and ")
    return "\(count == 1 ? "row" : "rows") \(list)\(rest > 0 ? " and \(rest) more" : "")"
  }

  // MARK: Foreign keys

  /// The names of the tables whose foreign keys are checked, before and after.
  private var checkedTables: [(old: String, new: String)] {
    version.steps.compactMap { step in
      guard case .swap(let table, _, _) = step, let rebuild = rebuild(of: step) else { return nil }
      return (rebuild.table, table)
    }
  }

  /// For each of these tables, the rows that refer to rows that don't exist, counted by the tables they refer to.
  private func brokenReferences(after isAfter: Bool) throws(StoreError) -> [[String: Int]] {
    var counts: [[String: Int]] = []
    for table in checkedTables {
      let name = connection.dialect.literal(isAfter ? table.new : table.old)
      let rows = try connection.rows(
        "SELECT parent, count(*) FROM pragma_foreign_key_check(\(name)) GROUP BY parent")
      counts.append(
        Dictionary(rows.map { ($0[0] ?? "", $0[1].flatMap { Int($0) } ?? 0) }, uniquingKeysWith: +))
    }
    return counts
  }

  /// The tables that refer to some, without these themselves, each as often as it has a row that refers to none of
  /// theirs.
  private func brokenReferrers(of tables: [String]) throws(StoreError) -> [(table: String, target: String)] {
    guard !tables.isEmpty else { return [] }
    let names = tables.map { connection.dialect.literal($0) }.joined(separator: ", ")
    return try connection.rows(
      """
      SELECT igata_child.name, igata_broken.parent FROM (
        SELECT DISTINCT s.name FROM main.sqlite_schema AS s, pragma_foreign_key_list(s.name) AS k
        WHERE s.type = 'table' AND k."table" COLLATE NOCASE IN (\(names)) AND s.name COLLATE NOCASE NOT IN (\(names))
      ) AS igata_child, pragma_foreign_key_check(igata_child.name) AS igata_broken
      WHERE igata_broken.parent COLLATE NOCASE IN (\(names))
      """
    ).map { ($0[0] ?? "", $0[1] ?? "") }
  }

  /// The values of a table that is created again can be those that rows of others refer to. These can have other names
  /// than before, so they are counted together.
  private func checkReferrers(brokenBefore before: Int) throws(StoreError) {
    let after = try brokenReferrers(of: checkedTables.map(\.new))
    guard after.count > before, let first = after.first else { return }
    if before == 0, let rows = try? danglingRows(of: first.table, referringTo: first.target) {
      throw failure("\(rows); nothing was changed")
    }
    let number = after.count - before
    throw failure(
      "\(number) \(number == 1 ? "row" : "rows") would refer to rows of '\(first.target)' that don't exist; "
        + "nothing was changed")
  }

  /// How many rows of all tables refer to rows that don't exist.
  private func brokenRows() throws(StoreError) -> Int { try count("SELECT count(*) FROM pragma_foreign_key_check") }

  /// Foreign keys aren't enforced while the author's statements run.
  private func checkAllReferences(brokenBefore before: Int) throws(StoreError) {
    let number = try brokenRows() - before
    guard number > 0 else { return }
    throw failure(
      "\(number) \(number == 1 ? "row" : "rows") would refer to rows that don't exist, because of the SQL in 'before' "
        + "or 'after'; nothing was changed")
  }

  /// Rows that referred to missing rows before don't stop a version, and aren't named.
  private func checkReferences(brokenBefore before: [[String: Int]]) throws(StoreError) {
    let after = try brokenReferences(after: true)
    for ((table, before), after) in zip(zip(checkedTables, before), after) {
      let number = after.values.reduce(0, +) - before.values.reduce(0, +)
      guard number > 0 else { continue }
      let targets = after.filter { $1 > before[$0] ?? 0 }.keys.sorted()
      // A failed search leaves the message without rows.
      if let target = targets.first(where: { before[$0] == nil }),
        let rows = try? danglingRows(of: table.new, referringTo: target)
      {
        throw failure("\(rows); nothing was changed")
      }
      throw failure(
        "\(number) \(number == 1 ? "row" : "rows") of '\(table.new)' would refer to rows of "
          + "'\(targets.first ?? "another table")' that don't exist; nothing was changed")
    }
  }
}

extension MigrationStep {
  /// Whether it comes before steps that read rows.
  fileprivate var isStatement: Bool {
    switch self {
    case .statement, .own: true
    case .object, .stop, .rebuild, .swap, .index, .concurrentIndex: false
    }
  }
}

#endif
