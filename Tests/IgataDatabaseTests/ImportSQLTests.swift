import Foundation
import TestSupport
import Testing

/// `igata import` of a dump, which SQLite runs in memory.
@Suite struct ImportSQLTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(_ script: String) async throws -> Outcome {
    try scratch.write(script, to: "dump.sql")
    let program = Program(built: "igata", ["import", "dump.sql"], in: scratch.folder)
    return try await apart { try program.run() }
  }

  @Test func tablesAndRowsAreRead() async throws {
    let outcome = try await run(
      """
      PRAGMA foreign_keys=OFF;
      BEGIN TRANSACTION;
      CREATE TABLE folders (id INTEGER PRIMARY KEY, owner TEXT NOT NULL REFERENCES users ON DELETE CASCADE);
      CREATE TABLE users (uuid TEXT NOT NULL PRIMARY KEY, created_at DATETIME NOT NULL);
      INSERT INTO users VALUES('2f1f4f4e-0c3a-4f57-9d5e-6f0f4a1b2c3d','2024-05-27 11:12:13');
      COMMIT;
      -- the end
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.output == """
        // igata import: 2 tables, 4 columns

        model Folder @table("folders") @external {
          let id: Int = autoincrement() @primaryKey
          owner: User @column("owner") @onDelete(cascade)
        }

        model User @table("users") @external {
          let uuid: UUID @primaryKey @stored(as: text)  // 1 row
          createdAt: Date @stored(as: text(0))  // 1 row
          folders: [Folder] @inverse(owner)
        }

        """)
    #expect(outcome.errors.contains("igata: with the database at hand, 'igata introspect DATABASE' "), "\(outcome)")
    #expect(scratch.files() == ["dump.sql"])
  }

  /// A statement that fails is told with its line; none opens or writes another file.
  @Test(arguments: [
    ("CREATE TABLE a (id INTEGER PRIMARY KEY);\n\n-- b\nCREATE TABLE b (id INT) ENGINE=InnoDB;\n", "4: near \"=\""),
    (".read other.sql\n", "1: near \".\""), ("ATTACH 'other.sqlite' AS o;", "1: not authorized"),
    ("CREATE TABLE a (b);\nVACUUM INTO 'other.sqlite';", "2: "), ("PRAGMA writable_schema = 1;", "1: not authorized"),
    ("CREATE TABLE a (b);\nBEGIN;\nINSERT INTO a VALUES (1);\n", "4: the end is missing"),
    ("CREATE TABLE a (b);\n\u{0}DROP", "2: a NUL character is there"), ("SELECT load_extension('x');", "1: "),
    ("CREATE TABLE a (b); CREATE TABLE A (b);", "1: table A already exists"), ("/* a\n */ wrong", "2: near \"wrong\""),
  ]) func faultsAreTold(script: String, fault: String) async throws {
    let outcome = try await run(script)
    #expect(outcome.status != 0 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.hasPrefix("igata: error: dump.sql:" + fault), "\(outcome.errors)")
    #expect(scratch.files() == ["dump.sql"])
  }

  private static let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

  /// A statement that never ends, or makes what no dump has, stops before it takes the memory of the machine.
  @Test(arguments: [
    ("CREATE TABLE t AS \(endless) SELECT i FROM n;", "the statement takes too long, or never ends"),
    ("CREATE TABLE t AS \(endless) SELECT i, zeroblob(90000) FROM n;", "the database would have more than 256 MB"),
    ("PRAGMA page_size = 65536; PRAGMA max_page_count = 4294967294; CREATE TABLE t AS \(endless) SELECT zeroblob(90000) "
      + "FROM n;", "the database would have more than 256 MB"),
    ("CREATE TEMP TABLE t AS \(endless) SELECT zeroblob(90000) FROM n;", "the database would have more than 256 MB"),
    ("ATTACH '' AS o; CREATE TABLE o.t AS SELECT 1;", "not authorized"),
    ("CREATE TABLE t AS SELECT zeroblob(900000000) AS b;", "a value has more than 1048576 bytes"),
    ("CREATE TABLE t (b); INSERT INTO t SELECT hex(randomblob(1000000));", "a value has more than 1048576 bytes"),
  ]) func scriptsAreBounded(script: String, fault: String) async throws {
    try scratch.write(script, to: "dump.sql")
    let igata = BuiltProducts.program("igata").path
    // In kB, with what is mapped and not used.
    let program = Program(shell: "ulimit -v 4000000; exec '\(igata)' import dump.sql", in: scratch.folder)
    let outcome = try await apart { try program.run() }
    #expect(outcome.status != 0 && outcome.errors.hasPrefix("igata: error: dump.sql:1: \(fault)"), "\(outcome)")
  }

  /// A value is as long as its text in the dump, and `VACUUM` attaches a database by itself.
  @Test func largeDumps() async throws {
    let outcome = try await run(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB NOT NULL, c TEXT); "
        + "INSERT INTO t VALUES (1, x'\(String(repeating: "00", count: 3_000_000))', ''); CREATE INDEX i ON t (c); VACUUM;")
    #expect(outcome.status == 0 && outcome.output.contains("model T @external"), "\(outcome)")
  }

  /// Virtual tables are left out with what they hold, as of the database itself.
  @Test func virtualTablesAreLeftOut() async throws {
    let outcome = try await run(
      """
      PRAGMA foreign_keys=OFF;
      BEGIN TRANSACTION;
      CREATE TABLE n(id integer primary key, b text);
      INSERT INTO n VALUES(1,'x');
      PRAGMA writable_schema=ON;
      INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','it''s','it''s',0,'CREATE VIRTUAL TABLE "it''s" USING fts5(b, content=n)');
      CREATE TABLE IF NOT EXISTS 'it''s_data'(id INTEGER PRIMARY KEY, block BLOB);
      INSERT INTO "it's_data" VALUES(1,X'');
      CREATE TABLE IF NOT EXISTS 'it''s_config'(k PRIMARY KEY, v) WITHOUT ROWID;
      INSERT INTO sqlite_master(type,name,tbl_name,rootpage,sql)VALUES('table','rt','rt',0,'CREATE VIRTUAL TABLE rt using rtree(id,a,b)');
      CREATE TABLE IF NOT EXISTS "rt_node"(nodeno INTEGER PRIMARY KEY,data);
      CREATE TABLE rt_data(id INTEGER PRIMARY KEY);
      PRAGMA writable_schema=OFF;
      COMMIT;
      """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.split(separator: "\n").filter { $0.hasPrefix("model") }.count == 2, "\(outcome)")
    #expect(outcome.output.contains("model N @external") && outcome.output.contains("model RtData @external"))
    for name in ["it's", "rt"] { #expect(outcome.errors.contains("left out: '\(name)': it is a virtual table\n")) }
    for name in ["it's_data", "it's_config", "rt_node"] {
      #expect(outcome.errors.contains("left out: '\(name)': it is a table of a virtual table\n"), "\(outcome.errors)")
    }
  }

  /// Nothing else writes to the catalog, and nothing that the dump left out is run.
  @Test(arguments: [
    "INSERT INTO sqlite_schema VALUES('table','a','a',0,'CREATE TABLE a (b)');",
    "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','a','a',5,'CREATE VIRTUAL TABLE a USING fts5(b)');",
    "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','a','b',0,'CREATE VIRTUAL TABLE a USING fts5(b)');",
    "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','a','a',0,'CREATE TABLE a (b)');",
    "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','a','a',0,'CREATE VIRTUAL TABLE a USING fts5(b)'),('table','b','b',0,'');",
    "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','a','a',0,'CREATE VIRTUAL TABLE a",
    "UPDATE sqlite_schema SET sql = '';", "DELETE FROM sqlite_master;", "PRAGMA writable_schema=RESET;",
    "PRAGMA main.writable_schema=ON;",
  ]) func theCatalogStays(statement: String) async throws {
    let outcome = try await run("PRAGMA writable_schema=ON;\nCREATE TABLE x (id INTEGER PRIMARY KEY);\n\(statement)\n")
    #expect(outcome.status != 0 && outcome.errors.hasPrefix("igata: error: dump.sql:3: "), "\(outcome)")
  }

  /// What isn't a dump is told as what it is.
  @Test(arguments: [
    ("SQLite format 3\0more", "is a SQLite database"), ("", "has no statement that creates a table"),
    ("-- nothing\n", "has no statement that creates a table"), ("PGDMP\u{1}", "is an archive of pg_dump"),
  ]) func otherFiles(text: String, problem: String) async throws {
    let outcome = try await run(text)
    #expect(outcome.status != 0 && outcome.errors.hasPrefix("igata: error: 'dump.sql' \(problem)"), "\(outcome)")
  }

  @Test(arguments: [
    ([0x2D, 0x2D, 0x0A, 0x2D, 0x2D, 0xC3, 0xA9, 0xE9, 0x0A], "isn't UTF-8 in line 2"), ([0xFF, 0xFE, 0x2D, 0], "is in UTF-16"),
    ([0x2D, 0x2D, 0xE2, 0x82], "isn't UTF-8 in line 1"),
  ] as [([UInt8], String)]) func otherEncodings(bytes: [UInt8], problem: String) async throws {
    for name in ["dump.sql", "models.prisma"] {
      try Data(bytes).write(to: scratch.url(name))
      let program = Program(built: "igata", ["import", name], in: scratch.folder)
      let outcome = try await apart { try program.run() }
      #expect(outcome.status != 0 && outcome.errors.hasPrefix("igata: error: '\(name)' \(problem)"), "\(outcome)")
    }
  }
}
