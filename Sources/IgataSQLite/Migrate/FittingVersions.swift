#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// The versions that a database without a record fits.
struct FittingVersions {
  /// Whether the database has none of the tables of any version.
  let isEmpty: Bool
  /// The numbers of the versions that the tables fit, without those that lack columns which another one has.
  let numbers: [Int]
  /// The number of the version with the fewest differences.
  let nearest: Int
  private let versions: [SchemaVersion]
  /// The tables of each version.
  private let tables: [[TableDescription]]
  /// The differences from each version.
  private let differences: [[SchemaDifference]]

  /// Runs the scripts of all versions in memory, and compares the tables of each with those of the database, as
  /// `prepare` does.
  init(_ connection: Connection, _ versions: [SchemaVersion]) throws(StoreError) {
    self.versions = versions
    // A new database takes no replay.
    guard try connection.rows("SELECT 1 FROM sqlite_schema WHERE type IN ('table', 'view') LIMIT 1").first != nil else {
      (isEmpty, numbers, nearest, tables, differences) = (true, [], 1, [], [])
      return
    }
    let replay = try VersionReplay()
    var all: [[TableDescription]] = []
    for version in versions {
      try replay.perform(version)
      all.append(try replay.tables())
    }
    let catalog = try connection.catalog(describing: all.flatMap(\.self))
    let differences = all.map { tables in
      PreparePlan(tables, catalog.objects, catalog.records, isOurs: { _ in false }, connection.dialect).allDifferences
    }
    tables = all
    self.differences = differences
    isEmpty = !all.contains { $0.contains { catalog.objects[$0.name] != nil } }
    nearest = 1 + (all.indices.min { (differences[$0].count, -$0) < (differences[$1].count, -$1) } ?? 0)
    // A database also fits a version that lacks some of its columns.
    let names = Set(all.flatMap { $0.map(\.name) })
    let surplus = all.map { catalog.surplus(over: $0, among: names) }
    let fitting = all.indices.filter { differences[$0].isEmpty }
    let least = fitting.map { surplus[$0] }.min()
    numbers = fitting.filter { surplus[$0] == least }.map { $0 + 1 }
  }

  /// The tables of a version; not for a database that ``isEmpty``.
  func tables(of number: Int) -> [TableDescription] { tables[number - 1] }

  /// The differences from a version; not for a database that ``isEmpty``.
  func differences(from number: Int) -> [SchemaDifference] { differences[number - 1] }

  /// Two versions whose tables are the same, and whose rows differ; `nil` if there are none. The rows could be those of
  /// either.
  var indistinguishable: (Int, Int)? {
    for (number, next) in zip(numbers, numbers.dropFirst())
    where versions[number..<next].contains(where: { !$0.sqlite.isEmpty }) {
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
}

extension Catalog {
  /// How many of the tables with these names and of their columns a version doesn't have.
  fileprivate func surplus(over tables: [TableDescription], among names: Set<String>) -> Int {
    let known = Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
    return names.reduce(0) { count, name in
      guard case .table(let found)? = objects[name] else { return count }
      guard let table = known[name] else { return count + 1 }
      return count + max(found.columns.count - table.columns.count, 0)
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

#endif
