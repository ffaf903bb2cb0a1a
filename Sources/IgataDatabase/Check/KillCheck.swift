import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataSamples
internal import IgataSQLite
internal import IgataTool

#if SQLite || canImport(SQLite3)
/// Kills processes that carry out a version, and lets another one go on: the rows are the same in the end.
struct KillCheck {
  private let versions: [CheckedVersion]
  private let request: CheckRequest
  private var random = SystemRandomNumberGenerator()

  init(_ versions: [CheckedVersion], _ request: CheckRequest) {
    self.versions = versions
    self.request = request
  }

  /// - Returns: How many processes were killed.
  mutating func check(_ step: ChainCheck.Step) async throws -> Int {
    guard request.kills > 0, step.new.version.isSealed else { return 0 }
    // How long a process takes that nobody kills.
    let longest = try await attempt(step, killedAfter: nil).duration
    var kills = 0
    var misses = 0
    while kills < request.kills {
      let count = try await migrate(step, longest, atMost: request.kills - kills)
      kills += count
      misses = count == 0 ? misses + 1 : 0
      if misses > 20 { break }
    }
    return kills
  }

  /// Brings a database to the version, by several processes if the first ones are killed.
  ///
  /// - Returns: How many were.
  private mutating func migrate(
    _ step: ChainCheck.Step, _ longest: Duration, atMost limit: Int
  ) async throws -> Int {
    let file = try await database(step)
    defer { file.remove() }
    var kills = 0
    while true {
      let delay = longest * Double.random(in: 0...1.1, using: &random)
      let outcome = try await run(file, step, killedAfter: kills < limit ? delay : nil)
      if !outcome.isKilled { break }
      kills += 1
      try await checkWhole(file, step)
    }
    try await compare(file, step)
    return kills
  }

  private func attempt(_ step: ChainCheck.Step, killedAfter delay: Duration?) async throws -> ChildProcess.Outcome {
    let file = try await database(step)
    defer { file.remove() }
    let outcome = try await run(file, step, killedAfter: delay)
    try await compare(file, step)
    return outcome
  }

  private func database(_ step: ChainCheck.Step) async throws -> ScratchDatabase {
    let file = ScratchDatabase()
    let database = CheckDatabase(try SQLiteBackend(path: file.path), versions)
    try await database.create(step.old)
    try await database.insert(step.rows, besides: StoredRows(), of: step.old)
    return file
  }

  private func run(
    _ file: ScratchDatabase, _ step: ChainCheck.Step, killedAfter delay: Duration?
  ) async throws -> ChildProcess.Outcome {
    var arguments = ["migrate", "apply", "--to", "\(step.new.number)", "--batch", "7"]
    if let schemas = request.schemas { arguments += ["--schema", schemas] }
    let outcome = try await ChildProcess(arguments + ["--", file.path]).run(killedAfter: delay)
    if !outcome.isKilled, outcome.status != 0 {
      throw CheckDifference(step.new, "a process that carries it out fails: \(outcome.errors)")
    }
    return outcome
  }

  /// The rows of one of the two versions are there.
  private func checkWhole(_ file: ScratchDatabase, _ step: ChainCheck.Step) async throws {
    let database = CheckDatabase(try SQLiteBackend(path: file.path), versions)
    guard try await database.number() != step.new.number else { return try await compare(file, step) }
    let found = try await database.rows(of: step.old).tables.mapValues(Set.init)
    guard found == step.rows.tables.mapValues(Set.init) else {
      throw CheckDifference(step.new, "has changed rows of the version before when it was killed")
    }
  }

  private func compare(_ file: ScratchDatabase, _ step: ChainCheck.Step) async throws {
    let database = CheckDatabase(try SQLiteBackend(path: file.path), versions)
    var comparison = RowComparison(step.new)
    do {
      try comparison.compare(try await database.rows(of: step.new), with: step.expected)
    } catch let difference as CheckDifference {
      throw CheckDifference(step.new, "after it was killed: \(difference.message)")
    }
    if let damage = try await database.backend.damages().first {
      throw CheckDifference(step.new, "after it was killed: \(damage)")
    }
  }
}
#endif
