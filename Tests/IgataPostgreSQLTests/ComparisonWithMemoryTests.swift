#if PostgreSQL
import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataTesting
import TestSupport
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// Runs the same queries on the same rows in memory and on PostgreSQL. `IGATA_SEED` repeats those of a failure.
@Suite(.enabled(if: TestServer.isThere)) struct ComparisonWithMemoryTests {
  private static let count = FuzzingBudget.rounds(20_000)
  private static let seed = TestServer.environment("IGATA_SEED").flatMap { UInt64($0) }

  struct Schema: CustomTestStringConvertible, Sendable {
    var name: String
    var models: [any PersistableModel.Type]
    /// The share of all comparisons.
    var share: Double

    var testDescription: String { name }
  }

  private static let schemas = [
    Schema(name: "household", models: HouseholdSchema.models, share: 0.4),
    Schema(name: "everything", models: EverythingSchema.models, share: 0.2),
    Schema(name: "articles", models: ArticlesSchema.models, share: 0.1),
    Schema(name: "naughty", models: NaughtySchema.models, share: 0.1),
    Schema(name: "support", models: SupportSchema.models, share: 0.1),
    Schema(name: "community", models: CommunitySchema.models, share: 0.1),
  ]

  @Test(arguments: schemas) func randomQueries(of schema: Schema) async throws {
    let seed = Self.seed ?? UInt64.random(in: 0...UInt64.max)
    let result = try await QueryComparison(schema.models).run(
      count: Int(Double(Self.count) * schema.share), seed: seed
    ) {
      MemoryBackend()
    } found: {
      try await TestServer.backend()
    }
    print("\(schema.name): \(result.comparisons) comparisons from IGATA_SEED=\(seed) on")
    let difference = result.difference
    #expect(difference == nil, "IGATA_SEED=\(difference?.seed ?? seed)\n\(difference?.description ?? "")")
  }
}
#endif
