import Foundation
import IgataEvolution
import IgataSchema
import MigrationSupport
import TestSupport
import Testing

/// Random schemas that change at random, with rows: after each step, the structure is that of a new database, and the
/// rows are what the changes mean.
struct ChainTests {
  @Test func randomChains() async throws {
    let kinds = await Self.run(100) { try SQLiteChain() }
    #expect(Self.valueMoves.subtracting(kinds) == [])
  }

  /// The changes by which values go to other tables.
  private static let valueMoves: Set<ChangeKind> = [
    .fieldMoved, .relationBecameList, .listBecameRelation, .structBecameModel, .modelBecameStruct,
  ]

  /// A store does what the script does by itself.
  @Test func randomChainsInStores() async throws { _ = await Self.run(30) { try StoreChain() } }

  /// The second implementation of `igata migrate check` agrees with the scripts, about rows of its own.
  @Test func randomChainsAreProved() async throws { try await Self.prove(40, in: "sqlite") }

  #if PostgreSQL
  @Test(.enabled(if: ServerDatabase.isThere)) func randomChainsOnServer() async throws {
    let chain = try PostgreSQLChain()
    let kinds = await Self.run(50) { chain }
    #expect(Self.valueMoves.subtracting(kinds) == [])
  }

  @Test(.enabled(if: ServerDatabase.isThere)) func randomChainsAreProvedOnServer() async throws {
    let database = try ServerDatabase()
    try await Self.prove(8, in: "postgresql", server: database.url)
  }
  #endif

  private static func prove(
    _ rounds: Int, in dialect: String, server: String? = nil
  ) async throws {
    for round in 0..<FuzzingBudget.rounds(rounds) {
      var random = SplitMix64("randomChainsAreProved", round: round)
      var draft = Draft(&random)
      var texts = [draft.text]
      for _ in 0..<4 {
        draft.addRows(&random)
        if random.chance(40) { draft.move(&random) }
        for _ in 0..<(1 + random.below(5)) { draft.mutate(&random) }
        texts.append(draft.text)
        draft.seal()
      }
      let versions: Versions
      do {
        versions = try Versions(texts, in: dialect)
      } catch {
        // A step that no row notices is no version.
        continue
      }
      if let difference = try await versions.firstDifference(seed: UInt64(round), server: server) {
        let all = texts.joined(separator: "// -->\n") + versions.scripts.joined(separator: "\n--\n")
        Issue.record("IGATA_FUZZING_SEED=\(FuzzingBudget.seed), round \(round): \(difference)\n\(all)")
        break
      }
    }
  }

  /// - Returns: The kinds of changes that occurred.
  private static func run(_ rounds: Int, _ chain: () throws -> some ChainDatabase) async -> Set<ChangeKind> {
    var kinds: Set<ChangeKind> = []
    for round in 0..<FuzzingBudget.rounds(rounds) {
      var random = SplitMix64("randomChains", round: round)
      if let failure = await failure(&random, &kinds, chain) {
        Issue.record("IGATA_FUZZING_SEED=\(FuzzingBudget.seed), round \(round): \(failure)")
        break
      }
    }
    return kinds
  }

  /// The first difference in a chain.
  private static func failure(
    _ random: inout SplitMix64, _ kinds: inout Set<ChangeKind>, _ database: () throws -> some ChainDatabase
  ) async -> String? {
    var draft = Draft(&random)
    var log = ""
    do {
      var old = draft.text
      let chain = try database()
      var schema = Step(old, old).evolution.match.old
      try await chain.create(schema)
      for _ in 0..<4 {
        let before = draft
        draft.addRows(&random)
        try insert(draft, since: before.models.map(\.rows.count), schema, chain)
        if random.chance(40) { draft.move(&random) }
        for _ in 0..<(1 + random.below(5)) { draft.mutate(&random) }
        let new = draft.text
        log = "\(old)// -->\n\(new)"
        let step = Step(old, new)
        guard step.errors == "", step.evolution.isValid else { return "\(log)\n\(step.report)" }
        kinds.formUnion(step.evolution.changes.map(\.kind))
        log += "// <--\n\(chain.script(step.evolution))"
        try await chain.run(step)
        if let difference = try difference(draft, step, chain) { return "\(log)\n\(difference)" }
        draft.seal()
        old = draft.text
        schema = step.evolution.match.new
      }
    } catch {
      return "\(log)\n\(error)"
    }
    return nil
  }

  private static func insert(
    _ draft: Draft, since counts: [Int], _ schema: Schema, _ chain: some ChainDatabase
  ) throws {
    var statements: [String] = []
    for (model, count) in zip(draft.models, counts) {
      let columns = draft.columns(of: model)
      let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
      for row in model.rows.dropFirst(count) {
        let values = columns.map { chain.literal($0.value(row)) }.joined(separator: ", ")
        statements.append("INSERT INTO \"\(model.name.lowercased())\" (\(names)) VALUES (\(values))")
        for field in model.fields { statements += insertions(field, of: row, model, draft, schema) }
      }
    }
    try chain.insert(statements)
  }

  private static func insertions(
    _ field: FieldDraft, of row: [String: Cell], _ model: ModelDraft, _ draft: Draft, _ schema: Schema
  ) -> [String] {
    guard case .list(let keys)? = row[field.name], let list = list(field, model, draft, schema) else { return [] }
    let names = (list.owners.map(\.name) + list.targets.map(\.name) + ["position"]).map { "\"\($0)\"" }
    return keys.enumerated().map { position, key in
      let owner = list.owners.map { Draft.key(row["id"] ?? .null, $0.factor).sql }
      let target = list.targets.map { Draft.key(.integer(key), $0.factor).sql }
      let values = owner + target + ["\(position)"]
      return
        "INSERT INTO \"\(list.name)\" (\(names.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
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

  private static func difference(_ draft: Draft, _ step: Step, _ chain: some ChainDatabase) throws -> String? {
    if let difference = try chain.difference(from: step.evolution) { return difference }
    for model in draft.models {
      let columns = draft.columns(of: model)
      let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
      let rows = try chain.rows("SELECT \(names) FROM \"\(model.name.lowercased())\" ORDER BY \"id\"")
      let expected = model.rows.map { row in columns.map { $0.value(row).printed } }
      if rows != expected { return "rows of \(model.name): found \(rows), expected \(expected)" }
      for field in model.fields {
        guard let list = list(field, model, draft, step.evolution.match.new) else { continue }
        if let difference = try difference(field, model, list, chain) { return difference }
      }
    }
    return nil
  }

  private static func difference(
    _ field: FieldDraft, _ model: ModelDraft, _ list: List, _ chain: some ChainDatabase
  ) throws -> String? {
    let names = (list.owners.map(\.name) + list.targets.map(\.name)).map { "\"\($0)\"" }.joined(separator: ", ")
    let rows = try chain.rows(
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
