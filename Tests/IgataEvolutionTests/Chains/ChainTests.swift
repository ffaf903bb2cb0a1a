import Foundation
import IgataEvolution
import TestSupport
import Testing

/// Random schemas that change at random, with rows: after each step, the structure is that of a new database, and the
/// rows are what the changes mean.
struct ChainTests {
  @Test func randomChains() throws {
    for round in 0..<FuzzingBudget.rounds(200) {
      var random = SplitMix64("randomChains", round: round)
      if let failure = Self.failure(&random) {
        Issue.record("IGATA_FUZZING_SEED=\(FuzzingBudget.seed), round \(round): \(failure)")
        return
      }
    }
  }

  /// The first difference in a chain.
  private static func failure(_ random: inout SplitMix64) -> String? {
    var draft = Draft(&random)
    var log = ""
    do {
      var old = draft.text
      let engine = try Engine(Step(old, old).evolution.match.old)
      for _ in 0..<4 {
        let before = draft
        draft.addRows(&random)
        try insert(draft, since: before, engine)
        for _ in 0..<(1 + random.below(5)) { draft.mutate(&random) }
        let new = draft.text
        log = "\(old)// -->\n\(new)"
        let step = Step(old, new)
        guard step.errors == "", step.evolution.isValid else { return "\(log)\n\(step.report)" }
        let script = planSQLite(step.evolution)
        log += "// <--\n\(script.text)"
        guard SQLiteScript(reading: Array(script.text.utf8)) == script else { return "\(log)\nread otherwise" }
        try engine.execute(script.sql)
        if let difference = try difference(draft, step, engine) { return "\(log)\n\(difference)" }
        draft.seal()
        old = draft.text
      }
    } catch {
      return "\(log)\n\(error)"
    }
    return nil
  }

  private static func insert(_ draft: Draft, since before: Draft, _ engine: Engine) throws {
    try engine.execute("PRAGMA foreign_keys = OFF")
    for (model, old) in zip(draft.models, before.models) {
      for row in model.rows.dropFirst(old.rows.count) {
        let fields = model.fields.map { "\"\($0.columnName)\"" }
        let values = model.fields.map { row[$0.name]?.sql ?? "NULL" }
        try engine.execute(
          """
          INSERT INTO "\(model.name.lowercased())" ("id", \(fields.joined(separator: ", "))) \
          VALUES (\(row["id"]?.sql ?? ""), \(values.joined(separator: ", ")))
          """)
      }
    }
    try engine.execute("PRAGMA foreign_keys = ON")
  }

  private static func difference(_ draft: Draft, _ step: Step, _ engine: Engine) throws -> String? {
    let (found, expected) = (try engine.structure(), try Engine(step.evolution.match.new).structure())
    if found != expected {
      return "found    \(Set(found).subtracting(expected).sorted())\nexpected \(Set(expected).subtracting(found).sorted())"
    }
    if let row = try engine.execute("PRAGMA foreign_key_check").first { return "a broken foreign key: \(row)" }
    if let row = try engine.execute("PRAGMA integrity_check").first, row != ["ok"] { return "not whole: \(row)" }
    for model in draft.models {
      let columns = model.fields.map { "\"\($0.columnName)\"" }.joined(separator: ", ")
      let rows = try engine.execute("SELECT \(columns) FROM \"\(model.name.lowercased())\" ORDER BY \"id\"")
      let expected = model.rows.map { row in model.fields.map { row[$0.name]?.printed } }
      if rows != expected { return "rows of \(model.name): found \(rows), expected \(expected)" }
    }
    return nil
  }
}
