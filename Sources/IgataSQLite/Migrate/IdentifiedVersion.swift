#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// The version that a database without a record fits.
enum IdentifiedVersion {
  /// The database has none of the tables of any version.
  case none
  case version(Int)

  /// Runs the scripts of all versions in memory, and compares the tables of each with those of the database, as
  /// `prepare` does.
  ///
  /// - Throws: ``StoreError/unknownDatabase(nearest:differences:)`` if they fit none.
  init(_ connection: Connection, _ versions: [SchemaVersion]) throws(StoreError) {
    // A new database takes no replay.
    guard try connection.rows("SELECT 1 FROM sqlite_schema WHERE type IN ('table', 'view') LIMIT 1").first != nil else {
      self = .none
      return
    }
    let replay = try VersionReplay()
    var all: [[TableDescription]] = []
    for version in versions {
      try replay.perform(version)
      all.append(try replay.tables())
    }
    let catalog = try connection.catalog(describing: all.flatMap(\.self))
    guard all.contains(where: { $0.contains { catalog.objects[$0.name] != nil } }) else {
      self = .none
      return
    }
    let plans = all.map { tables in
      PreparePlan(tables, catalog.objects, catalog.records, isOurs: { _ in false }, connection.dialect)
    }
    let fitting = plans.indices.filter { plans[$0].distance == 0 }
    guard !fitting.isEmpty else {
      let nearest = plans.indices.min { (plans[$0].distance, -$0) < (plans[$1].distance, -$1) } ?? 0
      throw .unknownDatabase(nearest: nearest + 1, differences: plans[nearest].allDifferences)
    }
    // A database also fits a version that lacks some of its columns.
    let names = Set(all.flatMap { $0.map(\.name) })
    let surplus = all.map { catalog.surplus(over: $0, among: names) }
    let least = fitting.map { surplus[$0] }.min()
    let nearest = fitting.filter { surplus[$0] == least }
    // Where nothing but the steps tell versions apart, the rows could be those of either.
    for (version, next) in zip(nearest, nearest.dropFirst()) {
      guard versions[(version + 1)...next].allSatisfy({ $0.sqlite.isEmpty }) else {
        throw .misuse(
          reason: "no version is recorded in the database, and its tables fit versions \(version + 1) and \(next + 1): "
            + "record one with 'igata migrate adopt --as'")
      }
    }
    self = .version((nearest.last ?? 0) + 1)
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
  /// How many differences there are.
  fileprivate var distance: Int { allDifferences.count }

  fileprivate var allDifferences: [SchemaDifference] {
    sortedDifferences
      + missing.map {
        SchemaDifference(
          table: $0.name, field: $0.model, problem: "the table does not exist", help: "create it")
      }
  }
}

#endif
