@_spi(Backend) public import IgataRuntime

/// What a database has, as an engine's catalog tells it.
@_spi(Backend) public protocol DatabaseCatalog {
  /// What it has under the names of ``PreparePlan/names(of:)``.
  var objects: [String: FoundObject] { get }
  /// The rows of `igata_tables`, by the names of the tables.
  var records: [String: TableRecord] { get }
  /// Whether the engine's own definition is what a table was made with. By default that is not known.
  func isOurs(_ table: TableDescription) -> Bool
}

@_spi(Backend) extension DatabaseCatalog {
  public func isOurs(_ table: TableDescription) -> Bool { false }
}

/// A database in a transaction in which `prepare` compares its tables with a schema, and makes those that are missing:
/// what the one sequence of steps, ``prepare(_:isReadOnly:)``, needs of an engine.
@_spi(Backend) public protocol PreparedDatabase {
  associatedtype Catalog: DatabaseCatalog

  /// How the engine writes queries.
  var dialect: any QueryDialect { get }

  /// Throws if the database's text is in an encoding that does not sort by code point.
  func checkEncoding() async throws(StoreError)

  /// What the database has, and the tables that have to be compared with it: by default all of them.
  func catalog(of tables: [TableDescription]) async throws(StoreError) -> (catalog: Catalog, compared: [TableDescription])

  /// What the engine knows of a table.
  func rules(of table: TableDescription) -> any CatalogRules

  /// Adds what the engine alone knows to a plan. By default nothing.
  func complete(_ plan: inout PreparePlan, _ tables: [TableDescription], _ catalog: Catalog)

  /// Is told of a plan that nothing stands against. Throws if the tables that are missing can't be made. By default does
  /// nothing.
  func accept(_ plan: PreparePlan, _ tables: [TableDescription], _ catalog: Catalog) async throws(StoreError)

  /// The statements that make tables and their indexes, of each table the one that makes it first.
  func statements(creating tables: [TableDescription]) -> [String]

  /// The rows of a query without parameters, whose columns are texts.
  func rows(_ sql: String) async throws(StoreError) -> [[String?]]

  /// Runs statements that give no rows.
  func run(_ statements: [String]) async throws(StoreError)
}

@_spi(Backend) extension PreparedDatabase {
  public func complete(_ plan: inout PreparePlan, _ tables: [TableDescription], _ catalog: Catalog) {}

  public func accept(_ plan: PreparePlan, _ tables: [TableDescription], _ catalog: Catalog) async throws(StoreError) {}

  /// Makes the tables and indexes that are missing, and records them. Throws, having changed nothing, if what is there
  /// does not fit; in a database that is only read also if a table is missing.
  public func prepare(_ tables: [TableDescription], isReadOnly: Bool) async throws(StoreError) -> PrepareReport {
    try await checkEncoding()
    let (catalog, compared) = try await catalog(of: tables)
    var plan = PreparePlan(
      compared, catalog.objects, catalog.records, isOurs: catalog.isOurs, rules: rules(of:))
    complete(&plan, tables, catalog)
    // Rows are read in columns that are there and of the right type alone.
    for unproven in plan.unproven {
      let sample = RowSample(unproven, rules(of: unproven.table), dialect)
      if let sql = sample.sql, let row = try await rows(sql).first { sample.add(row, to: &plan) }
    }
    if isReadOnly { plan.refuseMissing() }
    try plan.check()
    try await accept(plan, tables, catalog)
    if isReadOnly { return plan.report.withoutIndexes }
    let statements = statements(creating: plan.missing) + plan.indexStatements + recording(plan.records)
    if !statements.isEmpty { try await run(statements) }
    return plan.report
  }

  /// The statements that write rows of `igata_tables`.
  private func recording(_ records: [TableRecord]) -> [String] {
    guard !records.isEmpty, let create = statements(creating: [RecordedTables.table]).first else { return [] }
    let statement = WriteStatement(.save, RecordedTables.table, dialect)
    let rows = records.map { "(\(dialect.literal($0.name)), \(dialect.literal($0.text)), \($0.version))" }
    return [
      create.replacing("CREATE TABLE", with: "CREATE TABLE IF NOT EXISTS", maxReplacements: 1),
      "\(statement.insertion) VALUES \(rows.joined(separator: ", "))\(dialect.conflictClause(of: statement));",
    ]
  }
}

extension PrepareReport {
  /// The report of a database in which nothing was made.
  fileprivate var withoutIndexes: PrepareReport {
    var report = self
    report.createdIndexes = []
    return report
  }
}
