import Foundation
@_spi(Backend) import IgataRuntime
import MigrationSupport
import Testing

@testable import IgataEvolution

/// Values that go from one table to another.
struct ValueMoveTests {
  private static let key = "id: Int64 = autoincrement() @primaryKey"

  private static let fieldsThatMove = [
    RowCase(
      title: "a field moves along a relation, and a missing row is made",
      old: "model A { id: Int64 @primaryKey\n note: String\n d: D? @unique }\nmodel D { \(key) }",
      new: """
        model A { id: Int64 @primaryKey\n d: D? @unique }
        model D { \(key)\n note: String = "" @renamed(from: "A.note") }
        """,
      insert: "INSERT INTO d VALUES (3), (7); INSERT INTO a VALUES (1, 'x', 7), (2, 'y', NULL), (3, '', NULL)",
      select: "SELECT a.id, d.id, note FROM d LEFT JOIN a ON d_id = d.id ORDER BY d.id",
      rows: [[nil, "3", ""], ["1", "7", "x"], ["2", "8", "y"], ["3", "9", ""]]),
    RowCase(
      title: "a field moves to the model that refers to it",
      old: """
        model A { id: Int64 @primaryKey\n note: String? }
        model D { \(key)\n a: A? }
        """,
      new: """
        model A { id: Int64 @primaryKey }
        model D { \(key)\n a: A?\n note: String? = "-" @renamed(from: "A.note") }
        """,
      insert: """
        INSERT INTO a VALUES (1, 'x'), (2, NULL), (3, 'z'), (4, NULL); INSERT INTO d VALUES (5, 1), (6, 1), (7, 2), (8, NULL)
        """,
      select: "SELECT id, a_id, note FROM d ORDER BY id",
      rows: [["5", "1", "x"], ["6", "1", "x"], ["7", "2", nil], ["8", nil, "-"], ["9", "3", "z"]]),
    RowCase(
      title: "a model is split in two, the key being the relation",
      old: "model A { a: Int64\n b: String\n x: Int64\n y: String?\n primaryKey(a, b) }",
      new: """
        model A { a: Int64\n b: String\n primaryKey(a, b) }
        model D { a: A\n x: String @renamed(from: "A.x") @backfill("")\n y: String? @renamed(from: "A.y")\n primaryKey(a) }
        """,
      insert: "INSERT INTO a VALUES (1, 'p', 4, 'y'), (1, 'q', 5, NULL)",
      select: "SELECT a_a, a_b, x, y FROM d ORDER BY a_b", rows: [["1", "p", "4", "y"], ["1", "q", "5", nil]]),
    RowCase(
      title: "a model is split in two, the relation being new",
      old: "model A { id: Int64 @primaryKey\n x: String?\n y: String? }",
      new: """
        model A { id: Int64 @primaryKey\n d: D? }
        model D { id: UUID = uuid() @primaryKey\n x: String? @renamed(from: "A.x")\n y: String? @renamed(from: "A.y") }
        """,
      insert: "INSERT INTO a VALUES (1, 'x', NULL), (2, NULL, NULL), (3, NULL, 'y')",
      select: "SELECT a.id, x, y FROM a LEFT JOIN d ON d.id = d_id ORDER BY a.id",
      rows: [["1", "x", nil], ["2", nil, nil], ["3", nil, "y"]]),
    RowCase(
      title: "a required new relation", old: "model A { id: String @primaryKey\n x: String? }",
      new: "model A { id: String @primaryKey\n d: D }\nmodel D { \(key)\n x: String? @renamed(from: \"A.x\") }",
      insert: "INSERT INTO a VALUES ('q', NULL), ('p', 'x')",
      select: "SELECT a.id, d.id, x FROM a JOIN d ON d.id = d_id ORDER BY a.id",
      rows: [["p", "1", "x"], ["q", "2", nil]]),
    RowCase(
      title: "a model is merged into another one",
      old: "model A { id: Int64 @primaryKey\n d: D }\nmodel D { \(key)\n x: String }",
      new: """
        reserved D
        model A { id: Int64 @primaryKey\n x: String @renamed(from: "D.x") @backfill("")\n reserved d }
        """,
      insert: "INSERT INTO d VALUES (1, 'x'), (2, 'y'); INSERT INTO a VALUES (1, 2), (2, 2), (3, 1)",
      select: "SELECT id, x FROM a ORDER BY id", rows: [["1", "y"], ["2", "y"], ["3", "x"]]),
    RowCase(
      title: "rows with the same value share one",
      old: "model A { id: Int64 @primaryKey\n x: String\n d: D }\nmodel D { \(key) }",
      new: """
        model A { id: Int64 @primaryKey\n d: D }
        model D { \(key)\n x: String = "" @renamed(from: "A.x") @allow(may-stop, "no") }
        """,
      insert: "INSERT INTO d VALUES (1), (2); INSERT INTO a VALUES (1, 'x', 1), (2, 'x', 1)",
      select: "SELECT id, x FROM d ORDER BY id", rows: [["1", "x"], ["2", ""]]),
    RowCase(
      title: "rows with different values can't share one",
      old: "model A { id: Int64 @primaryKey\n x: String\n d: D }\nmodel D { \(key) }",
      new: """
        model A { id: Int64 @primaryKey\n d: D }
        model D { \(key)\n x: String = "" @renamed(from: "A.x") @allow(may-stop, "no") }
        """,
      insert: "INSERT INTO d VALUES (1), (2); INSERT INTO a VALUES (1, 'x', 1), (2, 'y', 1)",
      select: "SELECT x FROM a ORDER BY id", rows: nil),
    RowCase(
      title: "a value has no row that takes it",
      old: "model A { id: Int64 @primaryKey\n x: String?\n d: D? @unique }\nmodel D { id: String @primaryKey }",
      new: """
        model A { id: Int64 @primaryKey\n d: D? @unique }
        model D { id: String @primaryKey\n x: String? @renamed(from: "A.x") @allow(may-stop, "no") }
        """,
      insert: "INSERT INTO d VALUES ('d'); INSERT INTO a VALUES (1, 'x', 'd'), (2, 'y', NULL)",
      select: "SELECT x FROM a ORDER BY id", rows: nil),
    RowCase(
      title: "a value that is null needs no row",
      old: "model A { id: Int64 @primaryKey\n x: String?\n d: D? @unique }\nmodel D { id: String @primaryKey }",
      new: """
        model A { id: Int64 @primaryKey\n d: D? @unique }
        model D { id: String @primaryKey\n x: String? @renamed(from: "A.x") @allow(may-stop, "no") }
        """,
      insert: "INSERT INTO d VALUES ('d'); INSERT INTO a VALUES (1, 'x', 'd'), (2, NULL, NULL)",
      select: "SELECT id, x FROM d", rows: [["d", "x"]]),
    RowCase(
      title: "fields that move between models that exchange their names",
      old: "model A { id: Int64 @primaryKey\n x: String\n b: B @unique }\nmodel B { id: Int64 @primaryKey }",
      new: """
        model B @renamed(from: "A") { id: Int64 @primaryKey\n b: A @unique }
        model A @renamed(from: "B") { id: Int64 @primaryKey\n y: String @renamed(from: "A.x") @backfill("-") }
        """,
      insert: "INSERT INTO b VALUES (1), (2); INSERT INTO a VALUES (5, 'x', 2)",
      select: "SELECT id, y FROM a ORDER BY id", rows: [["1", "-"], ["2", "x"]]),
    RowCase(
      title: "a field that is rounded as it moves",
      old: "model A { id: Int64 @primaryKey\n x: Currency\n d: D @unique }\nmodel D { id: Int64 @primaryKey }",
      new: """
        model A { id: Int64 @primaryKey\n d: D @unique }
        model D { id: Int64 @primaryKey\n x: Int64 = 7 @renamed(from: "A.x") @backfill(rounded) }
        """,
      insert: "INSERT INTO d VALUES (1), (2); INSERT INTO a VALUES (1, 2500, 2)",
      select: "SELECT id, x FROM d ORDER BY id", rows: [["1", "7"], ["2", "2"]]),
    RowCase(
      title: "a struct that moves",
      old: """
        struct S { p: Int64\n q: String }
        model A { id: Int64 @primaryKey\n s: S?\n d: D @unique }
        model D { id: Int64 @primaryKey }
        """,
      new: """
        struct S { p: Int64\n r: String @renamed(from: "q") }
        model A { id: Int64 @primaryKey\n d: D @unique }
        model D { id: Int64 @primaryKey\n t: S? @renamed(from: "A.s") }
        """,
      insert: "INSERT INTO d VALUES (1), (2), (3); INSERT INTO a VALUES (1, 5, 'q', 2), (2, NULL, NULL, 3)",
      select: "SELECT id, t_p, t_r FROM d ORDER BY id", rows: [["1", nil, nil], ["2", "5", "q"], ["3", nil, nil]]),
    RowCase(
      title: "a relation that moves",
      old:
        "model P { id: Int64 @primaryKey }\nmodel A { id: Int64 @primaryKey\n p: P?\n d: D @unique }\nmodel D { id: Int64 @primaryKey }",
      new: """
        model P { id: Int64 @primaryKey }
        model A { id: Int64 @primaryKey\n d: D @unique }
        model D { id: Int64 @primaryKey\n p: P? @renamed(from: "A.p") }
        """,
      insert: "INSERT INTO p VALUES (4); INSERT INTO d VALUES (1), (2); INSERT INTO a VALUES (1, 4, 2), (2, NULL, 1)",
      select: "SELECT id, p_id FROM d ORDER BY id", rows: [["1", nil], ["2", "4"]]),
  ]

  private static let listsAndRelations = [
    RowCase(
      title: "a relation becomes a list",
      old: "model T { a: Int64\n b: Int64\n primaryKey(a, b) }\nmodel A { id: Int64 @primaryKey\n t: T? }",
      new: "model T { a: Int64\n b: Int64\n primaryKey(a, b) }\nmodel A { id: Int64 @primaryKey\n t: [T] }",
      insert: "INSERT INTO t VALUES (1, 2), (3, 4); INSERT INTO a VALUES (1, 3, 4), (2, NULL, NULL)",
      select: "SELECT a_id, position, t_a, t_b FROM a_t", rows: [["1", "0", "3", "4"]]),
    RowCase(
      title: "a relation to the model itself becomes a list, by another column",
      old: "model A { id: Int64 @primaryKey\n code: String @unique\n t: A? @references(code) }",
      new: "model A { id: Int64 @primaryKey\n code: String @unique\n t: [A] }",
      insert: "INSERT INTO a VALUES (1, 'p', NULL), (2, 'q', 'p'), (3, 'r', 'r')",
      select: "SELECT * FROM a_t ORDER BY 1", rows: [["2", "0", "1"], ["3", "0", "3"]]),
    RowCase(
      title: "a list becomes a relation",
      old: "model T { a: Int64\n b: Int64\n primaryKey(a, b) }\nmodel A { id: Int64 @primaryKey\n t: [T] }",
      new:
        "model T { a: Int64\n c: Int64 @renamed(from: \"b\")\n primaryKey(a, c) }\nmodel A { id: Int64 @primaryKey\n t: T? @allow(may-stop, \"no\") }",
      insert: "INSERT INTO t VALUES (1, 2), (3, 4); INSERT INTO a VALUES (1), (2); INSERT INTO a_t VALUES (2, 7, 3, 4)",
      select: "SELECT id, t_a, t_c FROM a ORDER BY id", rows: [["1", nil, nil], ["2", "3", "4"]]),
    RowCase(
      title: "a list with two elements can't become a relation",
      old: "model T { id: Int64 @primaryKey }\nmodel A { id: Int64 @primaryKey\n t: [T] @unordered }",
      new: "model T { id: Int64 @primaryKey }\nmodel A { id: Int64 @primaryKey\n t: T? @allow(may-stop, \"no\") }",
      insert: "INSERT INTO t VALUES (1), (3); INSERT INTO a VALUES (1), (2); INSERT INTO a_t VALUES (2, 1), (2, 3)",
      select: "SELECT a_id, t_id FROM a_t ORDER BY 1, 2", rows: nil),
    RowCase(
      title: "a list becomes a required relation",
      old: "model T { id: Int64 @primaryKey }\nmodel A { id: Int64 @primaryKey\n t: [T] }",
      new: """
        model T { id: String @primaryKey }
        model A { id: Int64 @primaryKey\n t: T @backfill("1") @allow(may-stop, "no") }
        """,
      insert: "INSERT INTO t VALUES (1), (3); INSERT INTO a VALUES (1), (2); INSERT INTO a_t VALUES (2, 7, 3)",
      select: "SELECT id, t_id || '' FROM a ORDER BY id", rows: [["1", "1"], ["2", "3"]]),
  ]

  private static let structsAndModels = [
    RowCase(
      title: "a struct becomes a model, for two fields",
      old: """
        struct Address { street: String\n zip: Int64? }
        model A { id: UUID = uuid() @primaryKey\n home: Address\n work: Address? }
        """,
      new: """
        model Address { id: UUID = uuid() @primaryKey\n road: String @renamed(from: "street")\n zip: Int64?\n city: String = "-" }
        model A { id: UUID = uuid() @primaryKey\n home: Address\n work: Address? }
        """,
      insert:
        "INSERT INTO a VALUES (zeroblob(16), 'h', NULL, 'w', 7), (X'02000000000000000000000000000000', 'h', 8, NULL, NULL)",
      select: """
        SELECT a.id, h.road, h.zip, h.city, w.road, w.zip, (SELECT count(*) FROM address)
        FROM a JOIN address AS h ON h.id = home_id LEFT JOIN address AS w ON w.id = work_id ORDER BY a.id
        """,
      rows: [
        [String(repeating: "0", count: 32), "h", nil, "-", "w", "7", "3"],
        ["02" + String(repeating: "0", count: 30), "h", "8", "-", nil, nil, "3"],
      ]),
    RowCase(
      title: "a struct becomes a model whose keys are numbers",
      old: "struct S { x: Int64 }\nmodel A { id: String @primaryKey\n s: S\n t: S }",
      new: "model S { \(key)\n x: Int64 }\nmodel A { id: String @primaryKey\n s: S\n t: S }",
      insert: "INSERT INTO a VALUES ('q', 1, 2), ('p', 3, 4)",
      select: "SELECT a.id, s_id, s.x, t_id, t.x FROM a JOIN s ON s.id = s_id JOIN s AS t ON t.id = t_id ORDER BY 1",
      rows: [["p", "1", "3", "3", "4"], ["q", "2", "1", "4", "2"]]),
    RowCase(
      title: "a model becomes a struct",
      old: """
        model S { \(key)\n x: Int64\n y: String? }
        model A { id: Int64 @primaryKey\n s: S\n t: S? }
        """,
      new: """
        struct S { x: Int64 @backfill(0)\n y: String?\n z: Int64 = 5 }
        model A { id: Int64 @primaryKey\n s: S @allow(may-stop, "no")\n t: S? @allow(may-stop, "no") }
        """,
      insert:
        "INSERT INTO s VALUES (1, 10, 'a'), (2, 20, NULL), (3, 30, 'c'); INSERT INTO a VALUES (1, 2, NULL), (2, 1, 3)",
      select: "SELECT id, s_x, s_y, s_z, t_x, t_y, t_z FROM a ORDER BY id",
      rows: [["1", "20", nil, "5", nil, nil, nil], ["2", "10", "a", "5", "30", "c", "5"]]),
    RowCase(
      title: "a model that two rows share can't become a struct",
      old: "model S { \(key)\n x: Int64 }\nmodel A { id: Int64 @primaryKey\n s: S }",
      new: "struct S { x: Int64 }\nmodel A { id: Int64 @primaryKey\n s: S @allow(may-stop, \"no\") }",
      insert: "INSERT INTO s VALUES (1, 10); INSERT INTO a VALUES (1, 1), (2, 1)", select: "SELECT * FROM s", rows: nil),
    RowCase(
      title: "a row that nothing has can't become a value",
      old: "model S { \(key)\n x: Int64 }\nmodel A { id: Int64 @primaryKey\n s: S }",
      new: "struct S { x: Int64 }\nmodel A { id: Int64 @primaryKey\n s: S @allow(may-stop, \"no\") }",
      insert: "INSERT INTO s VALUES (1, 10), (2, 20); INSERT INTO a VALUES (1, 1)", select: "SELECT * FROM s", rows: nil
    ),
    RowCase(
      title: "a row that nothing has goes with its model",
      old: "model S { \(key)\n x: Int64 }\nmodel A { id: Int64 @primaryKey\n s: S }",
      new: "reserved S\nstruct R { x: Int64 }\nmodel A { id: Int64 @primaryKey\n s: R @allow(may-stop, \"no\") }",
      insert: "INSERT INTO s VALUES (1, 10), (2, 20); INSERT INTO a VALUES (1, 1)", select: "SELECT id, s_x FROM a",
      rows: [["1", "10"]]),
  ]

  @Test(arguments: fieldsThatMove + listsAndRelations + structsAndModels)
  func values(_ item: RowCase) throws { try item.check() }

  private static let brokenRelation = RowCase(
    title: "a value whose required relation refers to no row",
    old: "model A { id: Int64 @primaryKey\n x: String\n d: D @unique }\nmodel D { id: Int64 @primaryKey }",
    new: """
      model A { id: Int64 @primaryKey\n d: D @unique }
      model D { id: Int64 @primaryKey\n x: String = "" @renamed(from: "A.x") }
      """,
    insert: "INSERT INTO d VALUES (1); INSERT INTO a VALUES (1, 'x', 1), (2, 'y', 2)",
    select: "SELECT x FROM a ORDER BY id", rows: nil)

  /// Such rows are there where a program wrote without foreign keys. Their values aren't dropped.
  @Test func valuesOfBrokenRelations() throws {
    var item = Self.brokenRelation
    item.insert = "PRAGMA foreign_keys = OFF; \(item.insert)"
    try item.check()
  }

  #if PostgreSQL
  @Test(.enabled(if: ServerDatabase.isThere), arguments: fieldsThatMove + listsAndRelations + structsAndModels)
  func valuesOnServer(_ item: RowCase) throws {
    // UUIDs as the server has them.
    var item = item
    item.insert = item.insert.replacing("zeroblob(16)", with: "'\(String(repeating: "0", count: 32))'")
      .replacing("X'02", with: "'02")
    try item.checkOnServer()
  }

  @Test(.enabled(if: ServerDatabase.isThere)) func valuesOfBrokenRelationsOnServer() throws {
    var item = Self.brokenRelation
    item.insert = "SET session_replication_role = replica; \(item.insert); RESET session_replication_role"
    try item.checkOnServer()
  }

  /// Both scripts give the rows the same keys, which are those that the program derives.
  @Test(.enabled(if: ServerDatabase.isThere), arguments: [
    ("UUID", "'0123456789abcdef0123456789abcdef'", "uuid"), ("Int64", "-7", "integer"), ("Date", "'1970-01-01 00:00:01.5Z'", "date"),
    ("String", "'söven'", "text"), ("String", "repeat('long key ', 12)", "long"), ("Bool", "true", "bool"),
    ("Decimal", "12.50", "decimal"), ("Data", "'\\x000102030405060708090a0b0c0d0e0f'", "data"),
    ("Data", "'\\x000102030405060708090a0b0c0d0e0f10'", "bytes"),
  ])
  func derivedKeys(_ type: String, _ key: String, _ kind: String) throws {
    let step = Step(
      "struct S { x: Int64 }\nmodel A { id: \(type) @primaryKey\n s: S\n t: S? }",
      "model S { id: UUID = uuid() @primaryKey\n x: Int64 }\nmodel A { id: \(type) @primaryKey\n s: S\n t: S? }")
    #expect(step.errors == "" && step.evolution.diagnostics == [], "\(step.report)")
    let engine = try PostgreSQLEngine(step.evolution.match.old)
    try engine.execute("INSERT INTO a VALUES (\(key), 1, 2)")
    try engine.run(planPostgreSQL(step.evolution))
    let owner: StoredValue =
      switch kind {
      case "uuid": .uuid(try #require(UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF")))
      case "integer": .integer(-7)
      case "date": .date(microseconds: 1_500_000)
      case "text": .text("söven")
      case "long": .text(String(repeating: "long key ", count: 12))
      case "bool": .bool(true)
      case "data": .data(Data(0..<16))
      case "bytes": .data(Data(0..<17))
      default: .decimal(try #require(Decimal(string: "12.5")))
      }
    let keys = ["s", "t"].map { UUID.derived(from: [owner], for: "A.\($0)").uuidString.replacing("-", with: "") }
    #expect(try engine.execute("SELECT s_id, t_id FROM a") == [keys])
    #expect(try engine.execute("SELECT id FROM s ORDER BY x") == keys.map { [$0] })
  }

  /// Keys continue after those that the database has made, also if their rows are gone.
  @Test(.enabled(if: ServerDatabase.isThere)) func numbersContinueOnServer() throws {
    let step = Step(
      "model A { id: Int64 @primaryKey\n note: String\n d: D? @unique }\nmodel D { \(Self.key) }",
      """
      model A { id: Int64 @primaryKey\n d: D? @unique }
      model D { \(Self.key)\n note: String = "" @renamed(from: "A.note") }
      """)
    let engine = try PostgreSQLEngine(step.evolution.match.old)
    try engine.execute("INSERT INTO d DEFAULT VALUES; INSERT INTO d DEFAULT VALUES; DELETE FROM d")
    try engine.execute("INSERT INTO a VALUES (1, 'x', NULL)")
    try engine.run(planPostgreSQL(step.evolution))
    try engine.execute("INSERT INTO d DEFAULT VALUES")
    #expect(try engine.execute("SELECT id, note FROM d ORDER BY id") == [["3", "x"], ["4", ""]])
  }

  /// What a row that is made gets from the program alone is no part of a script.
  @Test func madeValuesWithoutSQL() {
    let step = Step(
      "struct S { x: Int64 }\nmodel A { id: Int64 @primaryKey\n s: S }",
      """
      model S { id: UUID = uuid() @primaryKey\n x: String @backfill(swift: "f({x})") }
      model A { id: Int64 @primaryKey\n s: S }
      """)
    #expect(planPostgreSQL(step.evolution).unplanned.map(\.path) == ["S.x"], "\(step.report)")
  }
  #endif
}
