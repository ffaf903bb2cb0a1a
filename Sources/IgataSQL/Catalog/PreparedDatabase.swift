@_spi(Backend) public import IgataRuntime

/// The catalog of a database.
@_spi(Backend) public protocol DatabaseCatalog {
  /// The objects with the names of ``PreparePlan/names(of:)``.
  var objects: [String: FoundObject] { get }
  /// The rows of `igata_tables`, by the names of the tables.
  var records: [String: TableRecord] { get }
  /// Whether a table was created by the statement that would create it now. By default `false`, as it is not known.
  func isOurs(_ table: TableDescription) -> Bool
}

@_spi(Backend) extension DatabaseCatalog {
  public func isOurs(_ table: TableDescription) -> Bool { false }
}

/// A database in a transaction, in which ``prepare(_:isReadOnly:)`` compares its tables with a schema and creates those
/// that are missing.
@_spi(Backend) public protocol PreparedDatabase {
  associatedtype Catalog: DatabaseCatalog

  associatedtype Dialect: CatalogDialect

  /// The database's dialect.
  var dialect: Dialect { get }

  /// What is known of the tables that were prepared.
  var tables: PreparedTables { get }

  /// Throws if the database's text is in an encoding that does not sort by code point.
  func checkEncoding() async throws(StoreError)

  /// The catalog, and the tables that have to be compared with it.
  func catalog(
    of tables: [TableDescription]
  ) async throws(StoreError) -> (catalog: Catalog, compared: [TableDescription])

  /// Adds differences and notes that are specific to the database. By default there are none.
  func complete(_ plan: inout PreparePlan, _ tables: [TableDescription], _ catalog: Catalog)

  /// Called with a plan without differences before it is executed. Throws if the missing tables can't be created. By
  /// default does nothing.
  func accept(_ plan: PreparePlan, _ tables: [TableDescription], _ catalog: Catalog) async throws(StoreError)

  /// The statements that create tables and their indexes. `CREATE TABLE` of the first table is the first statement.
  func statements(creating tables: [TableDescription]) -> [String]

  /// The rows of a query without parameters, whose columns are texts.
  func rows(_ sql: String) async throws(StoreError) -> [[String?]]

  /// Runs statements that return no rows.
  func run(_ statements: [String]) async throws(StoreError)
}

@_spi(Backend) extension PreparedDatabase {
  public func complete(_ plan: inout PreparePlan, _ tables: [TableDescription], _ catalog: Catalog) {}

  public func accept(_ plan: PreparePlan, _ tables: [TableDescription], _ catalog: Catalog) async throws(StoreError) {}

  /// Creates the tables and indexes that are missing, and records them. Throws without having changed anything if an
  /// existing table does not match the schema or, in a database that is only read, if a table is missing.
  public func prepare(_ tables: [TableDescription], isReadOnly: Bool) async throws(StoreError) -> PrepareReport {
    try await checkEncoding()
    let (catalog, compared) = try await catalog(of: tables)
    var plan = try await plan(tables, catalog, compared)
    if isReadOnly { plan.refuseMissing() }
    try plan.check()
    try await accept(plan, tables, catalog)
    for (table, columns) in plan.adapted { self.tables.adapt(table, columns) }
    if isReadOnly { return plan.report.withoutIndexes }
    let statements = statements(creating: plan.missing) + plan.indexStatements + recording(plan.records)
    if !statements.isEmpty { try await run(statements) }
    return plan.report
  }

  /// The differences between the tables of a schema and those of the database.
  ///
  /// - Parameters:
  ///   - catalog: What ``catalog(of:)`` returns for the tables.
  ///   - compared: The tables that have to be compared with it.
  public func plan(
    _ tables: [TableDescription], _ catalog: Catalog, _ compared: [TableDescription]
  ) async throws(StoreError) -> PreparePlan {
    var plan = PreparePlan(compared, catalog.objects, catalog.records, isOurs: catalog.isOurs, dialect)
    complete(&plan, tables, catalog)
    // Only columns that exist and have the right type are read.
    for unproven in plan.unproven {
      let sample = RowSample(unproven, dialect)
      guard let sql = sample.sql, let row = try await rows(sql).first else { continue }
      var keys: [Int: String] = [:]
      for (column, query) in sample.keyQueries(row) {
        keys[column] = try await rows(query).first.map(sample.keyText)
      }
      sample.add(row, keys: keys, to: &plan)
    }
    return plan
  }

  /// The statements that write rows of `igata_tables`.
  private func recording(_ records: [TableRecord]) -> [String] {
    guard !records.isEmpty else { return [] }
    let statement = WriteStatement(RowWrite(.save, RecordedTables.table), dialect)
    let rows = records.map { "(\(dialect.literal($0.name)), \(dialect.literal($0.text)), \($0.version))" }
    return [
      RecordedTables.table.definition(in: dialect).createTableIfMissing,
      "\(statement.insertion) VALUES \(rows.joined(separator: ", "))\(dialect.conflictClause(of: statement));",
    ]
  }
}

extension PrepareReport {
  /// The report for a database in which nothing was created.
  fileprivate var withoutIndexes: PrepareReport {
    var report = self
    report.createdIndexes = []
    return report
  }
}
