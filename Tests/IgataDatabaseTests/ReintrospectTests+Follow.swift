import Foundation
import TestSupport
import Testing

// What the other program does to its tables, and what was written by hand.
extension ReintrospectTests {
  /// Introspects a database, writes a schema by hand, changes the database, and returns the schema that follows it.
  func follow(
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

  /// What couldn't be described for a while comes back, also if it was all that there is.
  @Test func whatCanBeDescribedAgain() async throws {
    try run("CREATE TABLE posts (id INTEGER PRIMARY KEY, count INT, title TEXT)")
    try run("INSERT INTO posts VALUES (1, 1, 'a')")
    #expect(try await introspect().status == 0)
    try run("INSERT INTO posts VALUES (2, 'many', 'b')")
    let odd = try await introspect()
    #expect(odd.status == 0 && odd.errors.contains("removed Post.count"), "\(odd)")
    let still = try await introspect()
    #expect(!still.errors.contains("added"), "\(still)")
    try run("DELETE FROM posts WHERE id = 2")
    let mended = try await introspect()
    #expect(mended.status == 0 && mended.errors.contains("added Post.count"), "\(mended)")

    try run("DROP TABLE posts")
    try run("CREATE TABLE posts (id INTEGER NOT NULL, score REAL NOT NULL UNIQUE)")
    let gone = try await introspect()
    #expect(gone.status == 0 && gone.errors.contains("removed Post"), "\(gone)")
    #expect(try await introspect().status == 0)
    try run("DROP TABLE posts")
    try run("CREATE TABLE posts (id INTEGER PRIMARY KEY, count INT)")
    let back = try await introspect()
    #expect(back.status == 0 && back.errors.contains("added Post"), "\(back)")
  }

  /// A table that was a view in between isn't only read any more.
  @Test func viewsThatBecomeTables() async throws {
    try run("CREATE TABLE owners (id INTEGER PRIMARY KEY)")
    let table = "CREATE TABLE tools (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES owners (id) ON DELETE RESTRICT)"
    try run(table)
    #expect(try await introspect().status == 0)
    try run("DROP TABLE tools")
    try run("CREATE VIEW tools AS SELECT 1 AS id, 2 AS owner")
    #expect(try await introspect().status == 0)
    try run("DROP VIEW tools")
    try run(table)
    let outcome = try await introspect()
    #expect(outcome.status == 0, "\(outcome)")
    let schema = String(decoding: try scratch.bytes("Shop.igata"), as: UTF8.self)
    #expect(
      schema.contains("model Tool @table(\"tools\") @external {\n  let id: Int = autoincrement() @primaryKey\n"),
      "\(schema)")
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
    #expect(schema.contains("  /// The one.\n  plans: [Plan] @inverse(owner)\n}"), "\(schema)")
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
    #expect(schema.contains("title: String? @column(\"name\") @sensitive"), "\(schema)\n\(report)")
    #expect(schema.contains("model Second @external {\n  let id: Int = autoincrement()"), "\(schema)\n\(report)")
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
    let check = Program(
      built: "igata", ["introspect", "shop.sqlite", "-o", "Shop.igata", "--check"], in: scratch.folder)
    #expect(try await apart { try check.run() }.status == 0)
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
}
