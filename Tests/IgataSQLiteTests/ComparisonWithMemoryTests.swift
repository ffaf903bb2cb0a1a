import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import IgataTesting
import TestSupport
import Testing

/// The same rows and the same questions on memory and on SQLite. `IGATA_SEED` asks for the ones of a failure.
@Suite struct ComparisonWithMemoryTests {
  fileprivate static let count = FuzzingBudget.rounds(20_000)
  private static let seed = ProcessInfo.processInfo.environment["IGATA_SEED"].flatMap { UInt64($0) }

  struct Schema: CustomTestStringConvertible, Sendable {
    var name: String
    var models: [any PersistableModel.Type]
    /// How much of all comparisons.
    var share: Double

    var comparisonCount: Int { Int((Double(ComparisonWithMemoryTests.count) * share).rounded(.up)) }

    var testDescription: String { name }
  }

  private static let schemas = [
    Schema(name: "household", models: HouseholdSchema.models, share: 0.3),
    Schema(name: "everything", models: EverythingSchema.models, share: 0.2),
    Schema(name: "articles", models: ArticlesSchema.models, share: 0.1),
    Schema(name: "naughty", models: NaughtySchema.models, share: 0.1),
    Schema(name: "support", models: SupportSchema.models, share: 0.1),
    Schema(name: "community", models: CommunitySchema.models, share: 0.1),
    Schema(name: "things", models: [Home.self, Owner.self, Thing.self], share: 0.1),
  ]

  @Test(arguments: schemas) func randomQueries(of schema: Schema) async throws {
    let seed = Self.seed ?? UInt64.random(in: 0...UInt64.max)
    let result = try await QueryComparison(schema.models).run(
      count: schema.comparisonCount, seed: seed
    ) {
      MemoryBackend()
    } found: {
      try SQLiteBackend.inMemory()
    }
    print("\(schema.name): \(result.comparisons) comparisons from IGATA_SEED=\(seed) on")
    let difference = result.difference
    #expect(difference == nil, "IGATA_SEED=\(difference?.seed ?? seed)\n\(difference?.description ?? "")")
    #expect(difference != nil || result.comparisons >= schema.comparisonCount)
  }

  /// At least 100,000 in all.
  @Test func thereAreEnough() {
    #expect(Self.schemas.map(\.comparisonCount).reduce(0, +) >= Self.count)
    #expect(Self.count >= 20_000)
  }
}
