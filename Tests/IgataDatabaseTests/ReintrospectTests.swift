import Foundation
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// `igata introspect` with a schema that is there, and that was changed by hand.
@Suite struct ReintrospectTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func introspect(_ database: String = "shop.sqlite", _ schema: String = "Shop.igata") async throws -> Outcome {
    let program = Program(built: "igata", ["introspect", database, "-o", schema], in: scratch.folder)
    return try await apart { try program.run() }
  }

  @discardableResult
  private func run(_ statements: String...) throws -> [[String?]] {
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
        igata: added Tag: the table 'tags' is new
        igata: added Buyer.photo: the column 'photo' is new
        igata: removed 'index(fullName, cost)' of Buyer: model 'Buyer' has no field 'cost'
        igata: changed Order.title: the database has INTEGER, which stores whole numbers
        igata: changed Order.buyer: the database has no foreign key to 'users'

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

  private func write(_ schema: String) throws {
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

  /// Introspects a database, writes a schema by hand, changes the database, and returns the schema that follows it.
  private func follow(
    _ creation: [String], _ schema: String, _ changes: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> (schema: String, report: String) {
    for name in ["shop.sqlite", "Shop.igata", "Shop.catalog"] {
      try? FileManager.default.removeItem(atPath: scratch.path(name))
    }
    for statement in creation { try run(statement) }
    #expect(try await introspect().status == 0, sourceLocation: sourceLocation)
    try write(schema)
    let first = try await introspect()
    #expect(first.errors == "igata: 'Shop.igata' describes what the database has\n", sourceLocation: sourceLocation)
    for statement in changes { try run(statement) }
    let outcome = try await introspect()
    #expect(outcome.status == 0, "\(outcome)", sourceLocation: sourceLocation)
    let again = try await introspect()
    #expect(
      again.errors == "igata: 'Shop.igata' describes what the database has\n", "\(again)",
      sourceLocation: sourceLocation)
    return (String(decoding: try scratch.bytes("Shop.igata"), as: UTF8.self), outcome.errors)
  }

  /// A key that gets or loses a column, that is another column, and that comes first to a table without one.
  @Test func keysFollow() async throws {
    let (schema, report) = try await follow(
      [
        "CREATE TABLE devices (uuid TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL, name TEXT)",
        "CREATE TABLE nonces (nonce TEXT NOT NULL PRIMARY KEY, at INT)",
        "CREATE TABLE queue (line TEXT)",
        "CREATE TABLE votes (poll INT NOT NULL, person INT NOT NULL, PRIMARY KEY (poll, person))",
      ],
      """
      model Device @table("devices") @external {
        /// By hand.
        let code: String @column("uuid") @primaryKey @sensitive // Kept.
        owner: String
        name: String?
      }

      model Nonce @table("nonces") @external {
        let nonce: String @primaryKey
        at: Int?
      }

      model Line @table("queue") @external {
        let rowid: Int = autoincrement() @primaryKey
        text: String? @column("line")
      }

      model Vote @table("votes") @external {
        poll: Int
        voter: Int @column("person")

        primaryKey(poll, voter)
      }

      """,
      [
        "DROP TABLE devices", "DROP TABLE nonces", "DROP TABLE queue", "DROP TABLE votes",
        "CREATE TABLE devices (uuid TEXT NOT NULL, owner TEXT NOT NULL, name TEXT, PRIMARY KEY (uuid, owner))",
        "CREATE TABLE nonces (state TEXT NOT NULL PRIMARY KEY, nonce TEXT NOT NULL, at INT)",
        "CREATE TABLE queue (id INTEGER PRIMARY KEY, line TEXT)",
        "CREATE TABLE votes (id TEXT NOT NULL PRIMARY KEY, poll INT NOT NULL, person INT NOT NULL)",
      ])
    #expect(
      schema == """
        model Device @table("devices") @external {
          /// By hand.
          code: String @column("uuid") @sensitive // Kept.
          owner: String
          name: String?

          primaryKey(code, owner)
        }

        model Nonce @table("nonces") @external {
          nonce: String
          at: Int?
          let state: String @primaryKey
        }

        model Line @table("queue") @external {
          text: String? @column("line")
          let id: Int = autoincrement() @primaryKey
        }

        model Vote @table("votes") @external {
          poll: Int
          voter: Int @column("person")
          let id: String @primaryKey
        }

        """, "\(report)")
    #expect(report.contains("igata: changed Device: the database has the primary key (uuid, owner)\n"), "\(report)")
    #expect(report.contains("igata: changed Nonce: "), "\(report)")
  }

  /// A relation that isn't unique any more, one with another target, and one of several columns without its key.
  @Test func relationsFollow() async throws {
    let (schema, report) = try await follow(
      [
        "CREATE TABLE users (id INTEGER PRIMARY KEY)", "CREATE TABLE teams (id INTEGER PRIMARY KEY)",
        "CREATE TABLE rooms (house INT NOT NULL, number INT NOT NULL, PRIMARY KEY (house, number))",
        "CREATE TABLE plans (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL UNIQUE REFERENCES users)",
        "CREATE TABLE keys (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users, house INT NOT NULL, "
          + "number INT NOT NULL, FOREIGN KEY (house, number) REFERENCES rooms)",
      ],
      """
      model User @table("users") @external {
        let id: Int = autoincrement() @primaryKey
        /// The one.
        plan: Plan? @inverse(owner)
        keys: [Key] @inverse(holder)
      }

      model Team @table("teams") @external {
        let id: Int = autoincrement() @primaryKey
      }

      model Room @table("rooms") @external {
        house: Int
        number: Int

        primaryKey(house, number)
      }

      model Plan @table("plans") @external {
        let id: Int = autoincrement() @primaryKey
        owner: User @column("user_id") @onDelete(noAction) @unique
      }

      model Key @table("keys") @external {
        let id: Int = autoincrement() @primaryKey
        holder: User? @column("user_id") @onDelete(noAction) // By hand.
        room: Room @columns("house", "number") @onDelete(noAction)
      }

      """,
      [
        "DROP TABLE plans", "DROP TABLE keys",
        "CREATE TABLE plans (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users)",
        "CREATE TABLE keys (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES teams ON DELETE CASCADE, "
          + "house INT NOT NULL, number INT NOT NULL)",
      ])
    #expect(schema.contains("  /// The one.\n  plan: [Plan] @inverse(owner)\n}"), "\(schema)")
    #expect(schema.contains("  owner: User @column(\"user_id\") @onDelete(noAction)\n}"), "\(schema)")
    #expect(schema.contains("  holder: Team? @column(\"user_id\") @onDelete(cascade) // By hand.\n"), "\(schema)")
    #expect(schema.contains("  room: Room @columns(\"house\", \"number\") @onDelete(unconstrained)\n"), "\(schema)")
    #expect(report.contains("igata: removed User.keys: "), "\(report)")
    #expect(report.contains("igata: changed User.plan: "), "\(report)")
  }

  /// What names a column that is gone goes with it, and is printed. What doesn't stays.
  @Test func membersFollow() async throws {
    let (schema, report) = try await follow(
      ["CREATE TABLE jobs (id INTEGER PRIMARY KEY, size INT, name TEXT, gone INT)"],
      """
      model Job @table("jobs") @external {
        let id: Int = autoincrement() @primaryKey
        size: Int?
        name: String?
        gone: Int?

        index(size, where: gone == nil)
        index(name, where: size == nil)
        check(gone > size)
        check(size > 0)
      }

      """, ["ALTER TABLE jobs DROP COLUMN gone"])
    #expect(
      schema == """
        model Job @table("jobs") @external {
          let id: Int = autoincrement() @primaryKey
          size: Int?
          name: String?

          index(name, where: size == nil)
          check(size > 0)
        }

        """)
    #expect(
      report == """
        igata: removed Job.gone: there is no column 'gone'
        igata: removed 'index(size, where: gone == nil)' of Job: model 'Job' has no field 'gone'
        igata: removed 'check(gone > size)' of Job: model 'Job' has no field 'gone'

        """)
  }

  /// Declarations on one line get further lines.
  @Test func singleLinesFollow() async throws {
    let (schema, _) = try await follow(
      ["CREATE TABLE jobs (id INTEGER PRIMARY KEY)", "CREATE TABLE s (id TEXT PRIMARY KEY CHECK (id IN ('a')))"],
      """
      enum Kind: String { case a }
      model Job @table("jobs") @external { let id: Int = autoincrement() @primaryKey }
      model S @external { let id: String @primaryKey }

      """,
      [
        "ALTER TABLE jobs ADD COLUMN size INT", "ALTER TABLE jobs ADD COLUMN name TEXT", "DROP TABLE s",
      ])
    #expect(
      schema == """
        enum Kind: String { case a }
        model Job @table("jobs") @external { let id: Int = autoincrement() @primaryKey
          size: Int?
          name: String?
         }

        """)
  }

  /// A table that becomes a view, and a view that becomes a table.
  @Test func viewsFollow() async throws {
    let (schema, report) = try await follow(
      [
        "CREATE TABLE base (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO base VALUES (1, 'a'), (2, 'b')",
        "CREATE TABLE first (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "CREATE VIEW second AS SELECT id, name FROM base",
      ],
      """
      model First @external {
        let id: Int = autoincrement() @primaryKey
        title: String @column("name") @sensitive
      }

      model Second @external @readOnly {
        let id: Int @primaryKey
        title: String? @column("name")
      }

      """,
      [
        "DROP TABLE first", "DROP VIEW second", "CREATE VIEW first AS SELECT id, name FROM base",
        "CREATE TABLE second (id INTEGER PRIMARY KEY, name TEXT)",
      ])
    #expect(schema.contains("model First @external @readOnly {"), "\(schema)\n\(report)")
    #expect(schema.contains("title: String @column(\"name\") @sensitive"), "\(schema)\n\(report)")
  }

  /// What couldn't be described wasn't left out by hand: it is listed, and added when it can be.
  @Test func whatCouldntBeDescribedIsAdded() async throws {
    let schema = """
      model Job @table("jobs") @external {
        let id: Int = autoincrement() @primaryKey
      }

      """
    let creation = ["CREATE TABLE jobs (id INTEGER PRIMARY KEY)", "CREATE VIEW found AS SELECT id FROM jobs"]
    for name in ["shop.sqlite", "Shop.igata"] { try? FileManager.default.removeItem(atPath: scratch.path(name)) }
    for statement in creation { try run(statement) }
    try write(schema)
    let listed = "igata: left out: 'found': no column identifies its rows\n"
    for _ in 0..<2 {
      let outcome = try await introspect()
      #expect(outcome.errors == listed + "igata: 'Shop.igata' describes what the database has\n")
    }
    try run("INSERT INTO jobs VALUES (1), (2)")
    #expect(try await introspect().errors == "igata: added Found: the table 'found' is new\n")
    let program = Program(built: "igata", ["introspect", "shop.sqlite", "-o", "Shop.igata", "--check"], in: scratch.folder)
    #expect(try await apart { try program.run() }.status == 0)
  }

  /// A foreign key that comes back, and an enum for a column that had another type.
  @Test func relationsAndEnumsComeBack() async throws {
    let (schema, report) = try await follow(
      [
        "CREATE TABLE users (id INTEGER PRIMARY KEY)",
        "CREATE TABLE jobs (id INTEGER PRIMARY KEY, user_id INTEGER, state INT)",
      ],
      """
      model User @table("users") @external {
        let id: Int = autoincrement() @primaryKey
      }

      model Job @table("jobs") @external {
        let id: Int = autoincrement() @primaryKey
        owner: User? @column("user_id") @onDelete(unconstrained)
        phase: Int? @column("state") @sensitive
      }

      """,
      [
        "DROP TABLE jobs",
        "CREATE TABLE jobs (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users ON DELETE CASCADE, "
          + "state TEXT CHECK (state IN ('new', 'done')))",
      ])
    #expect(schema.contains("  owner: User? @column(\"user_id\") @onDelete(cascade)\n"), "\(schema)\n\(report)")
    #expect(
      schema.contains("  phase: JobState? @column(\"state\") @sensitive\n")
        && schema.hasSuffix("\nenum JobState: String {\n  case new\n  case done\n}\n"), "\(schema)\n\(report)")
  }

  /// The mark at the beginning, the ends of the lines, comments inside a field, and what is of the schema alone stay.
  @Test func formsOfTheFileStay() async throws {
    let schema = """
      \u{FEFF}// By hand.
      model Job @table("jobs") @external {
        let id: Int = autoincrement() @primaryKey
        size: Int? /* how big */ @column("length") /* in metres */ @sensitive @index // So far.
        web: URL? @deprecated("no")
        old: Int?
      }

      """.replacing("\n", with: "\r\n")
    let (after, _) = try await follow(
      ["CREATE TABLE jobs (id INTEGER PRIMARY KEY, length INT, web TEXT, old INT)"], schema,
      [
        "DROP TABLE jobs",
        "CREATE TABLE jobs (id INTEGER PRIMARY KEY, length TEXT, web TEXT NOT NULL, new INT)",
        "CREATE TABLE tags (id INTEGER PRIMARY KEY)",
      ])
    #expect(
      after == """
        \u{FEFF}// By hand.
        model Job @table("jobs") @external {
          let id: Int = autoincrement() @primaryKey
          size: String? /* how big */ @column("length") /* in metres */ @sensitive @index // So far.
          web: URL @deprecated("no")
          new: Int?
        }

        model Tag @table("tags") @external {
          let id: Int = autoincrement() @primaryKey
        }

        """.replacing("\n", with: "\r\n"))
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
