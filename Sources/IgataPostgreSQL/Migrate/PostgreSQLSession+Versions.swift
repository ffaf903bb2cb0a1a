#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension PostgreSQLSession: VersionedDatabase {
  func versionRecords() async throws(StoreError) -> VersionRecords {
    let isThere = "SELECT '' WHERE to_regclass('igata_versions') IS NOT NULL"
    guard try await rows(isThere).first != nil else { return try VersionRecords([]) }
    return try VersionRecords(try await rows(VersionRecords.query))
  }

  func isBlank() async throws(StoreError) -> Bool {
    try await rows(
      """
      SELECT '' FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f') LIMIT 1
      """
    ).isEmpty
  }

  func catalog(describing tables: [TableDescription]) async throws(StoreError) -> Catalog {
    try await Catalog(self, PreparePlan.names(of: tables))
  }

  /// Runs the scripts with temporary tables, and takes everything back.
  func tables(after versions: ArraySlice<SchemaVersion>) async throws(StoreError) -> [[TableDescription]] {
    // The first schema of the path is that in which tables are created. Those after it may have functions.
    try await run([
      "SAVEPOINT igata_replay",
      "SELECT set_config('search_path', 'pg_temp, ' || current_setting('search_path'), true)",
    ])
    var tables: [[TableDescription]] = []
    for version in versions {
      try await run(version.steps.compactMap(\.replayed))
      tables.append(try await replayedTables())
    }
    try await run(["ROLLBACK TO igata_replay", "RELEASE igata_replay"])
    return tables
  }

  private func replayedTables() async throws(StoreError) -> [TableDescription] {
    let recorded = try await rows("SELECT text FROM igata_tables ORDER BY name").compactMap { $0[0] }
    var keys: [String: [(columns: [String], table: String)]] = [:]
    let found = try await rows(
      """
      SELECT c.relname::text, t.relname::text, (SELECT string_agg(a.attname::text, chr(1) ORDER BY k.position)
          FROM unnest(f.conkey) WITH ORDINALITY AS k(number, position)
          JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.number)
      FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class t ON t.oid = f.confrelid
      WHERE f.contype = 'f' AND c.relnamespace = pg_my_temp_schema()
      """)
    for row in found {
      guard let owner = row[0], let target = row[1], let columns = row[2] else { continue }
      keys[owner, default: []].append((columns.split(separator: "\u{1}").map { String($0) }, target))
    }
    return ReplayedTables(recorded, dialect).descriptions(keys)
  }
}

extension MigrationStep {
  /// The statement for temporary tables in a transaction; `nil` if there is none.
  fileprivate var replayed: String? {
    switch self {
    case .statement(let sql), .index(let sql): sql
    // A later version may rename or drop the index.
    case .concurrentIndex(_, let sql): sql.replacing(" INDEX CONCURRENTLY ", with: " INDEX ", maxReplacements: 1)
    // The author's statements change no table of the schema, and could reach tables that aren't temporary.
    case .own, .object, .stop, .rebuild, .swap: nil
    }
  }
}

#endif
