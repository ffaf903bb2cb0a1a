import Foundation
import IgataEvolution
import IgataSchema
import TestSupport
import Testing

/// Random schemas that change at random, with rows: after each step, the structure is that of a new database, and the
/// rows are what the changes mean.
struct ChainTests {
  @Test func randomChains() throws {
    var kinds: Set<ChangeKind> = []
    for round in 0..<FuzzingBudget.rounds(100) {
      var random = SplitMix64("randomChains", round: round)
      if let failure = Self.failure(&random, &kinds) {
        Issue.record("IGATA_FUZZING_SEED=\(FuzzingBudget.seed), round \(round): \(failure)")
        return
      }
    }
    let taking: Set<ChangeKind> = [
      .fieldMoved, .relationBecameList, .listBecameRelation, .structBecameModel, .modelBecameStruct,
    ]
    #expect(taking.subtracting(kinds) == [])
  }

  /// The first difference in a chain.
  private static func failure(_ random: inout SplitMix64, _ kinds: inout Set<ChangeKind>) -> String? {
    var draft = Draft(&random)
    var log = ""
    do {
      var old = draft.text
      var schema = Step(old, old).evolution.match.old
      let engine = try Engine(schema)
      for _ in 0..<4 {
        let before = draft
        draft.addRows(&random)
        try insert(draft, since: before, schema, engine)
        if random.chance(40) { draft.move(&random) }
        for _ in 0..<(1 + random.below(5)) { draft.mutate(&random) }
        let new = draft.text
        log = "\(old)// -->\n\(new)"
        let step = Step(old, new)
        guard step.errors == "", step.evolution.isValid else { return "\(log)\n\(step.report)" }
        kinds.formUnion(step.evolution.changes.map(\.kind))
        let script = planSQLite(step.evolution)
        log += "// <--\n\(script.text)"
        if let table = step.unexplainedRebuild {
          return "\(log)\nno change tells that '\(table)' is rebuilt\n\(step.report)"
        }
        guard SQLiteScript(reading: Array(script.text.utf8)) == script else { return "\(log)\nread otherwise" }
        try engine.execute(script.sql)
        if let difference = try difference(draft, step, engine) { return "\(log)\n\(difference)" }
        draft.seal()
        old = draft.text
        schema = step.evolution.match.new
      }
    } catch {
      return "\(log)\n\(error)"
    }
    return nil
  }

  private static func insert(_ draft: Draft, since before: Draft, _ schema: Schema, _ engine: Engine) throws {
    try engine.execute("PRAGMA foreign_keys = OFF")
    for (model, old) in zip(draft.models, before.models) {
      let columns = draft.columns(of: model)
      let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
      for row in model.rows.dropFirst(old.rows.count) {
        let values = columns.map { $0.value(row).sql }.joined(separator: ", ")
        try engine.execute("INSERT INTO \"\(model.name.lowercased())\" (\(names)) VALUES (\(values))")
        for field in model.fields { try insert(field, of: row, model, draft, schema, engine) }
      }
    }
    try engine.execute("PRAGMA foreign_keys = ON")
  }

  private static func insert(
    _ field: FieldDraft, of row: [String: Cell], _ model: ModelDraft, _ draft: Draft, _ schema: Schema, _ engine: Engine
  ) throws {
    guard case .list(let keys)? = row[field.name], let list = list(field, model, draft, schema) else { return }
    let names = (list.owners.map(\.name) + list.targets.map(\.name) + ["position"]).map { "\"\($0)\"" }
    for (position, key) in keys.enumerated() {
      let owner = list.owners.map { Draft.key(row["id"] ?? .null, $0.factor).sql }
      let target = list.targets.map { Draft.key(.integer(key), $0.factor).sql }
      let values = owner + target + ["\(position)"]
      try engine.execute(
        "INSERT INTO \"\(list.name)\" (\(names.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))")
    }
  }

  /// The table of a list.
  private struct List {
    var name: String
    var owners: [(name: String, factor: Int64)]
    var targets: [(name: String, factor: Int64)]
  }

  private static func list(_ field: FieldDraft, _ model: ModelDraft, _ draft: Draft, _ schema: Schema) -> List? {
    guard let declared = schema.models.first(where: { $0.name == model.name }),
      let index = declared.fields.firstIndex(where: { $0.name == field.name }),
      let join = declared.joinTables.first(where: { $0.field == index }),
      let target = draft.models.first(where: { $0.name == field.kind.target })
    else { return nil }
    let (owners, targets) = (draft.keyColumns(of: model), draft.keyColumns(of: target))
    return List(
      name: join.name, owners: zip(join.ownerColumns, owners).map { ($0, $1.factor) },
      targets: zip(join.targetColumns, targets).map { ($0, $1.factor) })
  }

  private static func difference(_ draft: Draft, _ step: Step, _ engine: Engine) throws -> String? {
    let (found, expected) = (try engine.structure(), try Engine(step.evolution.match.new).structure())
    if found != expected {
      return
        "found    \(Set(found).subtracting(expected).sorted())\nexpected \(Set(expected).subtracting(found).sorted())"
    }
    if let row = try engine.execute("PRAGMA foreign_key_check").first { return "a broken foreign key: \(row)" }
    // SQLite 3.40 finds nulls where there are none, in tables whose keys don't come first.
    let problems = try engine.execute("PRAGMA integrity_check").filter { $0[0]?.hasPrefix("NULL value in ") != true }
    if let row = problems.first, row != ["ok"] { return "not whole: \(row)" }
    for model in draft.models {
      let columns = draft.columns(of: model)
      let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
      let rows = try engine.execute("SELECT \(names) FROM \"\(model.name.lowercased())\" ORDER BY \"id\"")
      let expected = model.rows.map { row in columns.map { $0.value(row).printed } }
      if rows != expected { return "rows of \(model.name): found \(rows), expected \(expected)" }
      for field in model.fields {
        guard let list = list(field, model, draft, step.evolution.match.new) else { continue }
        if let difference = try difference(field, model, list, engine) { return difference }
      }
    }
    return nil
  }

  private static func difference(
    _ field: FieldDraft, _ model: ModelDraft, _ list: List, _ engine: Engine
  ) throws -> String? {
    let names = (list.owners.map(\.name) + list.targets.map(\.name)).map { "\"\($0)\"" }.joined(separator: ", ")
    let rows = try engine.execute(
      "SELECT \(names) FROM \"\(list.name)\" ORDER BY \"\(list.owners[0].name)\", \"position\"")
    let expected = model.rows.flatMap { row -> [[String?]] in
      guard case .list(let keys)? = row[field.name] else { return [] }
      return keys.map { key in
        (list.owners.map { Draft.key(row["id"] ?? .null, $0.factor) }
          + list.targets.map { Draft.key(.integer(key), $0.factor) }).map(\.printed)
      }
    }
    return rows == expected ? nil : "the list \(model.name).\(field.name): found \(rows), expected \(expected)"
  }
}
