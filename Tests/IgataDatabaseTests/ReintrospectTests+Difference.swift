import Foundation
import TestSupport
import Testing

// What `prepare` accepts either way, and what only the difference of two catalogs shows.
extension ReintrospectTests {
  /// Checks that widen or go, beside what was written by hand.
  @Test func checksFollow() async throws {
    let (schema, report) = try await follow(
      [
        "CREATE TABLE jobs (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'done')), "
          + "kind TEXT CHECK (kind IN ('a', 'b')), mood TEXT DEFAULT 'so so' CHECK (mood IN ('well', 'so so')), "
          + "size INT CHECK (size BETWEEN 0 AND 9), count INT CHECK (count >= 0), score INT CHECK (score < 10), "
          + "name TEXT CHECK (length(name) <= 20), title TEXT CHECK (length(title) <= 20), flag INT CHECK (flag IN (0, 1)))"
      ],
      """
      enum JobState: String {
        case done
        case new
      }

      enum Kind: String {
        case first = "a"
        case second = "b"
      }

      enum Mood: String {
        /// Well enough.
        case well
        case soSo = "so so"
      }

      model Job @table("jobs") @external {
        let id: Int = autoincrement() @primaryKey
        phase: JobState = .new @column("state") @sensitive // By hand.
        kind: Kind?
        mood: Mood? = .soSo
        size: Int? @range(0...9)
        count: Int? @range(0...)
        score: Int? @range(1...9) @index
        name: String? @length(...20)
        title: String?
        flag: Bool?
      }

      """,
      [
        "DROP TABLE jobs",
        "CREATE TABLE jobs (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'new', "
          + "kind TEXT CHECK (kind IN ('b', 'c')), mood TEXT DEFAULT 'so so', size INT CHECK (size BETWEEN 0 AND 99), "
          + "count INT, score INT, name TEXT, title TEXT CHECK (length(title) <= 30), flag INT)",
      ])
    #expect(
      schema == """
        enum Kind: String {
          case second = "b"
          case c
        }

        enum Mood: String {
          /// Well enough.
          case well
          case soSo = "so so"
          case other @unknown
        }

        model Job @table("jobs") @external {
          let id: Int = autoincrement() @primaryKey
          phase: String = "new" @column("state") @sensitive // By hand.
          kind: Kind?
          mood: Mood? = .soSo
          size: Int? @range(0...99)
          count: Int?
          score: Int? @range(1...9) @index
          name: String?
          title: String?
          flag: Int?
        }

        """, "\(report)")
    for line in [
      #"changed Job.phase: the database has 'String = "new" @column("state")' instead of 'JobState = .new @column("state")'"#,
      "removed JobState: no field has it any more", "removed Kind.first: there is no value 'a' any more",
      "added Kind.c: the value 'c' is new", "added Mood.other, which holds any other value: the database has 'String? ",
      "kept a part of Job.score that was written by hand: the database has 'Int?' instead of 'Int? @range(...9)'",
      "kept a part of Job.title that was written by hand: the database has 'String? @length(...30)' instead of",
    ] {
      #expect(report.contains("igata: \(line)"), "\(report)")
    }
  }

  /// Unique constraints and indexes that are new or gone, of one field and of several, and over columns that are new.
  @Test func uniquesAndIndexesFollow() async throws {
    let (schema, report) = try await follow(
      [
        "CREATE TABLE jobs (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT UNIQUE, d TEXT, UNIQUE (a, b))",
        "CREATE INDEX ab ON jobs (a, b DESC)", "CREATE INDEX d ON jobs (d)",
        "CREATE TABLE tags (id INTEGER PRIMARY KEY, a TEXT, b TEXT)",
      ],
      """
      model Job @table("jobs") @external {
        let id: Int = autoincrement() @primaryKey
        first: String? @column("a")
        b: String?
        c: String? @unique @sensitive
        d: String? @index

        unique(first, b, name: "both")
        index(first, b desc)
        index(first, where: b == nil)
      }

      model Tag @table("tags") @external {
        let id: Int = autoincrement() @primaryKey
        name: String? @column("a")
      }

      """,
      [
        "DROP TABLE jobs", "CREATE TABLE jobs (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT, d TEXT UNIQUE)",
        "CREATE UNIQUE INDEX bc ON jobs (b, c)", "CREATE INDEX a ON jobs (a)",
        "ALTER TABLE tags ADD COLUMN org TEXT", "CREATE UNIQUE INDEX tag ON tags (org, a)",
        // Its column was taken out by hand.
        "CREATE UNIQUE INDEX tagb ON tags (org, b)",
      ])
    #expect(
      schema == """
        model Job @table("jobs") @external {
          let id: Int = autoincrement() @primaryKey
          first: String? @column("a") @index
          b: String?
          c: String? @sensitive
          d: String? @unique

          index(first, where: b == nil)
          unique(b, c)
        }

        model Tag @table("tags") @external {
          let id: Int = autoincrement() @primaryKey
          name: String? @column("a")
          org: String?

          unique(org, name)
        }

        """, "\(report)")
    #expect(report.contains("igata: removed 'unique(first, b, name: \"both\")' of Job: "), "\(report)")
    #expect(report.contains("igata: added 'unique(b, c)' to Job: the database has it\n"), "\(report)")
  }

  /// A foreign key that is new makes its column a relation, whose name is new if introspection gave the old one.
  @Test func foreignKeysFollow() async throws {
    let columns = "id INTEGER PRIMARY KEY, user_id INT NOT NULL, boss_id INT, house INT NOT NULL, number INT NOT NULL, kept INT"
    let (schema, report) = try await follow(
      [
        "CREATE TABLE users (id INTEGER PRIMARY KEY)",
        "CREATE TABLE rooms (house INT NOT NULL, number INT NOT NULL, PRIMARY KEY (house, number))",
        "CREATE TABLE keys (\(columns), UNIQUE (user_id, kept))",
      ],
      """
      model User @table("users") @external {
        let id: Int = autoincrement() @primaryKey
      }

      model Room @table("rooms") @external {
        house: Int
        number: Int

        primaryKey(house, number)
      }

      model Key @table("keys") @external {
        let id: Int = autoincrement() @primaryKey
        /// Whose it is.
        userID: Int @sensitive // By hand.
        chief: Int? @column("boss_id")
        house: Int
        number: Int
        kept: Int?

        unique(userID, kept)
        index(kept, where: userID == 1)
      }

      """,
      [
        "DROP TABLE keys",
        "CREATE TABLE keys (\(columns), UNIQUE (user_id, kept), FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE, "
          + "FOREIGN KEY (boss_id) REFERENCES users, FOREIGN KEY (house, number) REFERENCES rooms)",
      ])
    #expect(
      schema == """
        model User @table("users") @external {
          let id: Int = autoincrement() @primaryKey
          keys: [Key] @inverse(user)
          keys2: [Key] @inverse(chief)
        }

        model Room @table("rooms") @external {
          house: Int
          number: Int
          keys: [Key] @inverse(house2)

          primaryKey(house, number)
        }

        model Key @table("keys") @external {
          let id: Int = autoincrement() @primaryKey
          /// Whose it is.
          user: User @sensitive @onDelete(cascade) // By hand.
          chief: User? @column("boss_id") @onDelete(noAction)
          house: Int
          number: Int
          kept: Int?
          house2: Room @columns("house", "number") @onDelete(noAction)

          unique(user, kept)
        }

        """, "\(report)")
  }

  /// A table that goes, and the foreign keys to it.
  @Test func targetsThatGo() async throws {
    let (schema, report) = try await follow(
      [
        "CREATE TABLE users (id INTEGER PRIMARY KEY)",
        "CREATE TABLE jobs (id INTEGER PRIMARY KEY, user_id INT NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE, "
          + "boss_id INT REFERENCES users)",
      ],
      """
      model User @table("users") @external {
        let id: Int = autoincrement() @primaryKey
        job: Job? @inverse(owner)
      }

      model Job @table("jobs") @external {
        let id: Int = autoincrement() @primaryKey
        owner: User @column("user_id") @unique @onDelete(cascade) @sensitive // By hand.
        boss: User? @onDelete(noAction)
      }

      """,
      [
        "DROP TABLE jobs", "DROP TABLE users",
        "CREATE TABLE jobs (id INTEGER PRIMARY KEY, user_id INT NOT NULL UNIQUE, boss_id INT REFERENCES users)",
      ])
    #expect(
      schema == """
        model Job @table("jobs") @external {
          let id: Int = autoincrement() @primaryKey
          owner: Int @column("user_id") @unique @sensitive // By hand.
          boss: Int? @column("boss_id")
        }

        """, "\(report)")
  }

  /// Git may write a catalog with other ends of lines, which is no difference, and which stays.
  @Test func endsOfLinesOfTheCatalogStay() async throws {
    try run("CREATE TABLE jobs (id INTEGER PRIMARY KEY,\n  size INT)", "CREATE TABLE hidden (id INTEGER PRIMARY KEY)")
    #expect(try await introspect().status == 0)
    try write("model Job @table(\"jobs\") @external {\n  let id: Int = autoincrement() @primaryKey\n}\n")
    let text = try scratch.read("Shop.catalog").replacing("\n", with: "\r\n")
    try scratch.write(Array(text.utf8), to: "Shop.catalog")
    let check = Program(built: "igata", ["introspect", "shop.sqlite", "-o", "Shop.igata", "--check"], in: scratch.folder)
    #expect(try await apart { try check.run() }.status == 0)
    #expect(try await introspect().errors == "igata: 'Shop.igata' describes what the database has\n")
    #expect(try scratch.bytes("Shop.catalog").elementsEqual(text.utf8))
    try run("ALTER TABLE jobs ADD COLUMN name TEXT")
    let changed = try await apart { try check.run() }
    #expect(changed.status == 1 && changed.output.split(separator: "\n").count { $0.hasPrefix("+ ") } == 1, "\(changed)")
    #expect(try await introspect().errors == "igata: added Job.name: the column 'name' is new\n")
    let lines = try scratch.bytes("Shop.catalog").split(separator: UInt8(ascii: "\n"))
    #expect(lines.allSatisfy { $0.last == UInt8(ascii: "\r") })
    #expect(try await apart { try check.run() }.status == 0)
  }

  #if PostgreSQL
  /// Types that hold more, enum types, comments and defaults, of which `prepare` sees nothing.
  @Test(.enabled(if: CopyServer.isThere)) func serversFollow() async throws {
    let (url, name) = try await CopyServer.schema(
      """
      CREATE TYPE mood AS ENUM ('well', 'so so'); CREATE TYPE kind AS ENUM ('a', 'b');
      CREATE TABLE jobs (id integer PRIMARY KEY, size integer NOT NULL, rank smallint DEFAULT 1, share real,
        price numeric(10, 2), fee numeric(10, 2), name varchar(80), title varchar(80), list integer[] NOT NULL,
        mood mood, kind kind, "count" integer CHECK ("count" BETWEEN 1 AND 5), note text, other integer, nick varchar(9),
        line varchar(9));
      COMMENT ON TABLE jobs IS 'What is done.'; COMMENT ON COLUMN jobs.size IS 'How big.';
      COMMENT ON COLUMN jobs.rank IS 'How high.'; COMMENT ON COLUMN jobs.share IS 'How much.';
      """)
    let program = Program(
      built: "igata", ["introspect", url, "--schema", name, "-o", "Shop.igata"], in: scratch.folder)
    let check = Program(
      built: "igata", ["introspect", url, "--schema", name, "-o", "Shop.igata", "--check"], in: scratch.folder)
    #expect(try await apart { try program.run() }.status == 0)
    let first = try scratch.read("Shop.igata")
    #expect(first.contains("/// What is done.\nmodel Job ") && first.contains("  rank: Int16? = 1\n"), "\(first)")
    try write(
      """
      type Title = String @length(1...80)

      enum Mood: String {
        case fine = "well"
        case soSo = "so so"
      }

      enum Kind: String {
        case a
        case b
      }

      /// What is done.
      model Job @table("jobs") @external {
        let id: Int32 @primaryKey
        /// How big.
        length: Int32 @column("size") @sensitive // By hand.
        /// By hand.
        rank: Int16? = 1
        /// How much.
        share: Float?
        price: Decimal? @precision(10, 2)
        fee: Decimal? @precision(10, 2)
        name: String? @length(...80)
        title: Title?
        list: [Int32]
        mood: Mood? @stored(as: native("mood"))
        kind: Kind? @stored(as: native("kind"))
        count: Int32? @range(1...5)
        note: String?
        other: Int32? = 7
        nick: String? @length(1...9)
        line: String? @length(...9)
      }

      """)
    let same = try await apart { try program.run() }
    #expect(same.errors == "igata: 'Shop.igata' describes what the database has\n", "\(same)")
    try await CopyServer.run(
      """
      ALTER TABLE jobs ALTER id TYPE bigint, ALTER size TYPE bigint, ALTER rank TYPE integer, ALTER rank SET DEFAULT 2,
        ALTER share TYPE double precision, ALTER price TYPE numeric(12, 2), ALTER fee TYPE numeric, ALTER name TYPE text,
        ALTER title TYPE text, ALTER list TYPE bigint[], ALTER kind TYPE text, ALTER note SET DEFAULT 'none',
        ALTER other SET DEFAULT 8, ALTER nick TYPE varchar(12), ALTER line TYPE varchar(12),
        DROP CONSTRAINT jobs_count_check, ADD CONSTRAINT more CHECK ("count" BETWEEN 1 AND 9);
      ALTER TYPE mood RENAME VALUE 'so so' TO 'meh'; ALTER TYPE mood ADD VALUE 'bad';
      COMMENT ON TABLE jobs IS E'What\\nis done.'; COMMENT ON COLUMN jobs.size IS 'How long.';
      COMMENT ON COLUMN jobs.rank IS 'How low.'; COMMENT ON COLUMN jobs.share IS NULL;
      COMMENT ON COLUMN jobs.note IS 'New.';
      """, in: name)
    #expect(try await apart { try check.run() }.status == 1)
    let outcome = try await apart { try program.run() }
    #expect(
      try scratch.read("Shop.igata") == """
        type Title = String @length(1...80)

        enum Mood: String {
          case fine = "well"
          case meh
          case bad
        }

        /// What
        /// is done.
        model Job @table("jobs") @external {
          let id: Int @primaryKey
          /// How long.
          length: Int @column("size") @sensitive // By hand.
          /// By hand.
          rank: Int32? = 2
          share: Double?
          price: Decimal? @precision(12, 2)
          fee: Decimal?
          name: String?
          title: Title?
          list: [Int]
          mood: Mood? @stored(as: native("mood"))
          kind: String?
          count: Int32? @range(1...9)
          /// New.
          note: String? = "none"
          other: Int32? = 7
          nick: String? @length(1...9)
          line: String? @length(...12)
        }

        """, "\(outcome)")
    #expect(outcome.errors.contains("igata: changed Job.id: the database has 'Int @primaryKey' instead of"), "\(outcome)")
    #expect(outcome.errors.contains("igata: kept a part of Job.title that was written by hand: "), "\(outcome)")
    let again = try await apart { try program.run() }
    #expect(again.errors == "igata: 'Shop.igata' describes what the database has\n", "\(again)")
    #expect(try await apart { try check.run() }.status == 0)
    // Comments and defaults alone are a difference, too.
    try await CopyServer.run("COMMENT ON COLUMN jobs.note IS 'Newer.'", in: name)
    let comment = try await apart { try check.run() }
    #expect(comment.status == 1 && comment.output.contains("comment 'Newer.'\n"), "\(comment)")
  }

  /// An enum whose only table goes is that of the table that comes.
  @Test(.enabled(if: CopyServer.isThere)) func enumsMoveBetweenTables() async throws {
    let (url, name) = try await CopyServer.schema(
      "CREATE TYPE mood AS ENUM ('well', 'so so'); CREATE TABLE jobs (id integer PRIMARY KEY, mood mood); "
        + "CREATE TABLE users (id integer PRIMARY KEY)")
    let program = Program(
      built: "igata", ["introspect", url, "--schema", name, "-o", "Shop.igata"], in: scratch.folder)
    #expect(try await apart { try program.run() }.status == 0)
    try await CopyServer.run("DROP TABLE jobs; CREATE TABLE tags (id integer PRIMARY KEY, mood mood)", in: name)
    let outcome = try await apart { try program.run() }
    let schema = try scratch.read("Shop.igata")
    #expect(outcome.status == 0 && !schema.contains("model Job"), "\(outcome)")
    #expect(schema.contains("  mood: Mood? @stored(as: native(\"mood\"))\n"), "\(schema)\n\(outcome)")
    #expect(schema.split(separator: "\n").count { $0.hasPrefix("enum ") } == 1, "\(schema)")
  }

  /// Whatever names and texts a server has, its catalog is read as it was written.
  @Test(.enabled(if: CopyServer.isThere)) func namesOfServersAreRead() async throws {
    let (url, name) = try await CopyServer.schema(
      #"""
      CREATE TYPE "a'b ""c" AS ENUM ('it''s', 'a, b', 'x"y');
      CREATE TABLE "t'1 ""x" ("k""'1" integer PRIMARY KEY, "null" text NOT NULL DEFAULT 'it''s', "v" "a'b ""c",
        "default" integer CHECK ("default" > 0), "ref" integer REFERENCES "t'1 ""x", UNIQUE ("null", "default"));
      CREATE INDEX "i ""'" ON "t'1 ""x" ("null", "default" DESC) WHERE "null" <> 'it''s';
      COMMENT ON TABLE "t'1 ""x" IS E'-- - column "x" ''text''\n-- table "y"';
      """#)
    let program = Program(
      built: "igata", ["introspect", url, "--schema", name, "-o", "Shop.igata"], in: scratch.folder)
    #expect(try await apart { try program.run() }.status == 0)
    let before = try scratch.read("Shop.igata")
    try await CopyServer.run(#"ALTER TABLE "t'1 ""x" ALTER "default" TYPE bigint"#, in: name)
    let outcome = try await apart { try program.run() }
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(
      try scratch.read("Shop.igata") == before.replacing("default: Int32?", with: "default: Int?"), "\(outcome)")
    #expect(try scratch.read("Shop.igata") != before)
  }
  #endif
}
