#if PostgreSQL
import CustomModels
import Foundation
import GeneratedModels
import HostileModels
@_spi(Backend) import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
import Testing

/// `prepare` and the generated DDL create the same tables, and each accepts the other's.
@Suite(.enabled(if: TestServer.isThere)) struct GeneratedSQLTests {
  @Test(arguments: [
    "articles", "community", "everything", "hostile", "household", "message", "naughty", "palette", "support",
  ])
  func preparedTablesAreTheGeneratedDDL(_ name: String) async throws {
    let schemas: [String: any PersistableSchema.Type] = [
      "hostile": HostileSchema.self, "palette": PaletteSchema.self, "articles": ArticlesSchema.self,
      "community": CommunitySchema.self, "everything": EverythingSchema.self, "household": HouseholdSchema.self,
      "message": MessageSchema.self, "naughty": NaughtySchema.self, "support": SupportSchema.self,
    ]
    let schema = try #require(schemas[name])
    let prepared = try await TestServer.space()
    try await Store(try PostgreSQLBackend(prepared, options: .patient())).prepare(schema)
    let generated = try await TestServer.space()
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../GeneratedSQL/\(name).postgresql.sql").standardizedFileURL
    try await TestServer.run(try String(contentsOf: file, encoding: .utf8), on: generated)
    for (what, sql) in Self.definitions {
      let expected = try await TestServer.run(sql, on: generated)
      #expect(!expected.isEmpty || what != "columns")
      #expect(try await TestServer.run(sql, on: prepared) == expected, "\(what)")
    }
    try await Store(try PostgreSQLBackend(generated, options: .patient())).prepare(schema)
    // The database has the documentation as well: as many comments as the DDL.
    let comments = try await TestServer.run(Self.comments, on: generated)
    let statements = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("COMMENT ON ") }
    #expect(comments.count == statements.count)
    for (object, text) in Self.someComments[name] ?? [:] {
      #expect(comments.contains([object, text]), "\(object): \(comments)")
    }
  }

  /// `@onUpdate`, when another program changes keys.
  @Test func changedKeysAreFollowed() async throws {
    let space = try await TestServer.space()
    try await Store(try PostgreSQLBackend(space, options: .patient())).prepare(CommunitySchema.self)
    try await TestServer.run(
      """
      INSERT INTO member (id, email) VALUES ('a', 'a@example.com');
      INSERT INTO profile (id, text, member_id) VALUES ('9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d', '', 'a');
      INSERT INTO club (id, name) VALUES (1, 'Tea'); INSERT INTO membership (club_id, number) VALUES (1, 1);
      UPDATE member SET id = 'b'
      """, on: space)
    #expect(try await TestServer.run("SELECT member_id FROM profile", on: space) == [["b"]])
    await #expect(throws: (any Error).self) { try await TestServer.run("UPDATE club SET id = 2", on: space) }
  }

  /// A row that another program inserts without values has the defaults of the schema.
  @Test func rowsWithoutValuesHaveTheDefaults() async throws {
    let space = try await TestServer.space()
    let store = Store(try PostgreSQLBackend(space, options: .patient()))
    try await store.prepare(EverythingSchema.self)
    let saved = try await store.save(Coupon(style: Style()))
    #expect(saved.code == "coupon" && saved.number == 42)
    try await TestServer.run("INSERT INTO coupon (id) VALUES (7)", on: space)
    var other = try #require(try await store.find(Coupon.self, id: 7))
    other.id = saved.id
    #expect(other == saved)
    #expect(try await store.count(Coupon.where { $0.rules == saved.rules }) == 2)
  }

  /// The documentation of some tables and columns in the schemas.
  private static let someComments = [
    "household": ["accounts": "One account of the household.", "tag": "A word to find entries by."],
    "hostile": [
      "column": "A model named like the runtime's column, with fields named like members of generated models."
    ],
  ]

  private static let comments = """
    SELECT c.relname, replace(obj_description(c.oid, 'pg_class'), chr(10), ' ') FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND obj_description(c.oid, 'pg_class') IS NOT NULL
    UNION ALL
    SELECT c.relname || '.' || a.attname, replace(col_description(c.oid, a.attnum), chr(10), ' ') FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    WHERE c.relnamespace = current_schema()::regnamespace AND col_description(c.oid, a.attnum) IS NOT NULL
    """

  /// The DDL for a Citus cluster, on a server without Citus. Functions replace those of Citus and check its rules for
  /// tables, so that this proves the order of statements and the keys, but not the behavior of a cluster.
  @Test func definitionsForCitusKeepItsRules() async throws {
    let space = try await TestServer.space()
    try await TestServer.run(Self.citus, on: space)
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("../GeneratedSQL/shop.citus.sql").standardizedFileURL
    try await TestServer.run(try String(contentsOf: file, encoding: .utf8), on: space)
    try await TestServer.run("SELECT check_foreign_keys()", on: space)
    let counts = try await TestServer.run("SELECT count(*), count(DISTINCT colocation) FROM distributed", on: space)
    #expect(counts == [["13", "2"]])
    // The replacements refuse statements that violate a rule.
    for (sql, reason) in Self.wrongOnClusters {
      do {
        try await TestServer.run("\(sql); SELECT check_foreign_keys()", on: space)
        Issue.record("\(sql) was taken")
      } catch {
        #expect((error as? Shell.Failure)?.message.contains(reason) ?? false, "\(error)")
      }
    }
  }

  /// Statements for the tables of the shop that Citus refuses, and a part of the replacement's message.
  static let wrongOnClusters: [(sql: String, reason: String)] = [
    ("SELECT create_distributed_table('\"job\"', 'nothing')", reason: "no column"),
    ("SELECT create_distributed_table('\"click\"', 'visit_id')", "does not contain the distribution column"),
    ("ALTER TABLE label ADD COLUMN shop_id uuid REFERENCES shop", "foreign key"),
    ("ALTER TABLE job ADD COLUMN shop_id uuid REFERENCES shop", "foreign key"),
    ("ALTER TABLE visit ADD FOREIGN KEY (shop_id) REFERENCES shop", "foreign key"),
    ("ALTER TABLE opening ADD COLUMN next_id uuid REFERENCES shop", "foreign key"),
  ]

  private static let citus = """
    CREATE TABLE distributed (name regclass, distribution text, colocation regclass);

    CREATE FUNCTION create_reference_table(name regclass) RETURNS void LANGUAGE sql AS $$
      INSERT INTO distributed VALUES (name, NULL, NULL)
    $$;

    CREATE FUNCTION create_distributed_table(name regclass, distribution text, colocate_with text DEFAULT 'default')
    RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = name AND attname = distribution AND attnotnull) THEN
        RAISE 'no column % in %', distribution, name;
      END IF;
      IF EXISTS (
        SELECT FROM pg_index WHERE indrelid = name AND indisunique AND NOT EXISTS (
          SELECT FROM pg_attribute
          WHERE attrelid = name AND attname = distribution AND attnum = ANY (indkey)))
      THEN
        RAISE 'a unique index of % does not contain the distribution column', name;
      END IF;
      IF colocate_with <> 'none' AND NOT EXISTS (SELECT FROM distributed p WHERE p.name = colocate_with::regclass) THEN
        RAISE '% is not distributed', colocate_with;
      END IF;
      IF colocate_with <> 'none' AND (
        SELECT atttypid FROM pg_attribute WHERE attrelid = create_distributed_table.name AND attname = distribution
      ) <> (
        SELECT a.atttypid FROM pg_attribute a JOIN distributed p ON p.name = a.attrelid AND p.distribution = a.attname
        WHERE p.name = colocate_with::regclass
      ) THEN
        RAISE '% is distributed by another type', colocate_with;
      END IF;
      INSERT INTO distributed VALUES (
        name, distribution, CASE colocate_with WHEN 'none' THEN name ELSE colocate_with::regclass END);
    END $$;

    CREATE FUNCTION check_foreign_keys() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE wrong text;
    BEGIN
      SELECT c.conname INTO wrong FROM pg_constraint c
      LEFT JOIN distributed here ON here.name = c.conrelid LEFT JOIN distributed there ON there.name = c.confrelid
      WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace
        AND (SELECT count(*) FROM distributed) > 0 AND CASE
        WHEN there.distribution IS NOT NULL THEN
          here.colocation IS DISTINCT FROM there.colocation OR c.confdeltype IN ('n', 'd') OR NOT EXISTS (
            SELECT FROM unnest(c.conkey, c.confkey) AS pair (a, b)
            JOIN pg_attribute x ON x.attrelid = c.conrelid AND x.attnum = a AND x.attname = here.distribution
            JOIN pg_attribute y ON y.attrelid = c.confrelid AND y.attnum = b AND y.attname = there.distribution)
        WHEN here.distribution IS NOT NULL THEN there.name IS NULL
        ELSE here.name IS NOT NULL AND there.name IS NULL AND c.confdeltype NOT IN ('a', 'r') END;
      IF wrong IS NOT NULL THEN RAISE 'Citus can not keep the foreign key %', wrong; END IF;
    END $$;
    """

  private static let definitions = [
    "columns": """
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attcollation,
      pg_get_expr(d.adbin, d.adrelid)
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND c.relname <> 'igata_tables'
    ORDER BY 1, a.attnum
    """,
    "constraints": """
    SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace AND conname <> 'igata_tables_pkey' ORDER BY 1
    """,
    "indexes": """
    SELECT indexname, replace(indexdef, schemaname || '.', '') FROM pg_indexes
    WHERE schemaname = current_schema() AND tablename <> 'igata_tables' ORDER BY 1
    """,
  ]
}
#endif
