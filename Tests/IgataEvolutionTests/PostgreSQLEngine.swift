#if PostgreSQL
import CPostgreSQL
import Foundation
import IgataSchema
import IgataTables
import MigrationSupport
import TestSupport

@testable import IgataEvolution

/// A schema of its own in the server that the script of the tests has started.
final class PostgreSQLEngine {
  typealias Failure = ServerDatabase.Failure

  /// A database of these tests alone: `CREATE INDEX CONCURRENTLY` waits for every transaction in its database, and a
  /// transaction of another test may wait for a thread that waits for the index.
  ///
  /// `nonisolated(unsafe)`: only its name is used, which never changes.
  private nonisolated(unsafe) static let database = Result { try ServerDatabase() }

  private let connection: ServerDatabase
  private let name = "e" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()

  init() throws {
    connection = try Self.database.get().another()
    try execute("CREATE SCHEMA \(name); SET search_path = \(name)")
  }

  /// A database that has the tables of a schema.
  convenience init(_ schema: Schema) throws {
    try self.init()
    try create(schema)
  }

  deinit {
    _ = try? execute("ROLLBACK; DROP SCHEMA \(name) CASCADE")
  }

  /// Creates the tables of a schema as its first version does.
  func create(_ schema: Schema) throws {
    let lines = createdTables(schema, in: "postgresql").split(separator: "\n", omittingEmptySubsequences: false)
    try execute(lines.dropFirst().joined(separator: "\n"))
  }

  /// Drops everything.
  func clear() throws {
    try execute("ROLLBACK; DROP SCHEMA \(name) CASCADE; CREATE SCHEMA \(name); SET search_path = \(name)")
  }

  /// Runs a script as it is read from its text: its transaction, then each index by itself. What fails changes nothing.
  func run(_ script: PostgreSQLScript) throws {
    let tokens = ScriptTokens(Array(script.text.utf8))
    guard let read = PostgreSQLStatements(reading: tokens), read.indexes == script.indexes else {
      throw Failure(description: "the script is read otherwise")
    }
    do {
      let tables = try execute(Self.tables)
      try execute("BEGIN")
      for statement in read.transaction { try execute(statement) }
      try checkLocks(of: script, tables)
      try execute("COMMIT")
    } catch {
      try execute("ROLLBACK")
      throw error
    }
    for index in read.indexes { try execute(index.statement) }
  }

  private static let tables = """
    SELECT oid::text, relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    """

  /// Fails if the transaction keeps programs from a table that the script doesn't lock at its beginning: programs that
  /// use two tables in another order would wait for it, and it for them.
  private func checkLocks(of script: PostgreSQLScript, _ tables: [[String?]]) throws {
    let names = Dictionary(tables.map { ($0[0], $0[1] ?? "") }) { first, _ in first }
    // Those of comments keep nobody from reading and writing.
    let locks = try execute(
      """
      SELECT relation::text, mode FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'relation'
      AND mode NOT IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock', 'ShareUpdateExclusiveLock')
      """)
    for lock in locks {
      guard let name = names[lock[0]], name != "igata_tables", !script.lockedTables.contains(name) else { continue }
      if lock[1] == "ShareRowExclusiveLock", script.referencedTables.contains(name) { continue }
      throw Failure(
        description: "table '\(name)' isn't locked first, but is later: \(lock[1] ?? "")\n\(script.text)")
    }
  }

  /// Runs a text with the program `psql`.
  func runInProgram(_ text: String) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(name).sql")
    try Data("SET search_path = \(name);\n\(text)".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try Program(system: "psql", [connection.connection, "-qX", "-f", file.path]).run(joinsStreams: true)
    if outcome.status != 0 { throw Failure(description: outcome.output) }
  }

  /// Runs statements.
  ///
  /// - Returns: The rows, as a SQLite database with the same rows prints them.
  @discardableResult
  func execute(_ sql: String) throws -> [[String?]] { try connection.execute(sql, spelled: Self.text) }

  private static func text(_ text: String, _ type: Oid) -> String {
    switch type {
    case 16: text == "t" ? "1" : "0"
    case 700, 701: Double(text).map { "\($0)" } ?? text
    case 17: String(text.dropFirst(2)).uppercased()
    case 2950: text.replacing("-", with: "").uppercased()
    default: text
    }
  }

  // MARK: Structure

  /// What the catalog has, without the order of columns, and what is recorded.
  func structure() throws -> [String] {
    try execute(Self.catalog).map { row in
      row.map { ($0 ?? "").replacing("\(name).", with: "") }.joined(separator: " ")
    }.sorted()
  }

  private static let catalog = """
    WITH tables AS (
      SELECT oid, relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r')
    SELECT t.relname::text, 'column', a.attname || ' ' || format_type(a.atttypid, a.atttypmod), a.attnotnull::text,
      a.attidentity::text, coalesce(c.collname::text, ''), coalesce(pg_get_expr(d.adbin, d.adrelid), ''),
      coalesce(col_description(t.oid, a.attnum), ''),
      coalesce((SELECT s || ' ' || q.seqtypid::regtype || ' ' || q.seqmax
        FROM pg_get_serial_sequence(quote_ident(t.relname), a.attname::text) s JOIN pg_sequence q
        ON q.seqrelid = s::regclass), '')
    FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum LEFT JOIN pg_collation c ON c.oid = a.attcollation
    UNION ALL
    SELECT t.relname, 'table', obj_description(t.oid, 'pg_class'), '', '', '', '', '', '' FROM tables t
    UNION ALL
    SELECT t.relname, 'constraint', k.conname || ' ' || pg_get_constraintdef(k.oid), k.convalidated::text, '', '', '',
      '', ''
    FROM tables t JOIN pg_constraint k ON k.conrelid = t.oid
    UNION ALL
    SELECT t.relname, 'index', pg_get_indexdef(i.indexrelid), i.indisvalid::text, '', '', '', '', ''
    FROM tables t JOIN pg_index i ON i.indrelid = t.oid
    UNION ALL SELECT name, 'record', text, version::text, '', '', '', '', '' FROM igata_tables
    """
}
#endif
