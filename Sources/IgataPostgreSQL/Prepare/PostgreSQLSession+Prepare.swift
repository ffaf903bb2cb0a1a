#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension PostgreSQLSession: PreparedDatabase {
  var dialect: PostgreSQLDialect { PostgreSQLDialect() }

  /// Creates missing tables. If existing ones do not match the schema, throws and changes nothing.
  func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    try await waitForOtherStarts()
    return try await prepare(tables, isReadOnly: false)
  }

  /// Waits for programs that start at the same time, until this transaction ends.
  func waitForOtherStarts() async throws(StoreError) {
    _ = try await run([.command("SELECT pg_advisory_xact_lock(\(Self.prepareLock))")], nil)
  }

  /// The advisory lock for creating tables: the bytes of "igata".
  private static let prepareLock = 0x6967_6174_61

  func checkEncoding() async throws(StoreError) {
    guard let encoding = try await texts("SELECT current_setting('server_encoding')", []).first?[0], encoding != "UTF8"
    else { return }
    throw .schemaMismatch(
      table: "pg_database", column: nil, problem: "the database's text is in \(encoding)",
      help: "create the database with ENCODING 'UTF8'")
  }

  func catalog(
    of tables: [TableDescription]
  ) async throws(StoreError) -> (catalog: Catalog, compared: [TableDescription]) {
    (try await Catalog(self, PreparePlan.names(of: tables)), tables)
  }

  /// Adds the differences in how a cluster distributes the tables.
  func complete(_ plan: inout PreparePlan, _ tables: [TableDescription], _ catalog: Catalog) {
    for table in tables {
      let comparison = DistributionComparison(table: table, found: catalog.distributions[table.name])
      if let difference = comparison.difference { plan.add(difference) }
      if catalog.isOnCluster, catalog.objects[table.name] != nil, let note = comparison.note { plan.add(note) }
    }
  }

  func accept(_ plan: PreparePlan, _ tables: [TableDescription], _ catalog: Catalog) async throws(StoreError) {
    try await refuseToDistribute(plan.missing)
    for table in tables {
      guard case .table(let found)? = catalog.objects[table.name] else { continue }
      let column = DistributionComparison.column(before: found.primaryKey, table)
      self.tables.setKey(column.map { [$0] + table.primaryKey }, of: table)
    }
  }

  func statements(creating tables: [TableDescription]) -> [String] {
    var statements: [String] = []
    var later: [String] = []
    // The tables that do not exist yet at each step.
    var notCreated = Set(tables.map(\.name))
    for table in tables {
      notCreated.remove(table.name)
      let definition = table.definition(in: dialect)
      let isLater = { (target: Table) in notCreated.contains(target.name) }
      statements += [definition.createTable(without: isLater)] + definition.createIndexes
      later += definition.laterForeignKeys(where: isLater)
    }
    return statements + later
  }

  func rows(_ sql: String) async throws(StoreError) -> [[String?]] {
    guard let result = try await run([.command(sql)], nil).last else { return [] }
    return (0..<result.rowCount).map { row in
      (0..<result.columnCount).map { result.isNull(row, $0) ? nil : String(serverBytes: result.bytes(row, $0)) }
    }
  }

  func run(_ statements: [String]) async throws(StoreError) {
    _ = try await run(statements.map { .command($0) }, nil)
  }
}

extension PostgreSQLSession {
  /// Whether the database belongs to a cluster, which is the case if it has the catalog of Citus.
  func isOnCluster() async throws(StoreError) -> Bool {
    try await texts("SELECT '' WHERE to_regclass('pg_dist_partition') IS NOT NULL", []).first != nil
  }

  /// Throws if tables are missing on a cluster that the schema distributes. If `prepare` created them, they would be on
  /// one server, with a primary key by which the cluster can't distribute them.
  func refuseToDistribute(_ missing: [TableDescription]) async throws(StoreError) {
    let distributed = missing.filter { $0.distribution != nil }
    guard let first = distributed.first, try await isOnCluster() else { return }
    throw .schemaMismatch(
      table: first.name, column: nil,
      problem: "it is missing, and prepare creates no distributed tables on a cluster (missing: "
        + "\(distributed.map(\.name).joined(separator: ", ")))",
      help: "run the file that 'igata generate --target citus' writes on the coordinator first")
  }
}

#endif
