import IgataEvolution
import Testing

/// Relations that lead to other rows, keys that change, and keys that rows get.
struct KeyTests {
  private static let key = "id: Int64 = autoincrement() @primaryKey"

  @Test(arguments: [
    RowCase(
      title: "a relation to another model is computed",
      old:
        "model P { id: Int64 @primaryKey }\nmodel Q { id: Int64 @primaryKey }\nmodel A { id: Int64 @primaryKey\n r: P?\n s: P }",
      new: """
        model P { id: Int64 @primaryKey }
        model Q { id: Int64 @primaryKey }
        model A { id: Int64 @primaryKey\n r: Q? @backfill(sql: "{value} + 10") @allow(may-stop, "no")
          s: Q @backfill(sql: "{s} + 20") @allow(may-stop, "no") }
        """,
      insert: "INSERT INTO p VALUES (1); INSERT INTO q VALUES (11), (21); INSERT INTO a VALUES (1, 1, 1), (2, NULL, 1)",
      select: "SELECT * FROM a ORDER BY id", rows: [["1", "11", "21"], ["2", nil, "21"]]),
    RowCase(
      title: "a relation to another model has no values",
      old:
        "model P { id: Int64 @primaryKey }\nmodel Q { id: Int64 @primaryKey }\nmodel A { id: Int64 @primaryKey\n r: P? }",
      new: """
        model P { id: Int64 @primaryKey }
        model Q { id: Int64 @primaryKey }
        model A { id: Int64 @primaryKey\n r: Q? @backfill(none) @allow(may-stop, "no") }
        """,
      insert: "INSERT INTO q VALUES (1); INSERT INTO a VALUES (2, NULL)",
      select: "SELECT * FROM a ORDER BY id", rows: [["2", nil]]),
    RowCase(
      title: "a relation to another model has a value",
      old:
        "model P { id: Int64 @primaryKey }\nmodel Q { id: Int64 @primaryKey }\nmodel A { id: Int64 @primaryKey\n r: P? }",
      new: """
        model P { id: Int64 @primaryKey }
        model Q { id: Int64 @primaryKey }
        model A { id: Int64 @primaryKey\n r: Q? @backfill(none) @allow(may-stop, "no") }
        """,
      insert: "INSERT INTO p VALUES (1); INSERT INTO q VALUES (1); INSERT INTO a VALUES (2, 1)",
      select: "SELECT * FROM a ORDER BY id", rows: nil),
    RowCase(
      title: "rows are numbered", old: "model A { code: String @primaryKey\n x: Int64 }",
      new: "model A { \(key)\n code: String @unique @allow(may-stop, \"it was the key\")\n x: Int64 }",
      insert: "INSERT INTO a VALUES ('q', 1), ('p', 2), ('r', 3)",
      select: "SELECT * FROM a ORDER BY id", rows: [["1", "p", "2"], ["2", "q", "1"], ["3", "r", "3"]]),
  ])
  func targetsAndKeys(_ item: RowCase) throws { try item.check() }

  @Test(arguments: [
    RowCase(
      title: "rows are numbered, and those that refer to them follow",
      old: """
        model A { code: String @primaryKey\n up: A?\n tags: [A] @unordered @joinTable("a_tags") }
        model B { id: Int64 @primaryKey\n a: A\n all: [A] }
        """,
      new: """
        model A { \(key)\n code: String @unique @allow(may-stop, "it was the key")\n up: A?\n tags: [A] @unordered @joinTable("a_tags") }
        model B { id: Int64 @primaryKey\n a: A\n all: [A] }
        """,
      insert: """
        INSERT INTO a VALUES ('q', 'r'), ('p', NULL), ('r', 'r'); INSERT INTO b VALUES (1, 'q'), (2, 'p');
        INSERT INTO b_all VALUES (1, 5, 'r'), (1, 6, 'q'); INSERT INTO a_tags VALUES ('q', 'p'), ('q', 'q')
        """,
      select: """
        SELECT id, code, up_id, NULL FROM a UNION ALL SELECT id + 10, 'b', a_id, NULL FROM b
        UNION ALL SELECT b_id + 20, 'all', position, a_id FROM b_all UNION ALL SELECT a_id + 30, 'tags', tags_id, NULL FROM a_tags
        ORDER BY 1, 3
        """,
      rows: [
        ["1", "p", nil, nil], ["2", "q", "3", nil], ["3", "r", "3", nil], ["11", "b", "2", nil], ["12", "b", "1", nil],
        ["21", "all", "5", "3"], ["21", "all", "6", "2"], ["32", "tags", "1", nil], ["32", "tags", "2", nil],
      ]),
    RowCase(
      title: "the key becomes another column",
      old: "model P { id: Int64 @primaryKey\n nr: Int64 @unique }\nmodel A { id: Int64 @primaryKey\n p: P? }",
      new: """
        model P @allow(may-stop, "both are unique") { id: Int64 @unique\n nr: String @primaryKey }
        model A { id: Int64 @primaryKey\n p: P? }
        """,
      insert: "INSERT INTO p VALUES (1, 2), (2, 1); INSERT INTO a VALUES (1, 1), (2, NULL)",
      select: "SELECT a.id, p_nr, p.id FROM a LEFT JOIN p ON p_nr = p.nr ORDER BY 1", rows: [["1", "2", "1"], ["2", nil, nil]]),
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
      title: "the key becomes a UUID, and a relation a list",
      old: "model P { id: Int64 @primaryKey }\nmodel A { id: Int64 @primaryKey\n p: P?\n q: P }",
      new: """
        model P { key: String = uuid() @primaryKey\n id: Int64 @unique @allow(may-stop, "it was the key") }
        model A { id: Int64 @primaryKey\n p: [P]\n q: P }
        """,
      insert: "INSERT INTO p VALUES (1), (2); INSERT INTO a VALUES (1, 1, 2), (2, NULL, 1)",
      select: "SELECT a.id, p.id, q.id FROM a JOIN p AS q ON q.key = q_key LEFT JOIN a_p ON a_id = a.id LEFT JOIN p ON p.key = p_key ORDER BY 1",
      rows: [["1", "1", "2"], ["2", nil, "1"]]),
  ])
  func keysChange(_ item: RowCase) throws { try item.check() }

  /// The keys that the database makes continue after those of rows that were made.
  @Test func numbersContinue() throws {
    let step = Step(
      "model A { id: Int64 @primaryKey\n x: String\n d: D? @unique }\nmodel D { \(Self.key) }",
      "model A { id: Int64 @primaryKey\n d: D? @unique }\nmodel D { \(Self.key)\n x: String = \"\" @renamed(from: \"A.x\") }"
    )
    for (insert, next) in [("INSERT INTO a VALUES (1, 'x', NULL)", "12"), ("INSERT INTO d VALUES (9)", "11")] {
      let engine = try Engine(step.evolution.match.old)
      try engine.execute("INSERT INTO d VALUES (10); DELETE FROM d; \(insert)")
      try engine.execute(planSQLite(step.evolution).sql)
      try engine.execute("UPDATE a SET d_id = NULL; DELETE FROM d; INSERT INTO d (x) VALUES ('new')")
      #expect(try engine.execute("SELECT id FROM d") == [[next]])
    }
  }

  /// Rows that depend on other tables aren't copied in portions, between which those could change.
  @Test(arguments: [
    ("model A { id: Int64 @primaryKey\n b: B? }\nmodel B { id: Int64 @primaryKey\n x: Int64? @renamed(from: \"A.x\") }", false),
    ("model A { id: Int64 @primaryKey\n x: Int64?\n b: B?\n c: Int64 @backfill(sql: \"(select max(id) from b)\") }\n"
      + "model B { id: Int64 @primaryKey }", false),
    ("model A { id: Int64 @primaryKey\n x: Int64?\n b: B?\n c: Int64 @backfill(sql: \"{id} + 1\") }\n"
      + "model B { id: Int64 @primaryKey }", true),
  ])
  func portions(_ new: String, _ isCopiedInPortions: Bool) throws {
    let old = "model A { id: Int64 @primaryKey\n x: Int64?\n b: B? }\nmodel B { id: Int64 @primaryKey }"
    var rebuilt = 0
    for case .rebuild(let rebuild) in planSQLite(Step(old, new).evolution).steps {
      #expect(rebuild.oldKey == (isCopiedInPortions ? ["id"] : []))
      rebuilt += 1
    }
    #expect(rebuilt == 1)
  }
}
