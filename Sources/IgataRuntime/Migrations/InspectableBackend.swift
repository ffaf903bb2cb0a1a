/// A backend whose database can be compared with another one, as its catalog describes it.
@_spi(Backend) public protocol InspectableBackend: VersionedBackend {
  /// What the catalog has, without the tables in which Igata keeps records.
  func structure() async throws(StoreError) -> DatabaseStructure

  /// The versions for this kind of database.
  func versions(in migrations: SchemaMigrations) -> [SchemaVersion]

  /// The tables of the last one of some versions, as the scripts of all of them make them.
  func tables(of versions: [SchemaVersion]) async throws(StoreError) -> [TableDescription]

  /// What is wrong in the database; empty if nothing is.
  func verify(_ depth: VerificationDepth) async throws(StoreError) -> [DatabaseProblem]
}

/// What the catalog of a database has.
///
/// Two databases have the same structure if and only if the values are equal: the order of columns, the defaults and
/// the texts of definitions don't count.
@_spi(Backend) public struct DatabaseStructure: Hashable, Sendable {
  /// The facts about each table, by its name: a column with its type, a key, a foreign key, an index, a check.
  public var tables: [String: Set<String>]

  /// A database with these tables.
  public init(tables: [String: Set<String>]) { self.tables = tables }

  /// The first difference from another structure, as a sentence without a period; `nil` if they are the same.
  public func firstDifference(from expected: DatabaseStructure) -> String? {
    for name in Set(tables.keys).union(expected.tables.keys).sorted() {
      guard let found = tables[name] else { return "table '\(name)' is missing" }
      guard let wanted = expected.tables[name] else { return "table '\(name)' is there, and should not be" }
      let (extra, missing) = (found.subtracting(wanted).sorted(), wanted.subtracting(found).sorted())
      switch (extra.first, missing.first) {
      case (nil, nil): continue
      case (let extra?, let missing?): return "table '\(name)': found \(extra), expected \(missing)"
      case (let extra?, nil): return "table '\(name)': found \(extra), which should not be there"
      case (nil, let missing?): return "table '\(name)': \(missing) is missing"
      }
    }
    return nil
  }
}
