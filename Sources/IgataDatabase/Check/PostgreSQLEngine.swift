#if PostgreSQL
@_spi(Backend) internal import IgataPostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables
import Synchronization

/// A PostgreSQL database, with a schema of its own for each database that is proved.
final class PostgreSQLEngine: CheckEngine {
  private static let prefix = "igata_check_"

  private let url: String
  private let server: PostgreSQLBackend
  private let count = Atomic(0)

  /// - Parameter url: An empty database, which no program uses.
  /// - Throws: If it has tables.
  init(_ url: String) async throws {
    guard !url.contains("options=") else {
      throw DatabaseFault(
        .request, "the URL has 'options', which each schema of the check sets itself", help: "leave them out")
    }
    self.url = url
    server = try PostgreSQLBackend(url)
    let tables = try await texts(
      """
      SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT LIKE 'pg\\_%'
      AND n.nspname <> 'information_schema' AND NOT starts_with(n.nspname, '\(Self.prefix)')
      """)
    if let table = tables.first {
      throw DatabaseFault(
        .database, "the database has a table '\(table)'", help: "use an empty one: the check makes schemas in it")
    }
    // A check that was killed has left its schemas.
    try await removeSchemas()
  }

  var dialect: any QueryDialect { PostgreSQLDialect() }
  var label: String { " on PostgreSQL" }

  func migrations(_ versions: [SchemaVersion]) -> SchemaMigrations {
    SchemaMigrations(models: [], postgresql: versions)
  }

  func emptyBackend() async throws -> any InspectableBackend { try await scratchDatabase().open() }

  func scratchDatabase() async throws -> any ScratchDatabase {
    let name = "\(Self.prefix)\(count.add(1, ordering: .relaxed).newValue)"
    try await execute("CREATE SCHEMA \(name)")
    return ScratchSchema(engine: self, name: name, address: address("options=-csearch_path%3D\(name),public"))
  }

  private func address(_ parameter: String) -> String { url + (url.contains("?") ? "&" : "?") + parameter }

  /// Removes every schema that a check has made.
  func removeSchemas() async throws {
    let names = try await texts(
      "SELECT nspname::text FROM pg_namespace WHERE starts_with(nspname::text, '\(Self.prefix)')")
    for name in names { try await remove(name) }
  }

  fileprivate func remove(_ schema: String) async throws { try await execute("DROP SCHEMA \(schema) CASCADE") }

  // MARK: Expressions

  func stored(_ expression: String, in column: ColumnDescription) -> String {
    // As where the value is assigned to the column.
    "(\(expression))::\(PostgreSQLDialect().plainTypeName(of: column.type))"
  }

  func counterQuery(of table: TableDescription) -> String? {
    guard let key = table.generatedKeyColumn else { return nil }
    let dialect = PostgreSQLDialect()
    let name = dialect.literal(dialect.identifier(table.name))
    let column = dialect.literal(dialect.canonicalName(table.columns[key].name))
    return "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence(\(name), \(column))::regclass), 0)"
  }

  // MARK: Messages

  func isConstraint(_ reason: String) -> Bool {
    ["violate", "could not create unique index", "contains null values"].contains { reason.contains($0) }
  }

  func text(ofKey value: StoredValue) -> String? {
    switch value {
    case .integer(let number): String(number)
    case .text(let text): text
    case .uuid(let uuid): uuid.uuidString.lowercased()
    case .day(let day): day.description
    default: nil
    }
  }

  var namedRows: Int { 1 }

  // MARK: Statements

  fileprivate func execute(_ sql: String) async throws {
    try await server.inSession(.write) { session throws(StoreError) in
      _ = try await session.execute(SQL(stringLiteral: sql))
    }
  }

  /// The first column of the rows.
  fileprivate func texts(_ sql: String) async throws -> [String] {
    let column = ColumnDescription("value", [], .scalar(.string))
    let result = TableDescription(model: "", name: "", columns: [column], primaryKey: [])
    let rows = try await server.inSession(.read) { session throws(StoreError) in
      try await session.rows(SQL(stringLiteral: sql), as: result)
    }
    return rows.compactMap { if case .text(let text)? = $0.first { text } else { nil } }
  }
}

/// A schema of a PostgreSQL database.
private struct ScratchSchema: ScratchDatabase {
  let engine: PostgreSQLEngine
  let name: String
  let address: String

  func open() throws -> any InspectableBackend { try PostgreSQLBackend(address) }

  func waitForKilled() async throws {
    // The server finishes the statement that it is at before it notices. A migration has this lock until then.
    let locks = """
      SELECT 'lock' FROM pg_locks WHERE locktype = 'advisory'
      AND objid::bigint = (hashtext('\(name)')::bigint & 4294967295)
      """
    while try await !engine.texts(locks).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
  }

  func remove() async { try? await engine.remove(name) }
}

#endif
