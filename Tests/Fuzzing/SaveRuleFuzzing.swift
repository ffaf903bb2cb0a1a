import Foundation
import GeneratedModels
@_spi(Backend) import IgataPostgreSQL
import IgataRuntime
import IgataSQLite
import Testing
import TestSupport

/// Random programs by two actors do the same on each backend as by ``SaveRule``.
@Suite struct SaveRuleFuzzing {
  @Test func memoryFollowsTheRule() async throws { try await compare(Store(MemoryBackend()), 1500) }

  @Test func sqliteFollowsTheRule() async throws { try await compare(Store(try SQLiteBackend.inMemory()), 500) }

  #if PostgreSQL
    @Test(.enabled(if: FuzzedServer.isThere)) func postgresqlFollowsTheRule() async throws {
      try await compare(Store(try PostgreSQLBackend(try await FuzzedServer.newSchema())), 100)
    }
  #endif

  private func compare(_ store: Store, _ programs: Int) async throws {
    try await store.prepare(HospitalSchema.self)
    var outcomes: [String: Int] = [:]
    for round in 0..<FuzzingBudget.rounds(programs) {
      try await store.delete(ClinicDocument.all)
      try await store.delete(Patient.all)
      try await store.delete(Doctor.all)
      try await store.delete(ContactWish.all)
      // Some differences only show in long programs.
      let steps = round.isMultiple(of: 5) ? 120 : 40
      var program = RandomProgram(store, SplitMix64("SaveRule", round: round), steps: steps)
      if let difference = try await program.run() {
        Issue.record("seed \(FuzzingBudget.seed), round \(round): \(difference)\n\(program.log.joined(separator: "\n"))")
        return
      }
      outcomes.merge(program.outcomes) { $0 + $1 }
    }
    // A program in which nothing is stale, missing or in conflict compares nothing.
    #expect(outcomes.count >= 4, "\(outcomes)")
  }
}
