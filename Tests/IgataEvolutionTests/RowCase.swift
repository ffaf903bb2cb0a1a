import IgataEvolution
import Testing

/// A step with rows.
struct RowCase: CustomTestStringConvertible, Sendable {
  var title: String
  var old: String
  var new: String
  /// Statements that insert rows before the step.
  var insert: String
  /// A query, and its rows after the step; `nil` if the script stops.
  var select: String
  var rows: [[String?]]?

  var testDescription: String { title }

  /// The script gives the rows what the schema says, or stops and changes nothing.
  func check() throws {
    let step = Step(old, new)
    #expect(step.errors == "" && step.evolution.diagnostics == [], "\(step.report)")
    let engine = try Engine(step.evolution.match.old)
    try engine.execute(insert)
    let script = planSQLite(step.evolution)
    #expect(SQLiteScript(reading: ScriptTokens(Array(script.text.utf8))) == script, "\(script.text)")
    guard let rows else {
      let before = try engine.execute(select)
      #expect(throws: Engine.Failure.self, "\(script.text)") { try engine.execute(script.sql) }
      try engine.execute("ROLLBACK")
      #expect(try engine.execute(select) == before)
      return
    }
    do {
      try engine.execute(script.sql)
    } catch {
      Issue.record("\(error)\n\(script.text)")
      return
    }
    #expect(try engine.execute(select) == rows, "\(script.text)")
    #expect(try engine.structure() == Engine(step.evolution.match.new).structure(), "\(script.text)")
    #expect(try engine.execute("PRAGMA foreign_key_check") == [])
  }
}

#if PostgreSQL
extension RowCase {
  /// The script for PostgreSQL gives the rows what the schema says, or stops and changes nothing.
  func checkOnServer() throws {
    let step = Step(old, new)
    #expect(step.errors == "" && step.evolution.isValid, "\(step.report)")
    let script = planPostgreSQL(step.evolution)
    #expect(script.unplanned.isEmpty)
    let engine = try PostgreSQLEngine(step.evolution.match.old)
    try engine.execute(insert)
    guard let rows else {
      let before = (try engine.execute(select), try engine.structure())
      let failure = #expect(throws: PostgreSQLEngine.Failure.self, "\(script.text)") { try engine.run(script) }
      #expect(failure?.description.contains(", row ") == true)
      #expect(try engine.execute(select) == before.0 && engine.structure() == before.1)
      return
    }
    do { try engine.run(script) } catch { Issue.record("\(error)\n\(script.text)"); return }
    let fresh = try PostgreSQLEngine(step.evolution.match.new)
    let (found, expected) = (Set(try engine.structure()), Set(try fresh.structure()))
    #expect(found.subtracting(expected) == [] && expected.subtracting(found) == [], "\(script.text)")
    #expect(try engine.execute(select) == rows, "\(script.text)")
  }
}
#endif
