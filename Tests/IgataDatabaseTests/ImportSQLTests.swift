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
}
