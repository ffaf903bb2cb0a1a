import IgataEvolution
import MigrationSupport
import TestSupport
import Testing

/// Values that others refer to and that a version replaces: what refers to them follows. (Fault 1.1)
struct FollowedKeyTests {
  private static let stop = "@allow(may-stop, \"no two are equal\")"

  static let cases = [
    RowCase(
      title: "a key is truncated",
      old: """
        model P { name: String @primaryKey }
        model T { id: Int64 @primaryKey\n p: P\n up: P?\n all: [P]\n some: [P] @unordered @joinTable("t_some") }
        """,
      new: """
        model P { name: String @primaryKey @length(...3) @backfill(truncated) \(stop) }
        model T { id: Int64 @primaryKey\n p: P\n up: P?\n all: [P]\n some: [P] @unordered @joinTable("t_some") }
        """,
      insert: """
        INSERT INTO p VALUES ('food'), ('car'); INSERT INTO t VALUES (1, 'food', NULL), (2, 'car', 'food');
        INSERT INTO t_all (t_id, position, p_name) VALUES (1, 0, 'car'), (1, 1, 'food'); INSERT INTO t_some VALUES (2, 'food')
        """,
      select: """
        SELECT id, p_name, up_name FROM t UNION ALL SELECT position + 10, p_name, NULL FROM t_all
        UNION ALL SELECT 20, p_name, NULL FROM t_some UNION ALL SELECT 30, name, NULL FROM p ORDER BY 1, 2
        """,
      rows: [
        ["1", "foo", nil], ["2", "car", "foo"], ["10", "car", nil], ["11", "foo", nil], ["20", "foo", nil],
        ["30", "car", nil], ["30", "foo", nil],
      ]),
    RowCase(
      title: "a unique that others refer to is truncated",
      old: """
        model P { id: Int64 @primaryKey\n mail: String? @unique }
        model T { id: Int64 @primaryKey\n p: P? @references(mail) }
        """,
      new: """
        model P { id: Int64 @primaryKey\n mail: String? @unique @length(...3) @backfill(truncated) \(stop) }
        model T { id: Int64 @primaryKey\n p: P? @references(mail) }
        """,
      insert: """
        INSERT INTO p VALUES (1, 'food'), (2, NULL), (3, 'a'); INSERT INTO t VALUES (1, 'food'), (2, NULL), (3, 'a')
        """,
      select: "SELECT t.id, p_mail, p.id FROM t LEFT JOIN p ON p.mail = p_mail ORDER BY 1",
      rows: [["1", "foo", "1"], ["2", nil, nil], ["3", "a", "3"]]),
    RowCase(
      title: "a key is rounded",
      old: "type N = Fixed(scale: 100)\nmodel P { n: N @primaryKey }\nmodel T { id: Int64 @primaryKey\n p: P?\n all: [P] }",
      new: """
        type N = Fixed(scale: 10)
        model P { n: N @primaryKey @backfill(rounded) \(stop) }
        model T { id: Int64 @primaryKey\n p: P?\n all: [P] }
        """,
      insert: "INSERT INTO p VALUES (126), (300); INSERT INTO t VALUES (1, 126), (2, NULL); INSERT INTO t_all (t_id, position, p_n) VALUES (2, 0, 300), (2, 1, 126)",
      select: "SELECT t.id, p_n FROM t UNION ALL SELECT 10 + position, p_n FROM t_all ORDER BY 1",
      rows: [["1", "13"], ["2", nil], ["10", "30"], ["11", "13"]]),
    RowCase(
      title: "raw values of an enum key change, and a case is gone",
      old: "enum K: String { case a, b, c }\nmodel P { k: K @primaryKey }\nmodel T { id: Int64 @primaryKey\n p: P?\n all: [P] }",
      new: """
        enum K: String @backfill(.d) \(stop) { case a = "b", b = "a", d\n reserved c }
        model P \(stop) { k: K @primaryKey }\nmodel T { id: Int64 @primaryKey\n p: P?\n all: [P] }
        """,
      insert: """
        INSERT INTO p VALUES ('a'), ('b'), ('c'); INSERT INTO t VALUES (1, 'c'), (2, 'a');
        INSERT INTO t_all (t_id, position, p_k) VALUES (1, 0, 'b'), (1, 1, 'c')
        """,
      select: "SELECT id, p_k FROM t UNION ALL SELECT 10 + position, p_k FROM t_all ORDER BY 1",
      rows: [["1", "d"], ["2", "b"], ["10", "a"], ["11", "d"]]),
    RowCase(
      title: "a key is computed, and is a part of other keys, of which some are partly null",
      old: """
        model T { id: Int64 @primaryKey\n q: Q? }
        model Q { p: P\n n: Int64\n primaryKey(p, n) }
        model P { name: String @primaryKey }
        """,
      new: """
        model T { id: Int64 @primaryKey\n q: Q? }
        model Q { p: P\n n: Int64\n primaryKey(p, n) }
        model P { name: String @primaryKey @length(...3) @backfill(sql: "substr({value}, 1, 2)") \(stop) }
        """,
      insert: """
        INSERT INTO p VALUES ('food'), ('car'); INSERT INTO q VALUES ('food', 1), ('car', 1);
        INSERT INTO t VALUES (1, 'food', 1), (2, 'car', 1), (3, NULL, NULL), (4, 'food', NULL), (5, NULL, 1)
        """,
      select: "SELECT id, q_p_name, q_n FROM t ORDER BY 1",
      rows: [["1", "fo", "1"], ["2", "car", "1"], ["3", nil, nil], ["4", "food", nil], ["5", nil, "1"]]),
    RowCase(
      title: "a number becomes a UUID",
      old: """
        model P { id: Int64 = autoincrement() @primaryKey\n name: String\n up: P? }
        model Q { p: P @primaryKey }
        model T { id: Int64 @primaryKey\n p: P\n q: Q?\n all: [P] }
        """,
      new: """
        model P { id: UUID = uuid() @primaryKey @backfill(uuid())\n name: String\n up: P? }
        model Q { p: P @primaryKey }
        model T { id: Int64 @primaryKey\n p: P\n q: Q?\n all: [P] }
        """,
      insert: """
        INSERT INTO p (name, up_id) VALUES ('a', NULL), ('b', 1), ('c', 3); INSERT INTO q VALUES (1), (3);
        INSERT INTO t VALUES (1, 2, 3), (2, 3, NULL); INSERT INTO t_all (t_id, position, p_id) VALUES (1, 0, 2), (1, 1, 1)
        """,
      select: """
        SELECT t.id, p.name, r.name FROM t JOIN p ON p.id = t.p_id LEFT JOIN q ON q.p_id = t.q_p_id LEFT JOIN p AS r ON r.id = q.p_id
        UNION ALL SELECT 10 + position, name, NULL FROM t_all JOIN p ON p.id = p_id
        UNION ALL SELECT 20, p.name, r.name FROM p JOIN p AS r ON r.id = p.up_id ORDER BY 1, 2
        """,
      rows: [
        ["1", "b", "c"], ["2", "c", nil], ["10", "b", nil], ["11", "a", nil], ["20", "b", "a"], ["20", "c", "c"],
      ]),
    RowCase(
      title: "the column of a foreign key is a field",
      old: "model P { name: String @primaryKey }\nmodel T { id: Int64 @primaryKey\n name: String?\n p: P? @columns(\"name\") }",
      new: """
        model P { name: String @primaryKey @length(...3) @backfill(truncated) \(stop) }
        model T { id: Int64 @primaryKey\n name: String?\n p: P? @columns("name") }
        """,
      insert: "INSERT INTO p VALUES ('food'); INSERT INTO t VALUES (1, 'food'), (2, NULL)",
      select: "SELECT * FROM t ORDER BY id", rows: [["1", "foo"], ["2", nil]]),
    RowCase(
      title: "a key is one over several relations",
      old: """
        model P { name: String @primaryKey }
        model Q { p: P @primaryKey }
        model R { q: Q @primaryKey\n other: Q? }
        model T { id: Int64 @primaryKey\n r: R? }
        """,
      new: """
        model P { name: String @primaryKey @length(...3) @backfill(truncated) \(stop) }
        model Q { p: P @primaryKey }
        model R { q: Q @primaryKey\n other: Q? }
        model T { id: Int64 @primaryKey\n r: R? }
        """,
      insert: """
        INSERT INTO p VALUES ('food'), ('car'); INSERT INTO q VALUES ('food'), ('car');
        INSERT INTO r VALUES ('food', 'car'), ('car', NULL); INSERT INTO t VALUES (1, 'food'), (2, NULL)
        """,
      select: """
        SELECT CAST(t.id AS TEXT), r.q_p_name, r.other_p_name FROM t LEFT JOIN r ON r.q_p_name = r_q_p_name
        UNION ALL SELECT p_name, NULL, NULL FROM q ORDER BY 1
        """,
      rows: [["1", "foo", "car"], ["2", nil, nil], ["car", nil, nil], ["foo", nil, nil]]),
  ]

  /// Another column becomes the key, of which an expression gives some rows a value that it gives only once.
  private static let made = RowCase(
    title: "another key, with random values",
    old: "model P { id: Int64 @primaryKey\n code: String }\nmodel T { id: Int64 @primaryKey\n p: P? }",
    new: """
      model P \(stop) { id: Int64
        code: String @primaryKey @length(...8) \(stop)
          @backfill(sqlite: "hex(randomblob(4))", postgresql: "left(gen_random_uuid()::text, 8)") }
      model T { id: Int64 @primaryKey\n p: P? }
      """,
    insert: "INSERT INTO p VALUES (1, 'a'), (2, 'long enough'); INSERT INTO t VALUES (1, 2), (2, NULL), (3, 1)",
    select: "SELECT t.id, p.id FROM t LEFT JOIN p ON p.code = t.p_code ORDER BY 1",
    rows: [["1", "2"], ["2", nil], ["3", "1"]])

  /// Tables that refer to each other, or to themselves, by columns that others refer to.
  static let cycles = [
    RowCase(
      title: "a relation to the same model is a unique",
      old: """
        model P { name: String @primaryKey\n up: P? @unique }
        model T { id: Int64 @primaryKey\n p: P? @references(up) }
        """,
      new: """
        model P { name: String @primaryKey @length(...3) @backfill(truncated) \(stop)\n up: P? @unique }
        model T { id: Int64 @primaryKey\n p: P? @references(up) }
        """,
      insert: """
        INSERT INTO p VALUES ('food', NULL); INSERT INTO p VALUES ('car', 'food'), ('bike', 'bike');
        INSERT INTO t VALUES (1, 'food'), (2, NULL), (3, 'bike')
        """,
      select: """
        SELECT CAST(t.id AS TEXT), p.name, p.up_name FROM t LEFT JOIN p ON p.up_name = p_up_name
        UNION ALL SELECT name, up_name, NULL FROM p ORDER BY 1
        """,
      rows: [
        ["1", "car", "foo"], ["2", nil, nil], ["3", "bik", "bik"], ["bik", "bik", nil], ["car", "foo", nil],
        ["foo", nil, nil],
      ]),
    RowCase(
      title: "two models refer to each other by uniques",
      old: """
        model A { name: String @primaryKey\n b: B? @unique }
        model B { code: String @primaryKey\n a: A? @unique }
        model C { id: Int64 @primaryKey\n a: A? @references(b)\n b: B? @references(a) }
        """,
      new: """
        model A { name: String @primaryKey @length(...3) @backfill(truncated) \(stop)\n b: B? @unique }
        model B { code: String @primaryKey @length(...3) @backfill(truncated) \(stop)\n a: A? @unique }
        model C { id: Int64 @primaryKey\n a: A? @references(b)\n b: B? @references(a) }
        """,
      insert: """
        INSERT INTO a VALUES ('food', NULL), ('bike', NULL); INSERT INTO b VALUES ('long', 'food'), ('tall', 'bike');
        UPDATE a SET b_code = 'tall' WHERE name = 'food'; UPDATE a SET b_code = 'long' WHERE name = 'bike';
        INSERT INTO c VALUES (1, 'tall', 'bike'), (2, NULL, 'food')
        """,
      select: """
        SELECT CAST(id AS TEXT), a_b_code, b_a_name FROM c UNION ALL SELECT name, b_code, NULL FROM a
        UNION ALL SELECT code, NULL, a_name FROM b ORDER BY 1
        """,
      rows: [
        ["1", "tal", "bik"], ["2", nil, "foo"], ["bik", "lon", nil], ["foo", "tal", nil], ["lon", nil, "foo"],
        ["tal", nil, "bik"],
      ]),
    RowCase(
      title: "a part of a key is a relation to a model that refers back",
      old: """
        model A { b: B\n n: Int64\n primaryKey(b, n) }
        model B { code: String @primaryKey\n first: A? @unique }
        model C { id: Int64 @primaryKey\n b: B? @references(first)\n a: A? }
        """,
      new: """
        model A { b: B\n n: Int64\n primaryKey(b, n) }
        model B { code: String @primaryKey @length(...3) @backfill(truncated) \(stop)\n first: A? @unique }
        model C { id: Int64 @primaryKey\n b: B? @references(first)\n a: A? }
        """,
      insert: """
        INSERT INTO b VALUES ('food', NULL, NULL), ('bike', NULL, NULL); INSERT INTO a VALUES ('food', 1), ('bike', 2);
        UPDATE b SET first_b_code = 'bike', first_n = 2 WHERE code = 'food';
        INSERT INTO c VALUES (1, 'food', 1, 'bike', 2), (2, NULL, NULL, NULL, NULL)
        """,
      select: """
        SELECT CAST(id AS TEXT), b_first_b_code, a_b_code FROM c UNION ALL SELECT b_code, CAST(n AS TEXT), NULL FROM a
        UNION ALL SELECT code || 'x', first_b_code, NULL FROM b ORDER BY 1
        """,
      rows: [
        ["1", "bik", "foo"], ["2", nil, nil], ["bik", "2", nil], ["bikx", nil, nil], ["foo", "1", nil],
        ["foox", "bik", nil],
      ]),
    RowCase(
      title: "numbers of models that refer to each other become UUIDs",
      old: """
        model A { id: Int64 @primaryKey\n b: B? @unique\n name: String }
        model B { id: Int64 @primaryKey\n a: A? @unique\n name: String }
        model C { id: Int64 @primaryKey\n a: A? @references(b)\n b: B? @references(a) }
        """,
      new: """
        model A { id: UUID @primaryKey @backfill(uuid())\n b: B? @unique\n name: String }
        model B { id: UUID @primaryKey @backfill(uuid())\n a: A? @unique\n name: String }
        model C { id: Int64 @primaryKey\n a: A? @references(b)\n b: B? @references(a) }
        """,
      insert: """
        INSERT INTO a VALUES (1, NULL, 'a1'), (2, NULL, 'a2'); INSERT INTO b VALUES (1, 2, 'b1'), (2, 1, 'b2');
        UPDATE a SET b_id = 1 WHERE id = 1; INSERT INTO c VALUES (1, 1, 2), (2, NULL, 1)
        """,
      select: """
        SELECT CAST(c.id AS TEXT), a.name, b.name FROM c LEFT JOIN a ON a.b_id = c.a_b_id LEFT JOIN b ON b.a_id = c.b_a_id
        UNION ALL SELECT a.name, b.name, NULL FROM a LEFT JOIN b ON b.id = a.b_id
        UNION ALL SELECT b.name, a.name, NULL FROM b LEFT JOIN a ON a.id = b.a_id ORDER BY 1
        """,
      rows: [
        ["1", "a1", "b1"], ["2", nil, "b2"], ["a1", "b1", nil], ["a2", nil, nil], ["b1", "a2", nil], ["b2", "a1", nil],
      ]),
  ]

  @Test(arguments: cases + cycles) func keysAreFollowed(_ item: RowCase) throws { try item.check() }

  @Test func madeKeysAreFollowed() throws { try Self.made.check() }

  @Test(arguments: cases + cycles) func checkAgrees(_ item: RowCase) async throws {
    #expect(try await Versions(item.old, item.new).firstDifference(rows: 30) == nil)
  }

  /// What referred to no row before refers to none afterward, and stops nothing.
  @Test(arguments: ["p: P?", "p: P", "all: [P]"]) func danglingReferencesStay(_ relation: String) throws {
    let old = "model P { id: Int64 = autoincrement() @primaryKey }\nmodel T { id: Int64 @primaryKey\n \(relation) }"
    let key = "UUID @primaryKey @backfill(uuid())"
    let step = Step(old, old.replacing("Int64 = autoincrement() @primaryKey", with: key))
    #expect(step.errors == "" && step.evolution.isValid, "\(step.report)")
    let engine = try Engine(step.evolution.match.old)
    let isList = relation.hasPrefix("all")
    let table = isList ? "t_all" : "t"
    let (dangling, whole) = isList ? ("1", "2") : ("1, 7", "2, 2")
    try engine.execute("PRAGMA foreign_keys = OFF; INSERT INTO p VALUES (1), (2)")
    try engine.execute("INSERT INTO t VALUES (\(dangling)), (\(whole))")
    if isList { try engine.execute("INSERT INTO t_all (t_id, position, p_id) VALUES (1, 0, 7), (2, 0, 2)") }
    let script = planSQLite(step.evolution)
    try engine.execute(script.sql)
    let found = try engine.execute("SELECT p.id IS NOT NULL FROM \(table) LEFT JOIN p ON p.id = p_id ORDER BY 1")
    #expect(found == [["0"], ["1"]], "\(script.text)")
    let isUUID = try engine.execute("SELECT count(*) FROM \(table) WHERE p_id IS NULL OR length(p_id) = 16")
    #expect(isUUID == [["2"]])
  }

  #if PostgreSQL
  @Test(.enabled(if: ServerDatabase.isThere), arguments: cases + cycles)
  func keysAreFollowedOnServers(_ item: RowCase) throws {
    try item.checkOnServer()
  }
  #endif
}
