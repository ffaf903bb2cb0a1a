import Foundation
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// `igata introspect` with a schema that is there, and that was changed by hand.
@Suite struct ReintrospectTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  func introspect(_ database: String = "shop.sqlite", _ schema: String = "Shop.igata") async throws -> Outcome {
    let program = Program(built: "igata", ["introspect", database, "-o", schema], in: scratch.folder)
    return try await apart { try program.run() }
  }

  @discardableResult
  func run(_ statements: String...) throws -> [[String?]] {
    let connection = try Connection(path: scratch.path("shop.sqlite"), flags: 6)
    var rows: [[String?]] = []
    for statement in statements { rows = try connection.texts(statement) }
    return rows
  }

  private static let schema = """
    // By hand.

    /// Who buys.
    model Buyer @table("users") @external {
      let id: Int = autoincrement() @primaryKey
      /// The full name.
      fullName: String @column("name") @sensitive
      // How much it costs.
      cost: Double? @column("price")

      orders: [Order] @inverse(buyer)

      index(fullName, cost)
    }

    model Entry @table("log") @external {
      let rowid: Int = autoincrement() @primaryKey
      line: String?
    }

    model Order @table("orders") @external {
      let id: Int = autoincrement() @primaryKey
      buyer: Buyer @column("user_id") @onDelete(cascade)
      title: String? @unique @sensitive
    }

    """

  private func make() async throws {
    try run(
      "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL, secret TEXT)",
      "CREATE TABLE log (line TEXT)",
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE, "
        + "title TEXT UNIQUE)",
      "INSERT INTO users (name, price) VALUES ('Ann', 2.5)", "INSERT INTO orders VALUES (1, 1, 'lamp')")
    #expect(try await introspect().status == 0)
    try Data(Self.schema.utf8).write(to: URL(fileURLWithPath: scratch.path("Shop.igata")))
  }

  /// What was taken out by hand isn't new.
  @Test func nothingChanges() async throws {
    try await make()
    let outcome = try await introspect()
    #expect(outcome.status == 0 && outcome.errors == "igata: 'Shop.igata' describes what the database has\n")
    #expect(try scratch.read("Shop.igata") == Self.schema)
  }

  @Test func onlyWhatTheCatalogSaysChanges() async throws {
    try await make()
    try run(
      "ALTER TABLE users ADD COLUMN photo BLOB", "ALTER TABLE users DROP COLUMN price", "DROP TABLE log",
      "CREATE TABLE tags (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders ON DELETE SET NULL)",
      // The foreign key, the unique constraint and the type go.
      "CREATE TABLE others AS SELECT * FROM orders", "DROP TABLE orders",
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, title INTEGER)",
      "INSERT INTO orders SELECT id, user_id, 7 FROM others", "DROP TABLE others")
    let outcome = try await introspect()
    #expect(
      try scratch.read("Shop.igata") == """
        // By hand.

        /// Who buys.
        model Buyer @table("users") @external {
          let id: Int = autoincrement() @primaryKey
          /// The full name.
          fullName: String @column("name") @sensitive
          // How much it costs.

          orders: [Order] @inverse(buyer)
          photo: Data?
        }

        model Order @table("orders") @external {
          let id: Int = autoincrement() @primaryKey
          buyer: Buyer @column("user_id") @onDelete(unconstrained)
          title: Int? @sensitive
          tags: [Tag] @inverse(order)
        }

        model Tag @table("tags") @external {
          let id: Int = autoincrement() @primaryKey
          order: Order?
        }

        """)
    #expect(
      outcome.errors == """
        igata: removed Buyer.cost: there is no column 'price'
        igata: removed Entry: there is no table 'log'
        igata: changed Order.buyer: the database has 'Buyer @column("user_id") @onDelete(unconstrained)' instead of 'Buyer @column("user_id") @onDelete(cascade)'
        igata: changed Order.title: the database has 'Int?' instead of 'Int? @unique'
        igata: added Order.tags: its relation is new
        igata: added Tag: the table 'tags' is new
        igata: added Buyer.photo: the column 'photo' is new
        igata: removed 'index(fullName, cost)' of Buyer: model 'Buyer' has no field 'cost'
        igata: changed Order.title: the database has INTEGER, which stores whole numbers

        """)
    #expect(try await introspect().errors == "igata: 'Shop.igata' describes what the database has\n")
  }

  /// An enum keeps its name. Values that are new become cases, and new enums are declared.
  @Test func enumsFollow() async throws {
    try run("CREATE TABLE jobs (id INTEGER PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('new', 'done')))")
    #expect(try await introspect().status == 0)
    let schema = """
      enum Stage: String {
        /// Not yet begun.
        case fresh = "new"
        case done
      }

      model Job @table("jobs") @external {
        let id: Int = autoincrement() @primaryKey
        stage: Stage @column("state")
      }

      """
    try Data(schema.utf8).write(to: URL(fileURLWithPath: scratch.path("Shop.igata")))
    try run(
      "DROP TABLE jobs",
      "CREATE TABLE jobs (id INTEGER PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('new', 'fresh', 'done')), "
        + "size TEXT CHECK (size IN ('s', 'm')))")
    let outcome = try await introspect()
    #expect(
      try scratch.read("Shop.igata") == """
        enum Stage: String {
          /// Not yet begun.
          case fresh = "new"
          case done
          case fresh2 = "fresh"
        }

        model Job @table("jobs") @external {
          let id: Int = autoincrement() @primaryKey
          stage: Stage @column("state")
          size: JobSize?
        }

        enum JobSize: String {
          case s
          case m
        }

        """, "\(outcome)")
    #expect(try await introspect().errors == "igata: 'Shop.igata' describes what the database has\n")
  }

  func write(_ schema: String) throws {
    try Data(schema.utf8).write(to: URL(fileURLWithPath: scratch.path("Shop.igata")))
  }

  /// A new table brings its enum; a model of the program's own comes before the others; a reserved name stays out; and a
  /// new table that refers to one that was taken out has the key alone.
  @Test func newTables() async throws {
    try run(
      "CREATE TABLE jobs (id INTEGER PRIMARY KEY, boss_id INTEGER REFERENCES jobs)",
      "CREATE TABLE hidden (id INTEGER PRIMARY KEY)")
    #expect(try await introspect().status == 0)
    let schema = """
      model Mine {
        let id: Int = autoincrement() @primaryKey
      }

      model Job @table("jobs") @external {
        let id: Int = autoincrement() @primaryKey
        boss: Job? @onDelete(noAction)

        reserved secret
      }

      """
    try write(schema)
    #expect(try await introspect().errors == "igata: 'Shop.igata' describes what the database has\n")
    #expect(try scratch.read("Shop.igata") == schema)
    try run(
      "ALTER TABLE jobs ADD COLUMN secret TEXT",
      "CREATE TABLE chores (id INTEGER PRIMARY KEY, hidden_id INTEGER REFERENCES hidden, "
        + "state TEXT CHECK (state IN ('new', 'done')))")
    let outcome = try await introspect()
    #expect(
      try scratch.read("Shop.igata") == schema + """

        model Chore @table("chores") @external {
          let id: Int = autoincrement() @primaryKey
          hiddenID: Int?  // refers to 'hidden': it is left out
          state: ChoreState?
        }

        enum ChoreState: String {
          case new
          case done
        }

        """, "\(outcome)")
  }

  /// A field of several columns that loses one leaves the others as fields, and a renamed table is another one.
  @Test func partsOfFields() async throws {
    try run(
      "CREATE TABLE people (id INTEGER PRIMARY KEY, home_street TEXT, home_city TEXT NOT NULL)",
      "CREATE TABLE pets (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES people, a INT NOT NULL, b INT NOT NULL, "
        + "UNIQUE (a, b))")
    #expect(try await introspect().status == 0)
    try write(
      """
      struct Home {
        street: String?
        city: String
      }

      model Person @table("people") @external {
        let id: Int = autoincrement() @primaryKey
        home: Home
      }

      model Pet @table("pets") @external {
        let id: Int = autoincrement() @primaryKey
        owner: Person? @onDelete(noAction)
        a: Int
        b: Int

        unique(a, b)
      }

      """)
    #expect(try await introspect().errors == "igata: 'Shop.igata' describes what the database has\n")
    try run(
      "ALTER TABLE people DROP COLUMN home_street", "ALTER TABLE people RENAME TO persons",
      "CREATE TABLE others (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES persons, a INT NOT NULL, b INT NOT NULL)",
      "DROP TABLE pets", "ALTER TABLE others RENAME TO pets")
    let outcome = try await introspect()
    #expect(outcome.status == 0, "\(outcome)")
    let schema = try scratch.read("Shop.igata")
    #expect(schema.contains("homeCity: String\n") && !schema.contains("unique(a, b)"), "\(schema)\n\(outcome)")
    #expect(schema.contains("@table(\"persons\")") && !schema.contains("@table(\"people\")"), "\(schema)")
    #expect(try await introspect().errors == "igata: 'Shop.igata' describes what the database has\n")
  }

  @Test func whatCantBeUpdatedStays() async throws {
    try await make()
    for (text, problem) in [
      ("model Mine {\n  let id: Int @primaryKey\n}\n", "no model in it is '@external' with a table of"),
      ("model Mine @external {\n  let id: Int @primaryKey\n}\n", "no model in it is '@external' with a table of"),
      ("model Mine {\n", "as line 1 doesn't compile"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.path("Other.igata")))
      let outcome = try await introspect("shop.sqlite", "Other.igata")
      #expect(outcome.status != 0 && outcome.errors.contains(problem), "\(outcome)")
      #expect(try scratch.read("Other.igata") == text)
    }
  }

  /// Whatever the other program does to its tables, names that were given by hand stay, and nothing is forgotten.
  @Test(.timeLimit(.minutes(10))) func randomHistories() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SplitMix64(seed: seed)
    for _ in 0..<FuzzingBudget.rounds(12) {
      try? FileManager.default.removeItem(atPath: scratch.path("shop.sqlite"))
      var history = History()
      for statement in history.creation { try run(statement) }
      try Data(history.schema.utf8).write(to: URL(fileURLWithPath: scratch.path("Shop.igata")))
      try? FileManager.default.removeItem(atPath: scratch.path("Shop.catalog"))
      #expect(try await introspect().errors == "igata: 'Shop.igata' describes what the database has\n", "seed \(seed)")
      for _ in 0..<4 {
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          for statement in history.change(&generator) { try run(statement) }
        }
        let outcome = try await introspect()
        #expect(outcome.status == 0, "seed \(seed): \(outcome)")
        // What the engine lists is what the schema has, under the names that were given by hand.
        for (table, columns) in history.tables {
          let model = try #require(history.model(table, in: try scratch.read("Shop.igata")), "seed \(seed)")
          let listed = try run("PRAGMA table_info(\(table))").compactMap { $0[1] }
          #expect(Set(listed) == Set(columns + ["id"]))
          for column in columns {
            let name = history.names[table + column].map { "\($0): " } ?? "\(column): "
            #expect(model.contains("\n  \(name)"), "seed \(seed): \(table).\(column)\n\(model)")
          }
          #expect(model.split(separator: "\n").count == columns.count + 2, "seed \(seed)\n\(model)")
        }
        let again = try await introspect()
        #expect(again.errors == "igata: 'Shop.igata' describes what the database has\n", "seed \(seed): \(again)")
      }
    }
  }
}

/// What a program does to its tables.
private struct History {
  var tables: [String: [String]] = ["t0": ["a", "b", "c"], "t1": ["a", "b"]]
  /// Given by hand, by table and column.
  let names = ["t0a": "alpha", "t0b": "beta", "t0c": "gamma", "t1a": "first", "t1b": "second"]
  private var count = 0

  var creation: [String] {
    tables.map { table, columns in
      "CREATE TABLE \(table) (id INTEGER PRIMARY KEY, \(columns.map { "\($0) TEXT" }.joined(separator: ", ")))"
    }
  }

  var schema: String {
    tables.sorted { $0.key < $1.key }.map { table, columns in
      let fields = columns.map { "  \(names[table + $0] ?? $0): String? @column(\"\($0)\")\n" }.joined()
      return "model Hand\(table.uppercased()) @table(\"\(table)\") @external {\n"
        + "  let id: Int = autoincrement() @primaryKey\n\(fields)}\n"
    }.joined(separator: "\n")
  }

  func model(_ table: String, in text: String) -> String? {
    text.components(separatedBy: "\n}").first {
      $0.contains(["t0", "t1"].contains(table) ? "@table(\"\(table)\")" : "model \(table.uppercased()) ")
    }.map { ($0.components(separatedBy: "model ").last ?? "") + "\n" }
  }

  mutating func change(_ generator: inout SplitMix64) -> [String] {
    count += 1
    let table = tables.keys.sorted().randomElement(using: &generator) ?? "t0"
    let columns = tables[table] ?? []
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      tables["t\(count + 9)"] = ["x"]
      return ["CREATE TABLE t\(count + 9) (id INTEGER PRIMARY KEY, x INT)"]
    case 1 where table != "t0":
      tables[table] = nil
      return ["DROP TABLE \(table)"]
    case 2 where columns.count > 1:
      let column = columns.randomElement(using: &generator) ?? "a"
      tables[table]?.removeAll { $0 == column }
      return ["ALTER TABLE \(table) DROP COLUMN \(column)"]
    case 3:
      // The type of every column changes.
      let definition = columns.map { "\($0) REAL" }.joined(separator: ", ")
      return ["DROP TABLE \(table)", "CREATE TABLE \(table) (id INTEGER PRIMARY KEY, \(definition))"]
    default:
      tables[table]?.append("n\(count)")
      return ["ALTER TABLE \(table) ADD COLUMN n\(count) BLOB"]
    }
  }
}
