import Foundation
import IgataEvolution
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
        guard script.unplanned.isEmpty, script.text.firstMatch(of: /\bigata_\w+\(/) == nil else { continue }
        let migrated = try Engine(step.evolution.match.old)
        do {
          try migrated.execute(script.sql)
        } catch {
          Issue.record("\(item.title): \(error)\n\(script.text)")
          continue
        }
        let expected = try Engine(step.evolution.match.new).structure()
        #expect(try migrated.structure() == expected, "\(item.title)\n\(script.text)")
        count += 1
      }
    }
    #expect(count > 10)
  }

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
}
