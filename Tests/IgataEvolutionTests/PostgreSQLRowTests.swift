#if PostgreSQL
import Foundation
@testable import IgataEvolution
import MigrationSupport
import TestSupport
import Testing

/// The rows of tables whose names, keys and relations change in PostgreSQL.
@Suite(.enabled(if: ServerDatabase.isThere))
struct PostgreSQLRowTests {
  @Test(arguments: [
    RowCase(
      title: "tables exchange their names, with their keys, indexes and sequences",
      old: """
        model A { id: Int64 = autoincrement() @primaryKey\n x: String @unique\n b: B?\n index(x, id) }
        model B { id: Int64 = autoincrement() @primaryKey\n x: String @unique\n a: A?\n index(x, id) }
        """,
      new: """
        model A @renamed(from: "B") { id: Int64 = autoincrement() @primaryKey\n x: String @unique\n b: B? @renamed(from: "a")\n index(x, id) }
        model B @renamed(from: "A") { id: Int64 = autoincrement() @primaryKey\n x: String @unique\n a: A? @renamed(from: "b")\n index(x, id) }
        """,
      insert: """
        INSERT INTO a (x) VALUES ('a1'), ('a2'); INSERT INTO b (x, a_id) VALUES ('b1', 2); UPDATE a SET b_id = 1
        """,
      select: """
        INSERT INTO b (x, a_id) VALUES ('new', 1); INSERT INTO a (x) VALUES ('more');
        SELECT id, x, a_id FROM b UNION ALL SELECT id, x, b_id FROM a ORDER BY 2
        """,
      rows: [["1", "a1", "1"], ["2", "a2", "1"], ["1", "b1", "2"], ["2", "more", nil], ["3", "new", "1"]]),
    RowCase(
      title: "columns exchange their names, with their constraints",
      old: "model T { id: Int64 @primaryKey\n a: String @unique @length(1...5)\n b: String @unique @length(1...9) }",
      new: """
        model T { id: Int64 @primaryKey
          a: String @unique @length(1...9) @renamed(from: "b")\n b: String @unique @length(1...5) @renamed(from: "a") }
        """,
      insert: "INSERT INTO t VALUES (1, 'x', 'y')", select: "SELECT a, b FROM t", rows: [["y", "x"]]),
    RowCase(
      title: "a removed table's name is used again, by a table that others refer to",
      old: "model A @table(\"x\") { id: Int64 @primaryKey }\nmodel C { id: Int64 @primaryKey\n a: A? }",
      new: "reserved A\nmodel B @table(\"x\") { id: Int64 @primaryKey }\nmodel C { id: Int64 @primaryKey\n b: B?\n reserved a }",
      insert: "INSERT INTO x VALUES (1); INSERT INTO c VALUES (1, 1)", select: "SELECT * FROM c", rows: [["1", nil]]),
    RowCase(
      title: "raw values that are keys change, with the columns and the lists that refer to them",
      old: """
        enum K: String { case a\n case b }
        model P { k: K @primaryKey }
        model T { id: Int64 @primaryKey\n p: P?\n all: [P] }
        """,
      new: """
        enum K: String { case a = "b"\n case b = "a" }
        model P { k: K @primaryKey }
        model T { id: Int64 @primaryKey\n p: P?\n all: [P] }
        """,
      insert: """
        INSERT INTO p VALUES ('a'), ('b'); INSERT INTO t VALUES (1, 'a'), (2, NULL);
        INSERT INTO t_all (t_id, position, p_k) VALUES (1, 0, 'b'), (1, 1, 'a')
        """,
      select: "SELECT p_k, (SELECT string_agg(p_k, ',' ORDER BY position) FROM t_all WHERE t_id = id) FROM t ORDER BY id",
      rows: [["b", "a,b"], [nil, nil]]),
    RowCase(
      title: "a key of another type, with what refers to it",
      old: "model P { id: Int64 @primaryKey }\nmodel T { id: Int64 @primaryKey\n p: P\n all: [P]\n q: P? }",
      new: "model P { id: String @primaryKey }\nmodel T { id: Int64 @primaryKey\n p: P\n all: [P]\n q: P? }",
      insert: "INSERT INTO p VALUES (7); INSERT INTO t VALUES (1, 7, NULL); INSERT INTO t_all VALUES (1, 0, 7)",
      select: "SELECT p.id || t.p_id || t_all.p_id FROM p, t, t_all", rows: [["777"]]),
    RowCase(
      title: "a key of UUIDs in place of numbers, with what refers to it",
      old: "model P { id: Int64 @primaryKey\n up: P? }\nmodel T { id: Int64 @primaryKey\n p: P\n all: [P]\n q: P? }",
      new: """
        model P { id: UUID @primaryKey @backfill(uuid())\n up: P? }
        model T { id: Int64 @primaryKey\n p: P\n all: [P]\n q: P? }
        """,
      insert: """
        INSERT INTO p VALUES (7, NULL), (8, 7); INSERT INTO t VALUES (1, 7, NULL), (2, 8, 7); INSERT INTO t_all VALUES (1, 0, 8)
        """,
      select: """
        SELECT t.id, p.up_id IS NULL, q.id = p.up_id, l.p_id = p.id FROM t JOIN p ON p.id = p_id LEFT JOIN p q ON q.id = q_id
        LEFT JOIN t_all l ON true ORDER BY t.id
        """, rows: [["1", "1", nil, "0"], ["2", "0", "1", "1"]]),
    RowCase(
      title: "what a relation refers to is the key now",
      old: "model P { id: Int64 @primaryKey\n code: String @unique }\nmodel T { id: Int64 @primaryKey\n p: P? @references(code) }",
      new: """
        model P @allow(may-stop, "no") { id: Int64 @unique\n code: String @primaryKey }
        model T { id: Int64 @primaryKey\n p: P? }
        """,
      insert: "INSERT INTO p VALUES (1, 'c'); INSERT INTO t VALUES (1, 'c')", select: "SELECT p_code FROM t", rows: [["c"]]),
    RowCase(
      title: "columns of other types with defaults", old: "model T { id: Int64 @primaryKey\n a: Int16 = 5\n b: Int64 = 6\n c: String = \"x\" }",
      new: "model T { id: Int64 @primaryKey\n a: Int64 = 5\n b: String\n c: Int64 = 1 @backfill(2) }",
      insert: "INSERT INTO t VALUES (1, 7, 8, '9'), (2, 7, 8, 'y')", select: "SELECT a, b, c FROM t ORDER BY id",
      rows: [["7", "8", "9"], ["7", "8", "2"]]),
    RowCase(
      title: "rows are numbered, and those that refer to them follow",
      old: """
        model A { code: String @primaryKey\n up: A?\n tags: [A] @unordered @joinTable("a_tags") }
        model B { id: Int64 @primaryKey\n a: A\n all: [A] }
        """,
      new: """
        model A { id: Int64 = autoincrement() @primaryKey\n code: String @unique @allow(may-stop, "it was the key")
          up: A?\n tags: [A] @unordered @joinTable("a_tags") }
        model B { id: Int64 @primaryKey\n a: A\n all: [A] }
        """,
      insert: """
        INSERT INTO a VALUES ('q', 'r'), ('p', NULL), ('r', 'r'); INSERT INTO b VALUES (1, 'q'), (2, 'p');
        INSERT INTO b_all VALUES (1, 5, 'r'), (1, 6, 'q'); INSERT INTO a_tags VALUES ('q', 'p'), ('q', 'q')
        """,
      select: """
        SELECT id, code, up_id FROM a UNION ALL SELECT id + 10, 'b', a_id FROM b
        UNION ALL SELECT b_id + 20, 'all', a_id FROM b_all UNION ALL SELECT a_id + 30, 'tags', tags_id FROM a_tags
        ORDER BY 1, 3
        """,
      rows: [
        ["1", "p", nil], ["2", "q", "3"], ["3", "r", "3"], ["11", "b", "2"], ["12", "b", "1"], ["21", "all", "2"],
        ["21", "all", "3"], ["32", "tags", "1"], ["32", "tags", "2"],
      ]),
    RowCase(
      title: "the key becomes another column, of another type",
      old: "model P { id: Int64 @primaryKey\n nr: Int64 @unique }\nmodel A { id: Int64 @primaryKey\n p: P? }",
      new: """
        model P @allow(may-stop, "both are unique") { id: Int64 @unique\n nr: String @primaryKey }
        model A { id: Int64 @primaryKey\n p: P? }
        """,
      insert: "INSERT INTO p VALUES (1, 2), (2, 1); INSERT INTO a VALUES (1, 1), (2, NULL)",
      select: "SELECT a.id, p_nr, p.id FROM a LEFT JOIN p ON p_nr = p.nr ORDER BY 1",
      rows: [["1", "2", "1"], ["2", nil, nil]]),
    RowCase(
      title: "the key grows",
      old: "model P { a: Int64\n b: Int64\n x: Int64\n primaryKey(a, b) }\nmodel A { id: Int64 @primaryKey\n p: P? }",
      new: """
        model P { a: Int64\n b: Int64\n x: Int64\n c: Int64 @backfill(5)\n primaryKey(a, b, c, x) }
        model A { id: Int64 @primaryKey\n p: P? }
        """,
      insert: "INSERT INTO p VALUES (1, 2, 3); INSERT INTO a VALUES (1, 1, 2), (2, NULL, NULL)",
      select: "SELECT id, p_a, p_b, p_c, p_x FROM a ORDER BY 1",
      rows: [["1", "1", "2", "5", "3"], ["2", nil, nil, nil, nil]]),
    RowCase(
      title: "lists of cases", old: "enum K: String { case a\n case b\n case c }\nmodel T { id: Int64 @primaryKey\n l: [K]\n k: K }",
      new: """
        enum K: String { case a = "b"\n case b = "a"\n case c }
        model T { id: Int64 @primaryKey\n l: [K]\n k: K }
        """,
      insert: "INSERT INTO t VALUES (1, '{a,b,a,c}', 'a'), (2, '{}', 'c')", select: "SELECT l, k FROM t ORDER BY id",
      rows: [["{b,a,b,c}", "b"], ["{}", "c"]]),
    RowCase(
      title: "the expressions of a schema read the old rows of all tables",
      old: "model A { id: Int64 @primaryKey\n x: Int64 }\nmodel B { id: Int64 @primaryKey\n y: Int64? }",
      new: """
        model A { id: Int64 @primaryKey\n x: Int64 @range(...10) @backfill(clamped) }
        model Z @renamed(from: "B") { id: Int64 @primaryKey\n y: Int64 @backfill(sql: "(SELECT max(x) FROM a)") @allow(may-stop, "a has rows")
          w: String @backfill(sql: "coalesce({y}::text, 'none')") }
        """,
      insert: "INSERT INTO a VALUES (1, 5), (2, 50); INSERT INTO b VALUES (1, 3), (2, NULL)",
      select: "SELECT y, w, (SELECT max(x) FROM a) FROM z ORDER BY id", rows: [["3", "3", "10"], ["50", "none", "10"]]),
    RowCase(
      title: "a list gets positions, in the order of its targets",
      old: "model P { id: Int64 @primaryKey }\nmodel T { id: Int64 @primaryKey\n all: [P] @unordered }",
      new: "model P { id: Int64 @primaryKey }\nmodel T { id: Int64 @primaryKey\n all: [P] }",
      insert: "INSERT INTO p VALUES (1), (2), (3); INSERT INTO t VALUES (1), (2); INSERT INTO t_all VALUES (1, 3), (1, 2), (2, 3)",
      select: "SELECT t_id, position, p_id FROM t_all ORDER BY 1, 2", rows: [["1", "0", "2"], ["1", "1", "3"], ["2", "0", "3"]]),
    RowCase(
      title: "the database makes keys from now on, after the greatest",
      old: "model T { id: Int64 @primaryKey }", new: "model T { id: Int64 = autoincrement() @primaryKey }",
      insert: "INSERT INTO t VALUES (5), (-3)", select: "INSERT INTO t DEFAULT VALUES RETURNING id", rows: [["6"]]),
    RowCase(
      title: "a counter of a wider type continues",
      old: "model T { id: Int32 = autoincrement() @primaryKey }", new: "model T { id: Int64 = autoincrement() @primaryKey }",
      insert: "INSERT INTO t VALUES (DEFAULT), (DEFAULT); DELETE FROM t WHERE id = 2",
      select: "INSERT INTO t DEFAULT VALUES RETURNING id", rows: [["3"]]),
    RowCase(
      title: "values of the new columns",
      old: "model T { id: Int64 @primaryKey }",
      new: """
        model T { id: Int64 @primaryKey
          a: UUID = uuid()\n b: UUID = uuid7()\n c: UUID @backfill(uuid())\n d: Date = now()\n e: String = "x" @backfill("y")
          f: [Int64] = [1, 2]\n g: Bool = true\n h: Decimal(5, 2) = 1.5\n i: Double? = 0.5
          j: String? = sql("'x'") }
        """,
      insert: "INSERT INTO t VALUES (1), (2)",
      select: """
        SELECT count(DISTINCT a), count(DISTINCT b), count(DISTINCT c), min(substr(b::text, 15, 1)), min(e), min(f::text),
          bool_and(g), min(h), min(i), abs(extract(epoch FROM now() - min(d))) < 60,
          min(j)
        FROM t
        """, rows: [["2", "2", "2", "7", "y", "{1,2}", "1", "1.50", "0.5", "1", nil]]),
    RowCase(
      title: "an own key in place of another",
      old: "model T { code: String @primaryKey\n x: String }",
      new: """
        model T @allow(may-stop, "no") {
          id: Int64 = autoincrement() @primaryKey @backfill(sql: "(SELECT count(*) FROM t u WHERE u.code <= {code})")
          code: String @unique\n x: String }
        """,
      insert: "INSERT INTO t VALUES ('b', '1'), ('a', '2')",
      select: "INSERT INTO t (code, x) VALUES ('c', '3'); SELECT id, code FROM t ORDER BY id",
      rows: [["1", "a"], ["2", "b"], ["3", "c"]]),
    RowCase(
      title: "values under a unique, an index and a rule exchange theirs",
      old: "enum K: String { case a\n case b }\nmodel T { id: Int64 @primaryKey\n k: K @unique\n n: Int64\n check(n > 0) }",
      new: "enum K: String { case a = \"b\"\n case b = \"a\" }\nmodel T { id: Int64 @primaryKey\n k: K @unique\n n: Int64\n check(n > 0) }",
      insert: "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)", select: "SELECT k FROM t ORDER BY id", rows: [["b"], ["a"]]),
    RowCase(
      title: "documentation",
      old: "/// Old.\nmodel T { id: Int64 @primaryKey\n /// Gone.\n a: String\n b: String }",
      new: "/// New, it's.\nmodel T { id: Int64 @primaryKey\n a: String\n /// Added.\n b: String\n /// Column.\n c: Int64? }",
      insert: "INSERT INTO t VALUES (1, 'a', 'b')", select: "SELECT a, b, c FROM t", rows: [["a", "b", nil]]),
  ])
  func rows(_ item: RowCase) throws { try item.checkOnServer() }

  /// What stops changes nothing, and names a row.
  @Test(arguments: [
    ("x: Int64", "x: Int16 @backfill(none)", "70000", "'x' doesn't fit"),
    ("x: Int64?", "x: Int64 @backfill(none)", "NULL", "'x' doesn't fit"),
    ("x: String", "x: String @length(...2) @backfill(none)", "'abc'", "'x' doesn't fit"),
    ("x: Int64", "x: Int64\n y: Int64 @backfill(none)", "1", "nothing gives it 'y'"),
    ("x: Currency", "x: Int16 @backfill(rounded)", "40000000", "'x' doesn't fit"),
  ])
  func stops(_ old: String, _ new: String, _ value: String, _ reason: String) throws {
    let step = Step(
      "model T @table(\"it's\") { id: Int64 @primaryKey\n \(old) }",
      "model T @table(\"it's\") { id: Int64 @primaryKey\n \(new)\n z: Int64? } ")
    #expect(step.errors == "" && step.evolution.diagnostics.allSatisfy { $0.kind.id == "may-stop" }, "\(step.report)")
    let script = planPostgreSQL(step.evolution)
    let engine = try PostgreSQLEngine(step.evolution.match.old)
    try engine.execute("INSERT INTO \"it's\" VALUES (7, \(value))")
    let structure = try engine.structure()
    let failure = #expect(throws: PostgreSQLEngine.Failure.self) { try engine.run(script) }
    let message = failure?.description ?? ""
    #expect(message.contains("table 'it's', row 7: ") && message.contains(reason), "\(message)")
    #expect(try engine.structure() == structure)
    #expect(script.text.contains("-- igata: stop \"it's\" by \"id\": "))
    try engine.execute("DELETE FROM \"it's\"")
    try engine.run(script)
    #expect(try engine.structure() == PostgreSQLEngine(step.evolution.match.new).structure())
  }

  /// The texts of the first version and of a step are run by `psql`, which stops at the first error.
  @Test func scriptsRunInTheProgram() throws {
    let old = "model T { id: Int64 = autoincrement() @primaryKey\n x: String\n d: Int64 }"
    let new = """
      model T { id: Int64 = autoincrement() @primaryKey\n y: String @length(...3) @renamed(from: "x") @backfill(truncated)
        d: Int16 @backfill(none) @allow(may-stop, "no")\n index(y) }
      """
    let step = Step(old, new)
    #expect(step.errors == "" && step.evolution.isValid)
    let engine = try PostgreSQLEngine()
    try engine.runInProgram(createdTables(step.evolution.match.old, in: "postgresql"))
    try engine.execute("INSERT INTO t (x, d) VALUES ('abcde', 5)")
    let script = planPostgreSQL(step.evolution).text
    #expect(script.hasSuffix("COMMIT;\n-- igata: alone \"t_y_idx\"\nCREATE INDEX CONCURRENTLY \"t_y_idx\" ON \"t\" (\"y\");\n"))
    try engine.runInProgram(script)
    #expect(try engine.execute("SELECT y, d FROM t") == [["abc", "5"]])
    #expect(try engine.structure() == PostgreSQLEngine(step.evolution.match.new).structure())
    #expect(throws: PostgreSQLEngine.Failure.self) { try engine.runInProgram(script) }
  }

  /// A function of the program, and SQL that is only SQLite's, can't be run.
  @Test(arguments: ["swift: \"f({a})\"", "sqlite: \"hex({a})\""]) func valuesOfOthers(_ backfill: String) {
    let step = Step(
      "model T { id: Int64 @primaryKey\n a: String }",
      "model T { id: Int64 @primaryKey\n a: String\n b: String @backfill(\(backfill)) }")
    #expect(step.errors == "" && step.evolution.isValid, "\(step.report)")
    #expect(planPostgreSQL(step.evolution).unplanned.map(\.path) == ["T.b"])
  }
}
#endif
