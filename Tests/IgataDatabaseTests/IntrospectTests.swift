import Foundation
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// `igata introspect`, on databases that other programs made.
@Suite struct IntrospectTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(_ arguments: String...) async throws -> Outcome {
    let program = Program(built: "igata", ["introspect"] + arguments, in: scratch.folder)
    return try await apart { try program.run() }
  }

  private func make(_ name: String, _ statements: String...) throws {
    let connection = try Connection(path: scratch.path(name), flags: 6)
    for statement in statements { _ = try connection.texts(statement) }
  }

  private func makeShop() throws {
    try make(
      "shop.sqlite",
      "CREATE TABLE people (person_id INTEGER PRIMARY KEY, full_name VARCHAR(80) NOT NULL, is_admin TINYINT(1) "
        + "NOT NULL DEFAULT 0, notes TEXT DEFAULT 'none', parent_id INTEGER REFERENCES people ON DELETE SET NULL)",
      "CREATE TABLE Orders (OrderID TEXT NOT NULL PRIMARY KEY, buyer INT NOT NULL REFERENCES people (person_id) "
        + "ON DELETE CASCADE ON UPDATE CASCADE, total REAL NOT NULL, payload BLOB, tags TEXT, "
        + "total_twice REAL AS (total * 2), mixed)",
      "CREATE TABLE order_people (order_ref TEXT NOT NULL REFERENCES Orders, person INTEGER NOT NULL REFERENCES people, "
        + "PRIMARY KEY (order_ref, person)) WITHOUT ROWID",
      "CREATE INDEX people_name ON people (full_name)",
      "CREATE UNIQUE INDEX orders_once ON Orders (buyer, total)",
      "CREATE TABLE log (line TEXT)",
      "CREATE VIEW totals AS SELECT sum(total) FROM Orders",
      "CREATE VIEW buyers AS SELECT max(full_name) AS name, buyer, count(*) AS n FROM Orders JOIN people "
        + "ON buyer = person_id GROUP BY buyer",
      "CREATE VIRTUAL TABLE found USING fts5(body)",
      "INSERT INTO people VALUES (1, 'Ann', 1, NULL, NULL), (2, 'Ben', 0, 'x', 1)",
      "INSERT INTO Orders (OrderID, buyer, total, tags, mixed) VALUES ('a', 1, 1.5, '[\"x\"]', 1), "
        + "('b', 2, 2, '{}', 'two')")
  }

  /// A table whose key can't be one of a model is known by the numbers of its rows.
  @Test func keysThatCannotBeUsed() async throws {
    try make(
      "keys.sqlite", "CREATE TABLE dated (at DATETIME NOT NULL UNIQUE, note TEXT)",
      "INSERT INTO dated VALUES ('2024-05-27 11:12:13', 'a'), ('2024-05-27 11:12:14.5', 'b')",
      "CREATE TABLE real (x REAL NOT NULL PRIMARY KEY, note TEXT)", "INSERT INTO real VALUES (1.5, 'a')",
      "CREATE TABLE cased (x TEXT NOT NULL COLLATE NOCASE PRIMARY KEY, note TEXT)", "INSERT INTO cased VALUES ('a', 'b')",
      "CREATE TABLE nulls (x TEXT PRIMARY KEY, note TEXT)", "INSERT INTO nulls VALUES (NULL, 'a'), (NULL, 'b')",
      "CREATE TABLE half (x TEXT UNIQUE, y TEXT NOT NULL)", "INSERT INTO half VALUES (NULL, 'a')",
      "CREATE TABLE child (id INTEGER PRIMARY KEY, real REFERENCES real, nulls TEXT REFERENCES nulls)",
      "INSERT INTO child VALUES (1, 1.5, NULL)",
      "CREATE TABLE bare (x REAL NOT NULL PRIMARY KEY) WITHOUT ROWID", "INSERT INTO bare VALUES (1.5)")
    let outcome = try await run("keys.sqlite", "-o", "Keys.igata")
    #expect(outcome.status == 0, "\(outcome)")
    let schema = try scratch.read("Keys.igata")
    for name in ["Dated", "Real", "Cased", "Null", "Half"] {
      let model = schema.components(separatedBy: "\n\n").first { $0.hasPrefix("model \(name) ") }
      #expect(model?.contains("let rowid: Int = autoincrement() @primaryKey") == true, "\(name): \(schema)")
    }
    #expect(schema.contains("x: String? @unique\n"), "\(schema)")
    #expect(schema.contains("nulls: Null? @column(\"nulls\") @references(x) @onDelete(noAction)"), "\(schema)")
    #expect(!schema.contains("Bare") && outcome.errors.contains("left out: 'bare': "), "\(outcome)")
    #expect(outcome.errors.contains("6 tables of 7"), "\(outcome)")
  }

  @Test func tablesBecomeModels() async throws {
    try makeShop()
    let before = try scratch.bytes("shop.sqlite")
    let outcome = try await run("shop.sqlite", "-o", "Shop.igata")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      try scratch.read("Shop.igata") == """
        // igata introspect: 5 tables, 17 columns; see Shop.catalog

        model Order @table("Orders") @external {
          let orderID: String @column("OrderID") @primaryKey
          buyer: Person @column("buyer") @onDelete(cascade) @onUpdate(cascade)
          total: Double
          payload: Data?
          tags: JSON?  // 2 rows: JSON
          totalTwice: Double? @readOnly
          orderPersons: [OrderPerson] @inverse(orderRef)

          unique(buyer, total)
        }

        model Buyer @table("buyers") @external @readOnly {
          let name: String @primaryKey  // it is different in all rows that were looked at
          buyer: Int?
          n: Int?  // 2 rows, declared without a type: whole numbers
        }

        model Log @external {
          let rowid: Int = autoincrement() @primaryKey
          line: String?
        }

        model OrderPerson @table("order_people") @external {
          orderRef: Order @column("order_ref") @onDelete(noAction)
          person: Person @column("person") @onDelete(noAction)

          primaryKey(orderRef, person)
        }

        model Person @table("people") @external {
          let personID: Int = autoincrement() @primaryKey
          fullName: String @index
          isAdmin: Bool = false
          notes: String? = "none"
          parent: Person? @column("parent_id")
          orders: [Order] @inverse(buyer)
          orderPersons: [OrderPerson] @inverse(person)
          persons: [Person] @inverse(parent)
        }

        """)
    #expect(
      outcome.errors == """
        igata: 5 tables of 6, 17 columns of 19 are described
        igata: left out: Orders.mixed: its rows hold whole numbers and texts
        igata: left out: 'found': it is a virtual table
        igata: left out: 'found_config': it is a table of a virtual table
        igata: left out: 'found_content': it is a table of a virtual table
        igata: left out: 'found_data': it is a table of a virtual table
        igata: left out: 'found_docsize': it is a table of a virtual table
        igata: left out: 'found_idx': it is a table of a virtual table
        igata: left out: 'totals': no column identifies its rows

        """)
    #expect(try scratch.bytes("shop.sqlite") == before)
    #expect(scratch.files() == ["Shop.catalog", "Shop.igata", "shop.sqlite"])
  }

  /// Days, by the rows: all of them, and only days.
  @Test func days() async throws {
    try make(
      "days.sqlite",
      "CREATE TABLE people (id INTEGER PRIMARY KEY, born DATE NOT NULL, hired_on TEXT, code CHAR(8) NOT NULL, "
        + "visit_date INTEGER, left_on CHAR(8), died DATE, number INTEGER)",
      "INSERT INTO people VALUES (1, '1980-02-29', '2001-01-01', '20240101', 20240527, '20240527', NULL, 20240527), "
        + "(2, '1985-03-01', NULL, '20231212', NULL, NULL, NULL, 20240528)",
      "CREATE TABLE others (id INTEGER PRIMARY KEY, day DATE, word TEXT, end_date INTEGER, at_date DATE)",
      "INSERT INTO others VALUES (1, '2024-02-30', '2024-01-01', 20240230, '2024-01-01'), "
        + "(2, '2024-02-28', '2024-01-0x', 20240229, '2024-01-01 00:00:00')",
      "CREATE TABLE holidays (day DATE NOT NULL PRIMARY KEY, name TEXT NOT NULL)",
      "INSERT INTO holidays VALUES ('2024-01-01', 'New Year')")
    let before = try scratch.bytes("days.sqlite")
    #expect(try await run("days.sqlite", "-o", "Days.igata").status == 0)
    #expect(
      try scratch.read("Days.igata") == """
        // igata introspect: 3 tables, 15 columns; see Days.catalog

        model Holiday @table("holidays") @external {
          let day: Day @primaryKey  // 1 row
          name: String
        }

        model Other @table("others") @external {
          let id: Int = autoincrement() @primaryKey
          day: String?  // 2 rows, declared DATE: texts
          word: String?
          endDate: Int?
          atDate: String?  // 2 rows, declared DATE: texts
        }

        model Person @table("people") @external {
          let id: Int = autoincrement() @primaryKey
          born: Day  // 2 rows
          hiredOn: Day?  // 1 of 2 rows
          code: String
          visitDate: Day? @stored(as: compact)  // 1 of 2 rows
          leftOn: Day? @stored(as: compact)  // 1 of 2 rows
          died: Day?  // no rows: declared DATE; compare with what its program writes
          number: Int?
        }

        """)
    #expect(try scratch.bytes("days.sqlite") == before)
  }

  /// What the page shows is what the command writes.
  @Test func thePageIsTrue() async throws {
    let page = testsFolder + "/../Sources/IgataRuntime/IgataRuntime.docc/DatabasesOfOthers.md"
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let blocks = text.split(separator: "```").map(String.init)
    let sql = try #require(blocks.first { $0.hasPrefix("sql\n") }).dropFirst(4)
    let schema = try #require(blocks.first { $0.hasPrefix("igata\n") }).dropFirst(6)
    let connection = try Connection(path: scratch.path("vault.sqlite"), flags: 6)
    for statement in sql.split(separator: ";\n") { _ = try connection.texts(String(statement)) }
    #expect(try await run("vault.sqlite", "-o", "Vault.igata").status == 0)
    #expect(try scratch.read("Vault.igata") == schema)
  }

  @Test func changesOfOthersAreFound() async throws {
    try makeShop()
    #expect(try await run("shop.sqlite", "-o", "Shop.igata").status == 0)
    let same = try await run("shop.sqlite", "-o", "Shop.igata", "--check")
    #expect(same.status == 0 && same.output.isEmpty, "\(same)")
    try make("shop.sqlite", "ALTER TABLE people ADD COLUMN age INTEGER", "INSERT INTO log VALUES ('a row')")
    let changed = try await run("shop.sqlite", "-o", "Shop.igata", "--check")
    #expect(changed.status == 1, "\(changed)")
    let lines = changed.output.split(separator: "\n").filter { $0.hasPrefix("+") || $0.hasPrefix("-") }.dropFirst(2)
    #expect(lines.count == 2 && lines.last?.contains("age INTEGER") == true, "\(changed.output)")
  }

  /// What a check says of one column becomes a type or a bound, whatever its texts are.
  @Test func checksBecomeTypes() async throws {
    try make(
      "checks.sqlite",
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT NOT NULL DEFAULT 'in progress' "
        + "CHECK (status IN ('new', 'in progress', 'default', '')), quantity INT CHECK (quantity >= 0 AND quantity < 100), "
        + "name TEXT NOT NULL CHECK (length(name) <= 20), flag INT NOT NULL DEFAULT 0 CHECK (flag IN (0, 1)), "
        + "doc TEXT CHECK (json_valid(doc)), low INT, high INT, "
        + "bad TEXT CHECK (bad IN ('\"\n}model Y {}', '}', '//')), CHECK (low < high))")
    let outcome = try await run("checks.sqlite")
    #expect(
      outcome.output == #"""
        // igata introspect: 1 tables, 9 columns

        enum OrderStatus: String {
          case new
          case inProgress = "in progress"
          case default
          case other = ""
        }

        enum OrderBad: String {
          case modelY = "\"\n}model Y {}"
          case other = "}"
          case other2 = "//"
        }

        model Order @table("orders") @external {
          let id: Int = autoincrement() @primaryKey
          status: OrderStatus = .inProgress
          quantity: Int? @range(0...99)
          name: String @length(...20)
          flag: Bool = false
          doc: JSON?
          low: Int?
          high: Int?
          bad: OrderBad?
        }

        """#, "\(outcome)")
  }

  /// Names, defaults and comments that would be code elsewhere.
  @Test func hostileNames() async throws {
    try make(
      "hostile.sqlite",
      #"CREATE TABLE "a""b\n}(`x`" ("id" INTEGER PRIMARY KEY, "model X { id: Int }" TEXT DEFAULT '"\(exit(1))"', "#
        + #""let" TEXT, "self" TEXT, "*/ // --" TEXT, "" TEXT, "1st" TEXT, "été" TEXT, "été " TEXT)"#,
      "CREATE TABLE \"line\n} model Y { id: Int @primaryKey }\" (id INTEGER PRIMARY KEY, \"c\nd\" TEXT)",
      "CREATE TABLE \"Currency\" (code TEXT PRIMARY KEY NOT NULL, currency TEXT)",
      "CREATE TABLE \"\" (id INTEGER PRIMARY KEY)", "CREATE TABLE \"string\" (id INTEGER PRIMARY KEY)",
      "CREATE TABLE lost (id INTEGER PRIMARY KEY, a REFERENCES missing, b INTEGER REFERENCES lost (gone))")
    let outcome = try await run("hostile.sqlite", "-o", "Hostile.igata")
    #expect(outcome.status == 0, "\(outcome)")
    let schema = try scratch.read("Hostile.igata")
    #expect(schema.split(separator: "\n").filter { $0.hasPrefix("model ") }.count == 5, "\(schema)")
    #expect(outcome.errors.contains("igata: left out: '':"), "\(outcome)")
    let lint = Program(built: "igata", ["generate", "Hostile.igata", "-o", "out"], in: scratch.folder)
    let generated = try await apart { try lint.run() }
    #expect(generated.status == 0, "\(generated)")
  }

  /// A relation that no schema can have becomes a value, and its target stays. So does one to fractions.
  @Test func keysInAnotherForm() async throws {
    try make(
      "forms.sqlite",
      "CREATE TABLE moments (id INTEGER PRIMARY KEY, at TIMESTAMP NOT NULL UNIQUE, last TIMESTAMP REFERENCES moments (at))",
      "CREATE TABLE prices (id INTEGER PRIMARY KEY, price REAL NOT NULL UNIQUE)",
      "CREATE TABLE sales (id INTEGER PRIMARY KEY, price REAL REFERENCES prices (price))")
    let outcome = try await run("forms.sqlite")
    #expect(outcome.status == 0 && outcome.errors.contains("7 columns of 7 are described"), "\(outcome)")
    for line in ["  at: Date @unique @stored(as: text)", "  last: Date? @stored(as: text)", "  price: Double @unique"] {
      #expect(outcome.output.contains(line), "\(outcome)")
    }
  }

  /// The greatest and the least keys, many rows, and no rows.
  @Test func rowsAreSpread() async throws {
    try make(
      "rows.sqlite", "CREATE TABLE numbers (id INTEGER PRIMARY KEY, value NUMERIC, late, large NUMERIC)",
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) "
        + "INSERT INTO numbers SELECT i, i / 2, CASE WHEN i > 29000 THEN 'text' END, 9007199254740993 FROM n",
      "INSERT INTO numbers VALUES (9223372036854775807, 1, NULL, 1), (-9223372036854775808, 1, NULL, 1)")
    let outcome = try await run("rows.sqlite")
    #expect(outcome.status == 0, "\(outcome)")
    // The first and the last rows are looked at, however far they are from all others.
    #expect(outcome.output.contains("  value: Double?  // 5000 rows"), "\(outcome)")
    #expect(outcome.output.contains("  late: String?  // 1000 of 5000 rows"), "\(outcome)")
    // No `Double` holds it.
    #expect(outcome.output.contains("  large: Int?  // 5000 rows"), "\(outcome)")
  }

  @Test func damagedCatalogs() async throws {
    try make("bad.sqlite", "CREATE TABLE good (id INTEGER PRIMARY KEY)", "CREATE TABLE bad (id INTEGER PRIMARY KEY)")
    let parts = try scratch.bytes("bad.sqlite").split(separator: Array("TABLE bad (id".utf8), omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    try scratch.write(parts.joined(separator: Array("TABLE bad ((d".utf8)), to: "bad.sqlite")
    let outcome = try await run("bad.sqlite")
    #expect(outcome.status != 0 && !outcome.errors.contains("bug in igata"), "\(outcome)")
    try scratch.write("not a database, but a text that is long enough to be read as the head of one", to: "text.sqlite")
    let text = try await run("text.sqlite")
    #expect(text.status != 0 && text.errors.contains("file is not a database"), "\(text)")
    let missing = try await run("missing.sqlite")
    #expect(missing.status != 0 && missing.errors.contains("there is no file 'missing.sqlite'"), "\(missing)")
  }

  #if PostgreSQL
  @Test(.enabled(if: CopyServer.isThere)) func aSchemaOfAServer() async throws {
    let (url, name) = try await CopyServer.schema(
      """
      CREATE TYPE "Mood" AS ENUM ('happy', 'so so');
      CREATE TABLE "User" (id text PRIMARY KEY, "createdAt" timestamp(3) NOT NULL DEFAULT now(), mood "Mood" NOT NULL,
        past "Mood"[], name varchar(80), balance numeric(20, 3) NOT NULL, tags text[], seen timestamptz, raw json,
        born date, loud text GENERATED ALWAYS AS (upper(name)) STORED);
      COMMENT ON TABLE "User" IS 'Who signs in.
      } model Evil {';
      COMMENT ON COLUMN "User".name IS 'The */ "name"';
      CREATE TABLE visits (id bigserial PRIMARY KEY, "userId" text NOT NULL REFERENCES "User" ON DELETE CASCADE
        ON UPDATE CASCADE, location point, count integer NOT NULL DEFAULT 1, UNIQUE ("userId", count));
      CREATE TABLE nothing (line text);
      CREATE VIEW seen AS SELECT count(*) FROM visits;
      CREATE MATERIALIZED VIEW moods AS SELECT mood, 7 AS n, 'x' AS id FROM "User" WHERE false;
      CREATE VIEW shouted AS SELECT 2 AS number, 'happy'::"Mood" AS mood;
      CREATE TABLE parts (id integer PRIMARY KEY) PARTITION BY RANGE (id);
      CREATE TABLE part1 PARTITION OF parts FOR VALUES FROM (1) TO (9);
      """)
    let outcome = try await run(url, "--schema", name, "-o", "Server.igata")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      try scratch.read("Server.igata") == """
        // igata introspect: 5 tables, 18 columns; see Server.catalog

        enum Mood: String {
          case happy
          case soSo = "so so"
        }

        /// Who signs in.
        /// } model Evil {
        model User @table("User") @external {
          let id: String @primaryKey
          createdAt: Date = now() @column("createdAt") @stored(as: local(3))
          mood: Mood @stored(as: native("Mood"))
          past: [Mood] @stored(as: native("Mood"))
          /// The */ "name"
          name: String? @length(...80)
          balance: Decimal @precision(20, 3)
          tags: [String]
          seen: Date?
          raw: JSON?
          born: Day?
          loud: String? @readOnly
          visits: [Visit] @inverse(user)
        }

        model Part @table("parts") @external {
          let id: Int32 @primaryKey
        }

        model Seen @external @readOnly {
          let count: Int @primaryKey  // it is different in all rows that were looked at
        }

        model Shouted @external @readOnly {
          let number: Int32 @primaryKey  // it is different in all rows that were looked at
          mood: Mood? @stored(as: native("Mood"))
        }

        model Visit @table("visits") @external {
          let id: Int = autoincrement() @primaryKey
          user: User @column("userId") @onDelete(cascade) @onUpdate(cascade)
          count: Int32 = 1

          unique(user, count)
        }

        """)
    #expect(
      outcome.errors == """
        igata: 5 tables of 7, 18 columns of 23 are described
        igata: left out: 'moods': no column identifies its rows
        igata: left out: 'nothing': no column identifies its rows
        igata: left out: visits.location: no type of the language holds point

        """)
    #expect(try await run(url, "--schema", name, "-o", "Server.igata", "--check").status == 0)
    let missing = try await run(url, "--schema", "no such")
    #expect(missing.status != 0 && missing.errors.contains("schema 'no such'"), "\(missing)")
  }
  #endif
}
