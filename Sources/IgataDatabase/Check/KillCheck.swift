import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataSamples
internal import IgataTool

/// Kills processes that carry out a version, and lets another one go on: the rows are the same in the end.
struct KillCheck {
  let engine: any CheckEngine
  let versions: [CheckedVersion]
  let request: CheckRequest

  /// - Returns: How many processes were killed.
  func check(_ step: ChainCheck.Step) async throws -> Int {
    guard request.kills > 0, step.new.version.isSealed else { return 0 }
    // How long a process takes that nobody kills.
    let longest = try await undisturbed(step)
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
  private func migrate(
    _ step: ChainCheck.Step, _ longest: Duration, atMost limit: Int
  ) async throws -> Int {
    try await inScratch(step) { scratch in
      var kills = 0
      while true {
        let delay = longest * Double.random(in: 0...1.1)
        let outcome = try await run(scratch, step, killedAfter: kills < limit ? delay : nil)
        if !outcome.isKilled { break }
        kills += 1
        try await scratch.waitForKilled()
        try await checkWhole(scratch, step)
      }
      try await compare(scratch, step)
      return kills
    }
  }

  private func undisturbed(_ step: ChainCheck.Step) async throws -> Duration {
    try await inScratch(step) { scratch in
      let outcome = try await run(scratch, step, killedAfter: nil)
      try await compare(scratch, step)
      return outcome.duration
    }
  }

  /// Calls `body` with a database of the version before, which is removed afterward.
  private func inScratch<Result>(
    _ step: ChainCheck.Step, _ body: (any ScratchDatabase) async throws -> Result
  ) async throws -> Result {
    let scratch = try await engine.scratchDatabase()
    do {
      let database = try open(scratch)
      try await database.create(step.old)
      try await database.insert(step.rows, besides: StoredRows(), of: step.old)
      try await GeneratedKeys(step.old, database, step.rows).use(step.counters)
      let result = try await body(scratch)
      await scratch.remove()
      return result
    } catch {
      await scratch.remove()
      throw error
    }
  }

  private func open(_ scratch: any ScratchDatabase) throws -> CheckDatabase {
    CheckDatabase(backend: try scratch.open(), engine: engine, versions: versions)
  }

  private func run(
    _ scratch: any ScratchDatabase, _ step: ChainCheck.Step, killedAfter delay: Duration?
  ) async throws -> ChildProcess.Outcome {
    var arguments = ["migrate", "apply", "--to", "\(step.new.number)", "--batch", "7"]
    if let schemas = request.schemas { arguments += ["--schema", schemas] }
    let outcome = try await ChildProcess(arguments: arguments + ["--", scratch.address]).run(killedAfter: delay)
    if !outcome.isKilled, outcome.status != 0 {
      throw CheckDifference(step.new, "a process that carries it out fails: \(outcome.errors)")
    }
    return outcome
  }

  /// The rows of one of the two versions are there.
  private func checkWhole(_ scratch: any ScratchDatabase, _ step: ChainCheck.Step) async throws {
    let database = try open(scratch)
    guard try await database.number() != step.new.number else { return try await compare(scratch, step) }
    let found = try await database.rows(of: step.old).tables.mapValues(Set.init)
    guard found == step.rows.tables.mapValues(Set.init) else {
      throw CheckDifference(step.new, "has changed rows of the version before when it was killed")
    }
  }

  private func compare(_ scratch: any ScratchDatabase, _ step: ChainCheck.Step) async throws {
    let database = try open(scratch)
    var comparison = RowComparison(version: step.new)
    do {
      try comparison.compare(try await database.rows(of: step.new), with: step.expected)
    } catch let difference as CheckDifference {
      throw CheckDifference(step.new, "after it was killed: \(difference.message)")
    }
    if let problem = try await database.backend.verify(.full).first {
      throw CheckDifference(step.new, "after it was killed: \(problem)")
    }
  }
}
