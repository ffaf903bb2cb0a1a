#if PostgreSQL
internal import IgataRuntime
internal import IgataSQL

extension PostgreSQLSession {
  /// Creates what is missing. Throws where what is there does not fit.
  func prepare(_ tables: [TableDescription]) async throws(StoreError) {
    // Two programs that start at the same time take turns.
    _ = try await run([.command("SELECT pg_advisory_xact_lock(\(Self.prepareLock))")], nil)
    try await checkEncoding()
    // All tables are compared before the first is created, so that the first difference is found in their order.
    var missing: [TableDescription] = []
    var statements: [String] = []
    for table in tables {
      switch try await kind(of: table.name) {
      case nil: missing.append(table)
      case "r", "p": statements += try await missingIndexes(of: table)
      default:
        throw .schemaMismatch(
          table: table.name, column: nil, problem: "it is not a table", help: "rename it, or use @table")
      }
    }
    statements += creation(of: missing)
    guard !statements.isEmpty else { return }
    _ = try await run(statements.map { .command($0) }, nil)
  }

  /// A number that stands for "the tables of Igata" among the advisory locks of a database.
  private static let prepareLock = 0x6967_6174_61

  private func creation(of tables: [TableDescription]) -> [String] {
    var statements: [String] = []
    var later: [String] = []
    for (index, table) in tables.enumerated() {
      let definition = TableDefinition(table: table)
      // One that is not among these was there before.
      let isThere = { (target: TableDescription) in !tables[(index + 1)...].contains { $0 === target } }
      statements.append(definition.createTable(where: isThere))
      statements += definition.indexes.map(definition.createIndex)
      later += definition.laterForeignKeys(where: isThere)
    }
    return statements + later
  }

  /// The indexes that a table lacks, which nobody's data can stand against: those that are not unique.
  private func missingIndexes(of table: TableDescription) async throws(StoreError) -> [String] {
    let existing = try await existingTable(table.name)
    try TableComparison(table: table, existing: existing).check()
    let definition = TableDefinition(table: table)
    return definition.indexes.compactMap { index, isUnique in
      isUnique || existing.indexNames.contains(index.name.serverName)
        ? nil : definition.createIndex(index, isUnique: false)
    }
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
