import Foundation
@_spi(Backend) import IgataRuntime
import IgataSQLite
import IgataSchema
@_spi(Backend) import MigrationSupport

@testable import IgataEvolution

/// A database in a file that a store migrates, in portions of few rows.
final class StoreChain: ChainDatabase {
  private let path = NSTemporaryDirectory() + "chain-\(UUID().uuidString).sqlite"
  private let engine: Engine
  private var versions: [RunnableVersion] = []

  init() throws { engine = try Engine(path: path) }

  deinit {
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
  }

  func create(_ schema: Schema) async throws {
    let text = createdTables(schema, in: "sqlite")
    try await migrate(schema, text, SQLiteScript(reading: ScriptTokens(Array(text.utf8))))
  }

  func literal(_ cell: Cell) -> String { cell.sql }

  func insert(_ statements: [String]) throws {
    try engine.execute("PRAGMA foreign_keys = OFF")
    for statement in statements { try engine.execute(statement) }
  }

  func script(_ evolution: Evolution) -> String { planSQLite(evolution).text }

  func run(_ step: Step) async throws {
    let script = planSQLite(step.evolution)
    try await migrate(step.evolution.match.new, script.text, script)
  }

  private func migrate(_ schema: Schema, _ text: String, _ script: SQLiteScript?) async throws {
    guard let script else { throw Engine.Failure(description: "the script can't be read") }
    let number = versions.count + 1
    versions.append(
      RunnableVersion(
        number: number, name: "v\(number)",
        sum: VersionSum(
          after: versions.last?.sum, snapshot: SnapshotTokens(Array(snapshotText(schema).utf8)),
          script: ScriptTokens(Array(text.utf8))),
        compatibleFrom: number, script: .sqlite(script)))
    let request = Versions.request(versions, schema, MigrationOptions(batchSize: 2))
    let outcome = try await SQLiteBackend(path: path).migrate(request) { _ in }.outcome
    let expected: MigrationOutcome = number == 1 ? .created(1) : .migrated(from: number - 1, to: number)
    guard outcome == expected else { throw Engine.Failure(description: "the outcome is \(outcome)") }
  }

  func rows(_ sql: String) throws -> [[String?]] { try engine.execute(sql) }

  func difference(from evolution: Evolution) throws -> String? {
    let found = try engine.structure().filter { !$0.hasPrefix("igata_versions") }
    if let difference = difference(found, try Engine(evolution.match.new).structure()) { return difference }
    return try engine.execute("PRAGMA foreign_key_check").first.map { "a broken foreign key: \($0)" }
  }
}
