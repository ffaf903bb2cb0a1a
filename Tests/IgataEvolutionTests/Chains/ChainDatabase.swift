import IgataEvolution

/// A database that is brought from one schema to the next.
protocol ChainDatabase {
  /// Creates the tables of the old schema in an empty database.
  func create(_ evolution: Evolution) throws
  /// A value as a literal.
  func literal(_ cell: Cell) -> String
  /// Inserts rows, whose foreign keys can lead to rows that are inserted later.
  func insert(_ statements: [String]) throws
  func script(_ evolution: Evolution) -> String
  func run(_ evolution: Evolution) throws
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

  func create(_ evolution: Evolution) throws { try engine.create(evolution.match.old) }

  func literal(_ cell: Cell) -> String { cell.sql }

  func insert(_ statements: [String]) throws {
    try engine.execute("PRAGMA foreign_keys = OFF")
    for statement in statements { try engine.execute(statement) }
    try engine.execute("PRAGMA foreign_keys = ON")
  }

  func script(_ evolution: Evolution) -> String { planSQLite(evolution).text }

  func run(_ evolution: Evolution) throws {
    let script = planSQLite(evolution)
    guard script.unplanned.isEmpty else { throw Engine.Failure(description: "unplanned") }
    guard SQLiteScript(reading: Array(script.text.utf8)) == script else {
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
    let row = try engine.execute("PRAGMA integrity_check").first ?? []
    return row == ["ok"] ? nil : "not whole: \(row)"
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

  func create(_ evolution: Evolution) throws {
    try engine.clear()
    try engine.create(evolution.match.old)
  }

  func literal(_ cell: Cell) -> String { cell.printed.map { $0.replacing("'", with: "''").quoted("'") } ?? "NULL" }

  func insert(_ statements: [String]) throws {
    try engine.execute("SET session_replication_role = replica")
    try engine.execute(statements.joined(separator: ";\n"))
    try engine.execute("SET session_replication_role = origin")
  }

  func script(_ evolution: Evolution) -> String { planPostgreSQL(evolution).text }

  func run(_ evolution: Evolution) throws {
    let script = planPostgreSQL(evolution)
    guard script.unplanned.isEmpty else { throw Engine.Failure(description: "unplanned") }
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
