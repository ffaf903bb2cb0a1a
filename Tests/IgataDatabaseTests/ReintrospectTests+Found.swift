import Foundation
import TestSupport
import Testing

// Changes after which a schema says what one does that is written anew, but for the order of its lines.
extension ReintrospectTests {
  /// Lets a schema follow changes, and compares it with a new one.
  func followAsNew(
    _ creation: [String], edit: (String) -> String = { $0 }, _ changes: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for name in ["shop.sqlite", "Shop.igata", "Shop.catalog", "New.igata", "New.catalog"] {
      try? FileManager.default.removeItem(atPath: scratch.path(name))
    }
    for statement in creation { try run(statement) }
    #expect(try await introspect().status == 0, sourceLocation: sourceLocation)
    try Data(edit(scratch.read("Shop.igata")).utf8).write(to: URL(fileURLWithPath: scratch.path("Shop.igata")))
    for statement in changes { try run(statement) }
    let outcome = try await introspect()
    #expect(outcome.status == 0, "\(outcome)", sourceLocation: sourceLocation)
    #expect(try await introspect("shop.sqlite", "New.igata").status == 0, sourceLocation: sourceLocation)
    let (followed, new) = (try lines(of: "Shop.igata"), try lines(of: "New.igata"))
    #expect(followed == new, "\(outcome.errors)", sourceLocation: sourceLocation)
    let again = try await introspect()
    #expect(
      again.errors.hasSuffix("igata: 'Shop.igata' describes what the database has\n"), "\(again)",
      sourceLocation: sourceLocation)
  }

  /// The lines of a schema without comments, in one order.
  func lines(of name: String) throws -> [String] {
    try scratch.read(name).split(separator: "\n")
      .map { String($0).replacing(#/ *//.*/#, with: "") }.filter { !$0.isEmpty }.sorted()
  }

  @Test func viewsThatCantBeDescribed() async throws {
    try await followAsNew(
      [
        "CREATE TABLE a (id INTEGER PRIMARY KEY, x INT, z INT)", "CREATE TABLE b (y INT)",
        "CREATE TABLE c (id INTEGER PRIMARY KEY, a_id INTEGER NOT NULL REFERENCES a)",
      ],
      ["DROP TABLE c", "DROP TABLE a", "CREATE VIEW a AS SELECT y AS x FROM b"])
  }

  /// A foreign key to a column that was taken out by hand leaves the values.
  @Test func relationsToWhatWasTakenOut() async throws {
    try run("CREATE TABLE a (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE)")
    #expect(try await introspect().status == 0)
    try write("model A @table(\"a\") @external {\n  let id: Int = autoincrement() @primaryKey\n}\n")
    try run("ALTER TABLE a ADD COLUMN parent TEXT REFERENCES a (code)")
    let outcome = try await introspect()
    #expect(outcome.status == 0, "\(outcome)")
    let schema = try scratch.read("Shop.igata")
    #expect(schema.contains("  parent: String?") && !schema.contains("code:"), "\(schema)")
  }

  @Test func tablesWithOtherNamesHaveTheOtherSide() async throws {
    try await followAsNew(
      [
        "CREATE TABLE a (id INTEGER PRIMARY KEY)",
        "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INT NOT NULL REFERENCES a (id))",
      ],
      ["ALTER TABLE a RENAME TO c"])
    // The target is there already.
    try await followAsNew(
      [
        "CREATE TABLE a (id INTEGER PRIMARY KEY)", "CREATE TABLE c (id INTEGER PRIMARY KEY)",
        "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INT REFERENCES a (id))",
      ],
      ["DROP TABLE b", "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INT REFERENCES c (id))"])
  }

  @Test func keysInsteadOfRowNumbers() async throws {
    try await followAsNew(
      ["CREATE TABLE t (code INT UNIQUE, y INT)"],
      ["DROP TABLE t", "CREATE TABLE t (code INT NOT NULL UNIQUE, y INT)"])
    try await followAsNew(["CREATE TABLE t (code INT NOT NULL, y INT)"], ["CREATE UNIQUE INDEX u ON t (code)"])
    try await followAsNew(
      ["CREATE TABLE t (code INT NOT NULL, y INT)", "CREATE UNIQUE INDEX u ON t (code)"], ["DROP INDEX u"])
  }

  /// The other side of a relation that was unique and becomes the key stays one model.
  @Test func relationsBecomeKeys() async throws {
    let target = "CREATE TABLE a (id INTEGER PRIMARY KEY)"
    try await followAsNew(
      [target, "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INT NOT NULL UNIQUE REFERENCES a (id), n INT)"],
      ["DROP TABLE b", "CREATE TABLE b (a_id INTEGER NOT NULL PRIMARY KEY REFERENCES a (id), n INT)"])
  }

  @Test func constraintsOverRelationsToOtherFields() async throws {
    for index in ["UNIQUE INDEX", "INDEX"] {
      try await followAsNew(
        [
          "CREATE TABLE t (id INTEGER PRIMARY KEY, note TEXT NOT NULL UNIQUE)",
          "CREATE TABLE c (id INTEGER PRIMARY KEY, y INT, t_id TEXT REFERENCES t (note))",
        ],
        ["CREATE \(index) i ON c (t_id, y)"])
    }
  }

  @Test func viewsWithoutRowsThatBecomeTables() async throws {
    try await followAsNew(
      [
        "CREATE TABLE o (id INTEGER PRIMARY KEY, x INT)", "INSERT INTO o VALUES (1, 1), (2, 1)",
        "CREATE VIEW d AS SELECT * FROM o",
      ],
      [
        "DROP VIEW d",
        "CREATE TABLE d (k1 TEXT NOT NULL, k2 TEXT NOT NULL, PRIMARY KEY (k1, k2), UNIQUE (k1))",
      ])
  }

  /// A default that was written by hand and doesn't fit costs nothing else.
  @Test func defaultsThatDontFitAnyMore() async throws {
    try await followAsNew(
      ["CREATE TABLE posts (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"],
      edit: { $0.replacing("name: String", with: "name: String = \"new\"") },
      [
        "DROP TABLE posts",
        "CREATE TABLE posts (id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name IN ('new', 'done')), "
          + "UNIQUE (id, name))",
      ])
  }

  /// What couldn't be said at first wasn't taken out by hand.
  @Test func whatCouldNotBeSaid() async throws {
    try await followAsNew(
      ["CREATE TABLE p (id INTEGER PRIMARY KEY, p_id INTEGER NOT NULL REFERENCES p (id) ON DELETE SET NULL)"],
      [
        "DROP TABLE p",
        "CREATE TABLE p (id INTEGER PRIMARY KEY, p_id INTEGER REFERENCES p (id) ON DELETE SET NULL)",
      ])
    try await followAsNew(
      ["CREATE TABLE t (id INTEGER PRIMARY KEY, n INT NOT NULL DEFAULT -2 CHECK (n >= 0))"],
      ["DROP TABLE t", "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT NOT NULL DEFAULT -2)"])
    try await followAsNew(
      ["CREATE TABLE d (id INTEGER PRIMARY KEY, s, UNIQUE (s, id))", "CREATE INDEX ds ON d (s)"],
      [
        "DROP TABLE d", "CREATE TABLE d (id INTEGER PRIMARY KEY, s TEXT, UNIQUE (s, id))", "CREATE INDEX ds ON d (s)",
      ])
    // What was taken out as `prepare` refused a relation to it.
    try await followAsNew(
      [
        "CREATE TABLE e (id INTEGER PRIMARY KEY, code TEXT COLLATE NOCASE UNIQUE)",
        "CREATE TABLE f (id INTEGER PRIMARY KEY, e TEXT REFERENCES e (code))",
      ], ["DROP TABLE f"])
  }

  /// The catalog of a repository that somebody else has made.
  @Test func statementsOfCatalogsEnd() async throws {
    try run("CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)")
    #expect(try await introspect().status == 0)
    let schema = try scratch.read("Shop.igata")
    try scratch.write(
      """
      -- What the catalog has; 'igata introspect' compares it.
      -- columns "t" ("id", "n")

      CREATE TABLE t AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n;
      """, to: "Shop.catalog")
    // Forty seconds of processor time are far more than the rest takes, and less than the rows would.
    let igata = BuiltProducts.program("igata").path
    let program = Program(
      shell: "ulimit -t 40; exec '\(igata)' introspect shop.sqlite -o Shop.igata", in: scratch.folder)
    let outcome = try await apart { try program.run() }
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try scratch.read("Shop.igata") == schema)
  }

  #if PostgreSQL
  /// A column with another enum type has that one's enum, and one that was a list can become a relation.
  @Test(.enabled(if: CopyServer.isThere)) func serversHaveOtherTypes() async throws {
    let (url, name) = try await CopyServer.schema(
      """
      CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE TYPE kind AS ENUM ('p', 'q');
      CREATE TABLE a (id integer PRIMARY KEY, m mood NOT NULL, t text[], j jsonb NOT NULL UNIQUE);
      CREATE TABLE b (id integer PRIMARY KEY, m mood NOT NULL);
      """)
    func introspect(_ path: String) async throws -> Outcome {
      let program = Program(built: "igata", ["introspect", url, "--schema", name, "-o", path], in: scratch.folder)
      return try await apart { try program.run() }
    }
    #expect(try await introspect("Shop.igata").status == 0)
    try await CopyServer.run(
      """
      ALTER TABLE a ALTER m TYPE kind USING 'p', ALTER j TYPE text, DROP t, ADD t integer REFERENCES b
      """, in: name)
    let outcome = try await introspect("Shop.igata")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try await introspect("New.igata").status == 0)
    let (followed, new) = (try lines(of: "Shop.igata"), try lines(of: "New.igata"))
    #expect(followed == new, "\(outcome.errors)")
  }
  #endif
}
