@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// The versions that a database without a record fits.
struct FittingVersions {
  /// Whether the database has none of the tables of any version.
  let isEmpty: Bool
  /// The numbers of the versions that the tables fit, without those that lack columns which another one has. Of
  /// versions that differ in indexes alone, only the one whose indexes the database has.
  let numbers: [Int]
  /// The number of the version with the fewest differences.
  let nearest: Int
  private let versions: [SchemaVersion]
  /// The tables of each version.
  private let tables: [[TableDescription]]
  /// The differences from each version.
  private let differences: [[SchemaDifference]]

  /// Runs the scripts of all versions where they change nothing, and compares the tables of each with those of the
  /// database, as `prepare` does.
  init(_ database: some VersionedDatabase, _ versions: [SchemaVersion]) async throws(StoreError) {
    self.versions = versions
    // A new database takes no replay.
    guard try await !database.isBlank() else {
      (isEmpty, numbers, nearest, tables, differences) = (true, [], 1, [], [])
      return
    }
    let all = try await database.tables(after: versions[...])
    let catalog = try await database.catalog(describing: all.flatMap(\.self))
    let dialect = database.dialect
    let differences = all.map { tables in
      PreparePlan(tables, catalog.objects, catalog.records, isOurs: { _ in false }, isOwn: true, dialect)
        .allDifferences
    }
    tables = all
    self.differences = differences
    isEmpty = !all.contains { $0.contains { catalog.objects[$0.name] != nil } }
    nearest = 1 + (all.indices.min { (differences[$0].count, -$0) < (differences[$1].count, -$1) } ?? 0)
    // A database also fits a version that lacks some of its columns.
    let names = Set(all.flatMap { $0.map(\.name) })
    let surplus = all.map { Self.surplus(of: catalog.objects, over: $0, among: names) }
    let fitting = all.indices.filter { differences[$0].isEmpty }
    let least = fitting.map { surplus[$0] }.min()
    let candidates = fitting.filter { surplus[$0] == least }
    let exact = Self.withIndexes(of: catalog.objects, among: candidates, all, versions, dialect)
    numbers = (exact.map { [$0] } ?? candidates).map { $0 + 1 }
  }

  /// The only one of some versions that has the same indexes as the database, if they differ in nothing else; otherwise
  /// `nil`: an index can be dropped by hand, and a statement that changes rows must not be run again.
  private static func withIndexes(
    of objects: [String: FoundObject], among candidates: [Int], _ tables: [[TableDescription]],
    _ versions: [SchemaVersion], _ dialect: any CatalogDialect
  ) -> Int? {
    guard let first = candidates.first, let last = candidates.last,
      versions[first + 1..<last + 1].allSatisfy({ $0.steps.allSatisfy(\.isAboutIndexes) })
    else { return nil }
    let names = candidates.map { version in
      Set(
        tables[version].flatMap { $0.definition(in: dialect).indexes }.filter { !$0.isUnique }
          .map { dialect.canonicalName($0.index.name) })
    }
    let known = names.reduce(into: Set()) { $0.formUnion($1) }
    let indexes = objects.values.flatMap { object -> [FoundIndex] in
      if case .table(let table) = object { table.indexes } else { [] }
    }
    let found = known.intersection(indexes.map { dialect.canonicalName($0.name) })
    let exact = zip(candidates, names).filter { $1 == found }
    return exact.count == 1 ? exact[0].0 : nil
  }

  /// The tables of a version; not for a database that ``isEmpty``.
  func tables(of number: Int) -> [TableDescription] { tables[number - 1] }

  /// The differences from a version; not for a database that ``isEmpty``.
  func differences(from number: Int) -> [SchemaDifference] { differences[number - 1] }

  /// Two versions whose tables are the same, and whose rows differ; `nil` if there are none. The rows could be those of
  /// either.
  var indistinguishable: (Int, Int)? {
    for (number, next) in zip(numbers, numbers.dropFirst())
    where versions[number..<next].contains(where: { !$0.steps.isEmpty }) {
      return (number, next)
    }
    return nil
  }

  /// The version that the tables fit.
  ///
  /// - Throws: ``StoreError/unknownDatabase(nearest:differences:)`` if they fit none.
  func number() throws(StoreError) -> Int {
    guard let last = numbers.last else {
      throw .unknownDatabase(nearest: nearest, differences: differences(from: nearest))
    }
    if let (first, second) = indistinguishable {
      throw .misuse(
        reason: "no version is recorded in the database, and its tables fit versions \(first) and \(second): record "
          + "one with 'igata migrate adopt --as'")
    }
    return last
  }

  /// How many of the tables with these names and of their columns a version doesn't have.
  private static func surplus(
    of objects: [String: FoundObject], over tables: [TableDescription], among names: Set<String>
  ) -> Int {
    let known = Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
    return names.reduce(0) { count, name in
      guard case .table(let found)? = objects[name] else { return count }
      guard let table = known[name] else { return count + 1 }
      return count + max(found.columns.count - table.columns.count, 0)
    }
  }
}

extension MigrationStep {
  /// Whether the step changes indexes, or the record of a table, and nothing else.
  fileprivate var isAboutIndexes: Bool {
    switch self {
    case .index, .concurrentIndex: true
    case .statement(let sql):
      ["CREATE INDEX ", "DROP INDEX ", "ALTER INDEX ", "LOCK TABLE "].contains { sql.hasPrefix($0) }
        || sql.contains("\"igata_tables\"")
    case .own, .object, .stop, .rebuild, .swap: false
    }
  }
}

extension PreparePlan {
  /// The differences, with the tables that are missing.
  var allDifferences: [SchemaDifference] {
    sortedDifferences
      + missing.map {
        SchemaDifference(
          table: $0.name, field: $0.model, problem: "the table does not exist", help: "create it")
      }
  }
}
