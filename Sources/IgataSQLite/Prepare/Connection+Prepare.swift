#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension Connection {
  /// Makes what is missing, within the transaction that is open. Throws, having changed nothing, if what is there does
  /// not fit.
  func prepare(_ tables: [TableDescription]) throws(StoreError) -> PrepareReport {
    do {
      let plan = try checkedPlan(for: tables, isReadOnly: false)
      for table in plan.missing { for statement in table.definition(in: SQLiteDialect()).statements { try execute(statement) } }
      for statement in plan.indexStatements { try execute(statement) }
      try record(plan.records)
      return plan.report
    } catch let failure as EngineFailure {
      throw failure.storeError(nil)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .backend(code: 0, message: "\(error)")
    }
  }

  /// Throws if anything is missing or does not fit.
  func check(_ tables: [TableDescription]) throws(StoreError) -> PrepareReport {
    do {
      var report = try checkedPlan(for: tables, isReadOnly: true).report
      report.createdIndexes = []
      return report
    } catch let failure as EngineFailure {
      throw failure.storeError(nil)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .backend(code: 0, message: "\(error)")
    }
  }

  private func checkedPlan(for tables: [TableDescription], isReadOnly: Bool) throws -> PreparePlan {
    try checkEncoding()
    let catalog = try Catalog(self)
    let changed = tables.filter { !catalog.isUnchanged($0) }
    var plan = PreparePlan(
      changed, try catalog.objects(of: PreparePlan.names(of: changed)), catalog.records, isOurs: catalog.isOurs,
      rules: SQLiteRules.init)
    // Rows are read in columns that are there and of the right type alone.
    for table in plan.unproven { try RowSample(table).add(to: &plan, from: self) }
    if isReadOnly { plan.refuseMissing() }
    try plan.check()
    return plan
  }

  private func record(_ records: [TableRecord]) throws(EngineFailure) {
    guard !records.isEmpty else { return }
    let create = RecordedTables.table.definition(in: SQLiteDialect()).createTable()
    try execute(create.replacing("CREATE TABLE", with: "CREATE TABLE IF NOT EXISTS", maxReplacements: 1))
    for record in records {
      try change(
        """
        INSERT INTO igata_tables (name, text, version) VALUES (?1, ?2, ?3)
        ON CONFLICT (name) DO UPDATE SET text = excluded.text, version = excluded.version
        """,
        [.value(.text(record.name)), .value(.text(record.text)), .value(.integer(Int64(record.version)))])
    }
  }

  /// Text is compared byte by byte, which is the order of code points in UTF-8 alone.
  private func checkEncoding() throws {
    guard let encoding = try texts("PRAGMA encoding").first?[0], encoding != "UTF-8" else { return }
    throw StoreError.schemaMismatch(
      table: "sqlite_schema", column: nil, problem: "the database's text is in \(encoding)",
      help: "copy it into a database in UTF-8")
  }

  private func execute(_ sql: String) throws(EngineFailure) {
    try Statement(sql, on: database).run(on: database)
  }
}

#endif
