#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension PostgreSQLSession {
  /// Makes what is missing. Throws, having changed nothing, if what is there does not fit.
  func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    // Two programs that start at the same time take turns.
    _ = try await run([.command("SELECT pg_advisory_xact_lock(\(Self.prepareLock))")], nil)
    try await checkEncoding()
    let catalog = try await Catalog(self, PreparePlan.names(of: tables))
    var plan = PreparePlan(
      tables, catalog.objects, catalog.records, isOurs: { _ in false }, rules: PostgreSQLRules.init)
    for table in tables {
      let spreading = Spreading(table: table, found: catalog.spreads[table.name])
      if let difference = spreading.difference { plan.add(difference) }
      if catalog.isOnCluster, catalog.objects[table.name] != nil, let note = spreading.note { plan.add(note) }
    }
    for table in plan.unproven { try await RowSample(table).add(to: &plan, from: self) }
    try plan.check()
    try await refuseToSpread(plan.missing)
    for table in tables {
      guard case .table(let found)? = catalog.objects[table.name] else { continue }
      let column = Spreading.column(inFrontOf: found.primaryKey, table)
      self.tables.setKey(column.map { [$0] + table.primaryKey }, of: table)
    }
    let statements = plan.indexStatements + creation(of: plan.missing) + recording(plan.records)
    if !statements.isEmpty { _ = try await run(statements.map { .command($0) }, nil) }
    return plan.report
  }

  /// A number that stands for "the tables of Igata" among the advisory locks of a database.
  private static let prepareLock = 0x6967_6174_61

  private func creation(of tables: [TableDescription]) -> [String] {
    var statements: [String] = []
    var later: [String] = []
    // One that is not among these was there before.
    var notCreated = Set(tables.map(\.name))
    for table in tables {
      notCreated.remove(table.name)
      let definition = table.definition(in: PostgreSQLDialect())
      let isLater = { (target: Table) in notCreated.contains(target.name) }
      statements += [definition.createTable(without: isLater)] + definition.createIndexes
      later += definition.laterForeignKeys(where: isLater)
    }
    return statements + later
  }

  private func recording(_ records: [TableRecord]) -> [String] {
    guard !records.isEmpty else { return [] }
    let create = RecordedTables.table.definition(in: PostgreSQLDialect()).createTable()
    let rows = records.map { "(\($0.name.quotedText), \($0.text.quotedText), \($0.version))" }
    return [
      create.replacing("CREATE TABLE", with: "CREATE TABLE IF NOT EXISTS", maxReplacements: 1),
      "INSERT INTO igata_tables (name, text, version) VALUES \(rows.joined(separator: ", ")) "
        + "ON CONFLICT (name) DO UPDATE SET text = excluded.text, version = excluded.version;",
    ]
  }

  private func checkEncoding() async throws(StoreError) {
    guard let encoding = try await texts("SELECT current_setting('server_encoding')", []).first?[0], encoding != "UTF8"
    else { return }
    throw .schemaMismatch(
      table: "pg_database", column: nil, problem: "the database's text is in \(encoding)",
      help: "create the database with ENCODING 'UTF8'")
  }
}

#endif
