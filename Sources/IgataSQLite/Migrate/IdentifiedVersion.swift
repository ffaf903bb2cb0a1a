#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// The version that a database without a record fits.
enum IdentifiedVersion {
  /// The database has none of the tables of any version.
  case none
  case version(Int)

  /// Compares the tables of the database with those of every version, as `prepare` does.
  ///
  /// - Throws: ``StoreError/unknownDatabase(nearest:differences:)`` if they fit none.
  init(_ connection: Connection, _ migrations: SchemaMigrations) throws(StoreError) {
    let all = migrations.versions.map { migrations.tables(of: $0) }
    let catalog = try connection.catalog(describing: all.flatMap(\.self))
    guard all.contains(where: { $0.contains { catalog.objects[$0.name] != nil } }) else {
      self = .none
      return
    }
    let plans = all.map { tables in
      PreparePlan(tables, catalog.objects, catalog.records, isOurs: { _ in false }, connection.dialect)
    }
    let fitting = plans.indices.filter { plans[$0].fits }
    guard let newest = fitting.last else {
      let counts = plans.map(\.distance)
      let nearest = counts.indices.min { (counts[$0], -$0) < (counts[$1], -$1) } ?? 0
      throw .unknownDatabase(nearest: nearest + 1, differences: plans[nearest].allDifferences)
    }
    // Where nothing but the steps tell versions apart, the rows could be those of either.
    for version in fitting where version != newest {
      guard migrations.versions[(version + 1)...newest].allSatisfy({ $0.sqlite.isEmpty }) else {
        throw .misuse(
          reason: "no version is recorded in the database, and its tables fit versions \(version + 1) and \(newest + 1): "
            + "record one with 'igata migrate adopt --as'")
      }
    }
    self = .version(newest + 1)
  }
}

extension PreparePlan {
  fileprivate var fits: Bool { distance == 0 }

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
