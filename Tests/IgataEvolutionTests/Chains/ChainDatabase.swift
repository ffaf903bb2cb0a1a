import IgataEvolution
import IgataSchema

/// A database that is brought from one schema to the next.
protocol ChainDatabase {
  /// Creates the tables of a schema in an empty database.
  func create(_ schema: Schema) async throws
  /// A value as a literal.
  func literal(_ cell: Cell) -> String
  /// Inserts rows, whose foreign keys can lead to rows that are inserted later.
  func insert(_ statements: [String]) throws
  func script(_ evolution: Evolution) -> String
  /// Runs the script of a step.
  func run(_ step: Step) async throws
  func rows(_ sql: String) throws -> [[String?]]
  /// How it differs from a new database of the new schema.
  func difference(from evolution: Evolution) throws -> String?
}

extension ChainDatabase {
  func difference(_ found: [String], _ expected: [String]) -> String? {
    if found == expected { return nil }
    let (found, expected) = (Set(found), Set(expected))
    return "found    \(found.subtracting(expected).sorted())\nexpected \(expected.subtracting(found).sorted())"
  }
}

struct SQLiteChain: ChainDatabase {
  private let engine: Engine

  init() throws { engine = try Engine() }

  func create(_ schema: Schema) throws { try engine.create(schema) }

  func literal(_ cell: Cell) -> String { cell.sql }

  func insert(_ statements: [String]) throws {
    try engine.execute("PRAGMA foreign_keys = OFF")
    for statement in statements { try engine.execute(statement) }
    try engine.execute("PRAGMA foreign_keys = ON")
  }

  func script(_ evolution: Evolution) -> String { planSQLite(evolution).text }

  func run(_ step: Step) throws {
    let script = planSQLite(step.evolution)
    if let table = step.unexplainedRebuild {
      throw Engine.Failure(description: "no change tells that '\(table)' is rebuilt\n\(step.report)")
    }
    guard SQLiteScript(reading: ScriptTokens(Array(script.text.utf8))) == script else {
      throw Engine.Failure(description: "read otherwise")
    }
    try engine.execute(script.sql)
  }

  func rows(_ sql: String) throws -> [[String?]] { try engine.execute(sql) }

  func difference(from evolution: Evolution) throws -> String? {
    if let difference = difference(try engine.structure(), try Engine(evolution.match.new).structure()) {
      return difference
    }
    if let row = try engine.execute("PRAGMA foreign_key_check").first { return "a broken foreign key: \(row)" }
    // SQLite 3.40 finds nulls where there are none, in tables whose keys don't come first.
    let problems = try engine.execute("PRAGMA integrity_check").filter { $0[0]?.hasPrefix("NULL value in ") != true }
    return problems.first.flatMap { $0 == ["ok"] ? nil : "not whole: \($0)" }
  }
}

#if PostgreSQL
struct PostgreSQLChain: ChainDatabase {
  private let engine: PostgreSQLEngine
  /// For the databases to compare with.
  private let other: PostgreSQLEngine

  init() throws {
    engine = try PostgreSQLEngine()
    other = try PostgreSQLEngine()
  }

  func create(_ schema: Schema) throws {
    try engine.clear()
    try engine.create(schema)
  }

  func literal(_ cell: Cell) -> String {
    if case .list = cell { return "NULL" }
    return cell.printed.map { $0.replacing("'", with: "''").quoted("'") } ?? "NULL"
  }

  func insert(_ statements: [String]) throws {
    try engine.execute("SET session_replication_role = replica")
    try engine.execute(statements.joined(separator: ";\n"))
    try engine.execute("SET session_replication_role = origin")
  }

  func script(_ evolution: Evolution) -> String { planPostgreSQL(evolution).text }

  func run(_ step: Step) throws {
    let script = planPostgreSQL(step.evolution)
    if let change = script.unplanned.first { throw PostgreSQLEngine.Failure(description: "no SQL: \(change.message)") }
    try engine.run(script)
  }

  func rows(_ sql: String) throws -> [[String?]] { try engine.execute(sql) }

  func difference(from evolution: Evolution) throws -> String? {
    try other.clear()
    try other.create(evolution.match.new)
    return difference(try engine.structure(), try other.structure())
  }
}
#endif
