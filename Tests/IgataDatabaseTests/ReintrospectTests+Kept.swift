import Foundation
import TestSupport
import Testing

// What is neither a column nor a table: the other sides of relations, comments, newtypes, and a model that can't follow.
extension ReintrospectTests {
  /// A relation that becomes unique has one model on its other side, and a list if it isn't unique any more.
  @Test func otherSidesFollow() async throws {
    let creation = [
      "CREATE TABLE users (id INTEGER PRIMARY KEY)",
      "CREATE TABLE profiles (id INTEGER PRIMARY KEY, user_id INT NOT NULL REFERENCES users (id), boss_id INT REFERENCES users (id))",
      "CREATE TABLE keys (id INTEGER PRIMARY KEY, user_id INT NOT NULL UNIQUE REFERENCES users (id), boss_id INT UNIQUE REFERENCES users (id))",
    ]
    let schema = """
      model User @table("users") @external {
        let id: Int = autoincrement() @primaryKey
        /// Who they are.
        profiles: [Profile] @inverse(user) // By hand.
        friends: [Profile] @inverse(boss)
        key: Key? @inverse(user)
        badge: Key? @inverse(boss)
      }

      model Profile @table("profiles") @external {
        let id: Int = autoincrement() @primaryKey
        user: User @onDelete(noAction)
        boss: User? @onDelete(noAction)
      }

      model Key @table("keys") @external {
        let id: Int = autoincrement() @primaryKey
        user: User @unique @onDelete(noAction)
        boss: User? @unique @onDelete(noAction)
      }

      """
    let changes = [
      "CREATE UNIQUE INDEX a ON profiles (user_id)", "CREATE UNIQUE INDEX b ON profiles (boss_id)", "DROP TABLE keys",
      "CREATE TABLE keys (id INTEGER PRIMARY KEY, user_id INT NOT NULL REFERENCES users (id), boss_id INT REFERENCES users (id))",
    ]
    let (followed, report) = try await follow(creation, schema, changes)
    let expected = schema.replacing("profiles: [Profile] @inverse(user)", with: "profile: Profile? @inverse(user)")
      .replacing("friends: [Profile]", with: "friends: Profile?")
      .replacing("key: Key? @inverse(user)", with: "keys: [Key] @inverse(user)").replacing("badge: Key?", with: "badge: [Key]")
      .replacing("user: User @onDelete(noAction)\n  boss: User? @on", with: "user: User @onDelete(noAction) @unique\n  boss: User? @onDelete(noAction) @unique\n@")
      .replacing("@unique\n@Delete(noAction)", with: "@unique").replacing("User @unique @", with: "User @")
      .replacing("User? @unique @", with: "User? @")
    #expect(followed == expected, "\(report)")
    #expect(report.contains("igata: changed User.profiles: 'Profile.user' is unique\n"), "\(report)")
    #expect(report.contains("igata: changed User.badge: 'Key.boss' is not unique any more\n"), "\(report)")
    // A member that says something else as well stays.
    let (kept, keptReport) = try await follow(
      creation, schema.replacing("[Profile] @inverse(user)", with: "[Profile] @inverse(user) @renamed(from: \"all\")"),
      [changes[0]])
    #expect(kept.contains("profiles: [Profile] @inverse(user) @renamed"), "\(keptReport)")
    #expect(keptReport.contains("igata: kept User.profiles as it is: 'Profile.user' is unique\n"), "\(keptReport)")
  }

  #if PostgreSQL
  /// A field beside a relation that has its column stays, also if the relation alone would have it now.
  @Test(.enabled(if: CopyServer.isThere)) func fieldsBesideRelationsStay() async throws {
    let (url, name) = try await CopyServer.schema(
      """
      CREATE TYPE kind AS ENUM ('a', 'b');
      CREATE TABLE types (id integer PRIMARY KEY, price integer NOT NULL, email kind NOT NULL, parent_price integer,
        other kind NOT NULL, UNIQUE (price, email));
      ALTER TABLE types ADD FOREIGN KEY (parent_price, other) REFERENCES types (price, email);
      """)
    let program = Program(
      built: "igata", ["introspect", url, "--schema", name, "-o", "Shop.igata"], in: scratch.folder)
    #expect(try await apart { try program.run() }.status == 0)
    let schema = try scratch.read("Shop.igata")
    #expect(schema.contains("  other: Kind @stored"), "\(schema)")
    try await CopyServer.run("ALTER TABLE types ALTER parent_price SET NOT NULL", in: name)
    #expect(try await apart { try program.run() }.status == 0)
    #expect(try scratch.read("Shop.igata") == schema)
  }
  #endif

  /// A model with a line that nothing follows stays, with all that was written by hand.
  @Test func modelsThatCantFollowStay() async throws {
    try run("CREATE TABLE jobs (id INTEGER PRIMARY KEY, org INTEGER NOT NULL)", "CREATE TABLE others (id INTEGER PRIMARY KEY)")
    #expect(try await introspect().status == 0)
    let schema = """
      /// By hand.
      model Job @table("jobs") @external {
        let id: Int = autoincrement() @primaryKey
        org: Int

        // Here.
        distribute(by: org)
      }

      model Other @table("others") @external {
        let id: Int = autoincrement() @primaryKey
      }

      """
    try write(schema)
    try run("ALTER TABLE jobs DROP COLUMN org", "ALTER TABLE others ADD COLUMN name TEXT")
    let catalog = try scratch.read("Shop.catalog")
    let outcome = try await introspect()
    #expect(outcome.status != 0, "\(outcome)")
    #expect(
      outcome.errors.contains("'Shop.igata' can't follow 'shop.sqlite', as then line 7, 'distribute(by: org)', wouldn't compile: "),
      "\(outcome)")
    #expect(outcome.errors.contains("change that line by hand first"), "\(outcome)")
    #expect(try scratch.read("Shop.igata") == schema)
    #expect(try scratch.read("Shop.catalog") == catalog)
  }

  /// Comments that introspection wrote go with what they say, and those of people stay.
  @Test func commentsFollow() async throws {
    try run(
      "CREATE TABLE a (id INTEGER PRIMARY KEY, code REAL, name TEXT, note)",
      "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id TEXT REFERENCES a (id), c_id TEXT REFERENCES a (id), born DATE, died DATE)",
      "INSERT INTO a VALUES (1, 1, 'x', '{}')")
    #expect(try await introspect().status == 0)
    var schema = try scratch.read("Shop.igata")
    for comment in [
      "// igata introspect: 2 tables, 9 columns; see Shop.catalog", "aID: String?  // refers to 'a': it is TEXT",
      "born: Day?  // no rows: declared DATE; compare with what its program writes", "note: JSON?  // 1 row: JSON",
    ] {
      #expect(schema.contains(comment), "\(schema)")
    }
    schema = schema.replacing(
      "cID: String?  // refers to 'a': it is TEXT, which stores text", with: "cID: String?  // refers, by hand")
    try write(schema)
    try run(
      "DROP TABLE b",
      "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a (id), c_id INTEGER REFERENCES a (id), born DATE, died DATE)",
      "INSERT INTO b (born) VALUES ('2024-01-02')", "INSERT INTO a VALUES (2, 1, 'x', '{}')")
    let outcome = try await introspect()
    #expect(outcome.status == 0, "\(outcome)")
    let followed = try scratch.read("Shop.igata")
    for line in [
      "// igata introspect: 2 tables, 9 columns; see Shop.catalog\n", "  a: A? @onDelete(noAction)\n",
      "  c: A? @onDelete(noAction)  // refers, by hand\n", "  born: Day?  // 1 row\n",
      "  died: Day?  // no rows: declared DATE; compare with what its program writes\n", "note: JSON?  // 1 row: JSON\n",
    ] {
      #expect(followed.contains(line), "\(line)\(followed)\(outcome)")
    }
    try run("ALTER TABLE a DROP COLUMN name")
    #expect(try await introspect().status == 0)
    #expect(try scratch.read("Shop.igata").hasPrefix("// igata introspect: 2 tables, 8 columns; see Shop.catalog\n"))
  }

  /// A column of several that refer together keeps the name that a person gave it.
  @Test func partsOfKeysKeepTheirNames() async throws {
    let (schema, report) = try await follow(
      [
        "CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY, state INT NOT NULL, UNIQUE (state, id))",
        "CREATE TABLE tags (id INTEGER PRIMARY KEY, self INT NOT NULL, size BLOB NOT NULL)",
      ],
      """
      model User @table("users") @external {
        let id: String @primaryKey
        state: Int

        unique(state, id)
      }

      model Tag @table("tags") @external {
        let id: Int = autoincrement() @primaryKey
        mine: Data @column("size")
      }

      """,
      [
        "DROP TABLE tags",
        "CREATE TABLE tags (id INTEGER PRIMARY KEY, self INT NOT NULL, size TEXT NOT NULL, "
          + "FOREIGN KEY (self, size) REFERENCES users (state, id))",
      ])
    #expect(schema.contains("  mine: String @column(\"size\")\n"), "\(schema)\(report)")
  }

  /// A relation of several columns, of which one gets another name.
  @Test func relationsWithOtherColumnsComeBack() async throws {
    let target = "CREATE TABLE a (id INTEGER PRIMARY KEY, code TEXT NOT NULL, UNIQUE (code, id))"
    try await followAsNew(
      [
        target,
        "CREATE TABLE b (id INTEGER PRIMARY KEY, a_code TEXT NOT NULL, a_id INT NOT NULL, "
          + "FOREIGN KEY (a_code, a_id) REFERENCES a (code, id))",
      ], ["ALTER TABLE b RENAME COLUMN a_code TO a_name"])
  }

  /// A scalar that rows showed which are gone is no reason to keep a relation out.
  @Test func columnsWithOtherRowsBecomeRelations() async throws {
    try await followAsNew(
      ["CREATE TABLE a (id INTEGER PRIMARY KEY, x NOT NULL)", "INSERT INTO a VALUES (1, 'x')"],
      [
        "DROP TABLE a", "CREATE TABLE a (id INTEGER PRIMARY KEY, x INTEGER NOT NULL REFERENCES a (id))",
        "INSERT INTO a VALUES (1, 1)",
      ])
  }

  #if PostgreSQL
  /// A newtype follows if all of its columns do.
  @Test(.enabled(if: CopyServer.isThere)) func newtypesFollow() async throws {
    let (url, name) = try await CopyServer.schema(
      "CREATE TABLE a (id integer PRIMARY KEY, n integer NOT NULL, m integer, k integer[] NOT NULL, l integer);"
        + "CREATE TABLE b (id integer PRIMARY KEY, a integer)")
    let program = Program(
      built: "igata", ["introspect", url, "--schema", name, "-o", "Shop.igata"], in: scratch.folder)
    #expect(try await apart { try program.run() }.status == 0)
    let schema = """
      type Number = Int32 @range(0...)

      type Count = Int32

      model A @external @table("a") {
        let id: Int32 @primaryKey
        n: Number
        m: Number? = 7
        k: [Number]
        l: Count?
      }

      model B @external @table("b") {
        let id: Int32 @primaryKey
        a: Count?
      }

      """
    try write(schema)
    let first = try await apart { try program.run() }
    #expect(first.errors == "igata: 'Shop.igata' describes what the database has\n", "\(first)")
    try await CopyServer.run(
      "ALTER TABLE a ALTER n TYPE bigint, ALTER m TYPE bigint, ALTER k TYPE bigint[], ALTER l TYPE bigint", in: name)
    let outcome = try await apart { try program.run() }
    #expect(
      try scratch.read("Shop.igata") == schema.replacing("Number = Int32", with: "Number = Int"), "\(outcome)")
    #expect(
      outcome.errors.contains("igata: changed Number: the database has 'Int' instead of 'Int32' wherever it is used\n")
        && outcome.errors.contains("igata: kept a part of A.l that was written by hand")
        && !outcome.errors.contains("A.n"), "\(outcome)")
  }
  #endif
}
