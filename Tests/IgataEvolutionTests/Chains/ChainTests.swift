import Foundation
import IgataEvolution
import TestSupport
import Testing

/// Random schemas that change at random, with rows: after each step, the structure is that of a new database, and the
/// rows are what the changes mean.
struct ChainTests {
  @Test func randomChains() throws { Self.run(200) { try SQLiteChain() } }

  #if PostgreSQL
  @Test(.enabled(if: PostgreSQLEngine.isThere)) func randomChainsOnServer() throws {
    let chain = try PostgreSQLChain()
    Self.run(25) { chain }
  }
  #endif

  private static func run(_ rounds: Int, _ chain: () throws -> some ChainDatabase) {
    for round in 0..<FuzzingBudget.rounds(rounds) {
      var random = SplitMix64("randomChains", round: round)
      if let failure = failure(&random, chain) {
        Issue.record("IGATA_FUZZING_SEED=\(FuzzingBudget.seed), round \(round): \(failure)")
        return
      }
    }
  }

  /// The first difference in a chain.
  private static func failure(_ random: inout SplitMix64, _ database: () throws -> some ChainDatabase) -> String? {
    var draft = Draft(&random)
    var log = ""
    do {
      var old = draft.text
      let chain = try database()
      try chain.create(Step(old, old).evolution)
      for _ in 0..<4 {
        let before = draft
        draft.addRows(&random)
        try insert(draft, since: before, chain)
        for _ in 0..<(1 + random.below(5)) { draft.mutate(&random) }
        let new = draft.text
        log = "\(old)// -->\n\(new)"
        let step = Step(old, new)
        guard step.errors == "", step.evolution.isValid else { return "\(log)\n\(step.report)" }
        log += "// <--\n\(chain.script(step.evolution))"
        try chain.run(step.evolution)
        if let difference = try difference(draft, step, chain) { return "\(log)\n\(difference)" }
        draft.seal()
        old = draft.text
      }
    } catch {
      return "\(log)\n\(error)"
    }
    return nil
  }

  private static func insert(_ draft: Draft, since before: Draft, _ chain: some ChainDatabase) throws {
    var statements: [String] = []
    for (model, old) in zip(draft.models, before.models) {
      for row in model.rows.dropFirst(old.rows.count) {
        let fields = model.fields.map { "\"\($0.columnName)\"" }
        let values = model.fields.map { row[$0.name].map(chain.literal) ?? "NULL" }
        statements.append(
          """
          INSERT INTO "\(model.name.lowercased())" ("id", \(fields.joined(separator: ", "))) \
          VALUES (\(row["id"]?.sql ?? ""), \(values.joined(separator: ", ")))
          """)
      }
    }
    try chain.insert(statements)
  }

  private static func difference(_ draft: Draft, _ step: Step, _ chain: some ChainDatabase) throws -> String? {
    if let difference = try chain.difference(from: step.evolution) { return difference }
    for model in draft.models {
      let columns = model.fields.map { "\"\($0.columnName)\"" }.joined(separator: ", ")
      let rows = try chain.rows("SELECT \(columns) FROM \"\(model.name.lowercased())\" ORDER BY \"id\"")
      let expected = model.rows.map { row in model.fields.map { row[$0.name]?.printed } }
      if rows != expected { return "rows of \(model.name): found \(rows), expected \(expected)" }
    }
    return nil
  }
}
