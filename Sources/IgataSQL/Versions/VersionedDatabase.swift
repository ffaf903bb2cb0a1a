@_spi(Backend) public import IgataRuntime
internal import IgataTables

/// A database in a transaction that records the versions of a schema.
@_spi(Backend) public protocol VersionedDatabase: PreparedDatabase {
  /// The rows of `igata_versions`; none if there is no such table.
  func versionRecords() async throws(StoreError) -> VersionRecords

  /// Whether the database has neither tables nor views.
  func isBlank() async throws(StoreError) -> Bool

  /// The catalog with everything about all of these tables that exist.
  func catalog(describing tables: [TableDescription]) async throws(StoreError) -> Catalog

  /// Runs the scripts of versions where they change nothing.
  ///
  /// - Parameter versions: The versions from 1 on.
  /// - Returns: The tables after each of them.
  func tables(after versions: ArraySlice<SchemaVersion>) async throws(StoreError) -> [[TableDescription]]

  /// The first view or trigger of a new database that doesn't work, as a clause; `nil` where such a definition fails.
  func brokenObject() async throws(StoreError) -> String?
}

@_spi(Backend) extension VersionedDatabase {
  public func brokenObject() async throws(StoreError) -> String? { nil }

  /// Writes a row of `igata_versions`, which replaces one of the same number.
  public func write(_ record: VersionRecord) async throws(StoreError) {
    try await run(record.statements(in: dialect))
  }
}

/// The tables after a script was run, which `igata_tables` records.
@_spi(Backend) public struct ReplayedTables {
  private let texts: [String]
  private let dialect: any QueryDialect
  /// The tables without their relations, by their canonical names; see ``QueryDialect/canonicalName(_:)``.
  private let plain: [String: TableDescription]

  /// - Parameter texts: The recorded descriptions.
  public init(_ texts: [String], _ dialect: any QueryDialect) {
    self.texts = texts
    self.dialect = dialect
    let tables = texts.map { TableDescription($0) }
    plain = Dictionary(tables.map { (dialect.canonicalName($0.name), $0) }) { first, _ in first }
  }

  /// The names of the tables.
  public var names: [String] { plain.values.map(\.name).sorted() }

  /// The tables with their relations.
  ///
  /// - Parameter foreignKeys: The foreign keys of each table, with names as the database spells them: their columns,
  ///   and the table to which they refer.
  public func descriptions(_ foreignKeys: [String: [(columns: [String], table: String)]]) -> [TableDescription] {
    let foreignKeys = Dictionary(foreignKeys.map { (dialect.canonicalName($0), $1) }) { $0 + $1 }
    return texts.map { text in
      let table = TableDescription(text)
      let own = foreignKeys[dialect.canonicalName(table.name)] ?? []
      // Of its target, a relation needs the columns of the key alone, so those of the targets' targets are left out.
      let targets = table.table.relations.map { relation in
        let columns = relation.kind.columns.map { dialect.canonicalName(table.columns[$0].name) }
        let key = own.first { $0.columns.map(dialect.canonicalName) == columns }
        let target = key.flatMap { plain[dialect.canonicalName($0.table)] } ?? TableDescription("")
        return { @Sendable in target }
      }
      return TableDescription(text, relations: targets)
    }
  }
}
