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

  @Test(arguments: cases) func keysAreFollowed(_ item: RowCase) throws { try item.check() }

  @Test func madeKeysAreFollowed() throws { try Self.made.check() }

  @Test(arguments: cases) func checkAgrees(_ item: RowCase) async throws {
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
  @Test(.enabled(if: ServerDatabase.isThere), arguments: cases) func keysAreFollowedOnServers(_ item: RowCase) throws {
    try item.checkOnServer()
  }
  #endif
}
