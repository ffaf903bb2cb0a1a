import Foundation
import IgataEvolution
import MigrationSupport
import TestSupport
import Testing

/// A database that was brought to a schema has the structure of one that was made from it.
struct StructureTests {
  @Test func freshEqualsMigrated() throws {
    var count = 0
    for file in try Golden.files(in: FixtureTests.folder, ending: ".igata") {
      for item in try FixtureTests.cases(in: file) {
        let step = Step(item.old, item.new)
        guard step.errors == "", step.evolution.diagnostics.allSatisfy({ $0.kind.id == "may-stop" }) else { continue }
        let script = planSQLite(step.evolution)
        // The functions of a runner aren't here.
        guard script.text.replacing("igata_derived_uuid(", with: "").firstMatch(of: /\bigata_\w+\(/) == nil else {
          continue
        }
        let migrated = try Engine(step.evolution.match.old)
        do {
          try migrated.execute(script.sql)
        } catch {
          Issue.record("\(item.title): \(error)\n\(script.text)")
          continue
        }
        let expected = try Engine(step.evolution.match.new).structure()
        #expect(try migrated.structure() == expected, "\(item.title)\n\(script.text)")
        #expect(!step.evolution.isValid || step.unexplainedRebuild == nil, "\(item.title)")
        count += 1
      }
    }
    #expect(count > 10)
  }

  #if PostgreSQL
  @Test(.enabled(if: ServerDatabase.isThere)) func freshEqualsMigratedOnServer() throws {
    let (migrated, fresh) = (try PostgreSQLEngine(), try PostgreSQLEngine())
    var count = 0
    for file in try Golden.files(in: FixtureTests.folder, ending: ".igata") {
      for item in try FixtureTests.cases(in: file) {
        let step = Step(item.old, item.new)
        guard step.errors == "", step.evolution.diagnostics.allSatisfy({ $0.kind.id == "may-stop" }) else { continue }
        let script = planPostgreSQL(step.evolution)
        // SQL of SQLite.
        guard script.unplanned.isEmpty, !item.new.contains("randomblob") else { continue }
        do {
          try migrated.clear()
          try migrated.create(step.evolution.match.old)
          try migrated.run(script)
          try fresh.clear()
          try fresh.create(step.evolution.match.new)
        } catch {
          Issue.record("\(item.title): \(error)\n\(script.text)")
          continue
        }
        let (found, expected) = (Set(try migrated.structure()), Set(try fresh.structure()))
        let difference = "found \(found.subtracting(expected))\nexpected \(expected.subtracting(found))"
        #expect(found == expected, "\(item.title)\n\(difference)\n\(script.text)")
        count += 1
      }
    }
    #expect(count > 10)
  }
  #endif

  /// A new foreign key stops for rows that refer to none, and for no others.
  @Test func brokenForeignKeysStop() throws {
    let old = "model P { id: Int64 @primaryKey }\nmodel A { id: Int64 @primaryKey\n p: Int64 @column(\"pid\")\n q: P? }"
    let new = """
      model P { id: Int64 @primaryKey }
      model A { id: Int64 @primaryKey\n p: P @columns("pid") @onDelete(cascade) @allow(may-stop, "no")\n q: P? }
      """
    let step = Step(old, new)
    #expect(step.errors == "")
    for (row, stops) in [("1, 1, 1", false), ("1, 7, 1", true), ("1, 1, 7", false)] {
      let engine = try Engine(step.evolution.match.old)
      try engine.execute("PRAGMA foreign_keys = OFF; INSERT INTO p VALUES (1); INSERT INTO a VALUES (\(row))")
      if stops {
        #expect(throws: Engine.Failure.self) { try engine.execute(planSQLite(step.evolution).sql) }
        try engine.execute("ROLLBACK")
      } else {
        try engine.execute(planSQLite(step.evolution).sql)
      }
      #expect(try engine.execute("SELECT * FROM a") == [row.split(separator: ", ").map(String.init)], "\(row)")
    }
  }

  /// A printed script stops where other tables would refer to rows that are gone, and not for those that did before.
  @Test(arguments: [false, true]) func brokenReferrersStop(isEdited: Bool) throws {
    let models = "model Tag { name: String @primaryKey\n n: Int64"
    let note = " }\nmodel Note { id: Int64 @primaryKey\n tag: Tag }"
    let step = Step(models + note, models + " @range(0...9) @backfill(clamped)" + note)
    #expect(step.errors == "" && step.evolution.isValid)
    let engine = try Engine(step.evolution.match.old)
    try engine.execute("PRAGMA foreign_keys = OFF; INSERT INTO tag VALUES ('food', 12)")
    try engine.execute("INSERT INTO note VALUES (1, 'food'), (2, 'gone')")
    var script = planSQLite(step.evolution).sql
    if isEdited {
      script = script.replacing("SELECT \"tag\".\"name\"", with: "SELECT upper(\"tag\".\"name\")")
      #expect(throws: Engine.Failure.self, "\(script)") { try engine.execute(script) }
      try engine.execute("ROLLBACK")
    } else {
      try engine.execute(script)
    }
    #expect(try engine.execute("SELECT * FROM tag") == [["food", isEdited ? "12" : "9"]])
  }

  /// A UUID as text is stored as a UUID.
  @Test func textsOfUUIDs() throws {
    let step = Step(
      "model A { id: Int64 @primaryKey }",
      "model A { id: Int64 @primaryKey\n u: UUID @backfill(\"01234567-89AB-cdef-0123-456789abcdef\") }")
    #expect(step.evolution.diagnostics == [] && step.errors == "")
    let engine = try Engine(step.evolution.match.old)
    try engine.execute("INSERT INTO a VALUES (1)")
    try engine.execute(planSQLite(step.evolution).sql)
    #expect(try engine.execute("SELECT u FROM a") == [["0123456789ABCDEF0123456789ABCDEF"]])
  }

  private static let person = "model P { id: Int64 @primaryKey\n code: String @unique }\n"

  /// The values of rows where a column isn't simply that of a field.
  @Test(arguments: [
    RowCase(
      title: "the field that a relation refers to is renamed",
      old: person + "model T { id: Int64 @primaryKey\n p: P? @references(code) }",
      new: """
        model P { id: Int64 @primaryKey\n kode: String @unique @renamed(from: "code") }
        model T { id: Int64 @primaryKey\n p: P? @references(kode) }
        """,
      insert: "INSERT INTO p VALUES (1, 'c'); INSERT INTO t VALUES (1, 'c'), (2, NULL)",
      select: "SELECT p_kode FROM t ORDER BY id", rows: [["c"], [nil]]),
    RowCase(
      title: "a field gets the column of a relation",
      old: person + "model T { id: Int64 @primaryKey\n p: P? @columns(\"pid\") }",
      new: person + "model T { id: Int64 @primaryKey\n pid: Int64?\n p: P? @columns(\"pid\") }",
      insert: "INSERT INTO p VALUES (1, 'c'); INSERT INTO t VALUES (1, 1), (2, NULL)",
      select: "SELECT pid FROM t ORDER BY id", rows: [["1"], [nil]]),
    RowCase(
      title: "a relation keeps the column of a field that is gone",
      old: person + "model T { id: Int64 @primaryKey\n pid: Int64?\n p: P? @columns(\"pid\") }",
      new: person + "model T { id: Int64 @primaryKey\n p: P? @columns(\"pid\") }",
      insert: "INSERT INTO p VALUES (1, 'c'); INSERT INTO t VALUES (1, 1), (2, NULL)",
      select: "SELECT pid FROM t ORDER BY id", rows: [["1"], [nil]]),
    RowCase(
      title: "a part of a composite key is renamed",
      old: """
        model P { a: Int64\n b: Int64\n primaryKey(a, b) }
        model T { id: Int64 @primaryKey\n a: Int64\n p: P? @columns("a", "x") }
        """,
      new: """
        model P { a: Int64\n c: Int64 @renamed(from: "b")\n primaryKey(a, c) }
        model T { id: Int64 @primaryKey\n a: Int64\n p: P? @columns("a", "x") }
        """,
      insert: "INSERT INTO p VALUES (1, 2); INSERT INTO t VALUES (1, 1, 2)", select: "SELECT x FROM t", rows: [["2"]]),
    RowCase(
      title: "values without a conversion are computed",
      old: "model T { id: Int64 @primaryKey\n a: Double\n d: Bool\n g: Int64? }",
      new: """
        model T { id: Int64 @primaryKey
          a: String @backfill(sql: "printf('%.2f EUR', {a})")
          d: String @backfill(sql: "CASE {d} WHEN 1 THEN 'yes' ELSE 'no' END")
          g: Bool? @backfill(sql: "{g} > 3")
        }
        """,
      insert: "INSERT INTO t VALUES (1, 1.5, 1, 1), (2, 2.25, 0, 5), (3, 0, 0, NULL)",
      select: "SELECT a, d, g FROM t ORDER BY id",
      rows: [["1.50 EUR", "yes", "0"], ["2.25 EUR", "no", "1"], ["0.00 EUR", "no", nil]]),
    RowCase(
      title: "fields exchange their names", old: "model T { id: Int64 @primaryKey\n a: String\n b: String }",
      new: """
        model T { id: Int64 @primaryKey\n a: String @renamed(from: "b")\n b: String @renamed(from: "a") }
        """,
      insert: "INSERT INTO t VALUES (1, 'x', 'y')", select: "SELECT a, b FROM t", rows: [["y", "x"]]),
  ])
  func values(_ item: RowCase) throws { try item.check() }

  /// A unique index follows the names of its columns, so that its former name can be used again.
  @Test func namesOfUniquesAreFree() throws {
    let schemas = [
      "model T { id: Int64 @primaryKey\n u: String }",
      "model T @allow(may-stop, \"no\") { id: Int64 @primaryKey\n u: String @unique }",
      "model T { id: Int64 @primaryKey\n v: String @unique @renamed(from: \"u\") }",
      "model T { id: Int64 @primaryKey\n v: String @unique\n u: String? @unique }",
    ]
    let engine = try Engine(Step(schemas[0], schemas[0]).evolution.match.new)
    for (old, new) in zip(schemas, schemas.dropFirst()) {
      let step = Step(old, new)
      #expect(step.errors == "")
      try engine.execute(planSQLite(step.evolution).sql)
      #expect(try engine.structure() == Engine(step.evolution.match.new).structure())
    }
  }
}
