import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataSamples
import IgataTesting
import Testing

@Suite struct SavedSamplesTests {
  @Test func theDebugSourceFillsItself() async throws {
    let store = Store(MemoryBackend(samples: 100, seed: 7))
    try await store.prepare(ArticlesSchema.self)
    let articles = try await store.fetch(Article.all)
    #expect(articles.count == 100)
    // A store returns optional relations that aren't loaded.
    let samples = Article.samples(count: 100, seed: 7).map { sample in
      var article = sample
      article.author = sample.authorID.map { .existing($0) }
      return article
    }
    #expect(Set(articles) == Set(samples))
    #expect(try await store.count(User.all) >= 100)
    // Existing rows are not changed.
    try await store.delete(Article.all)
    try await store.prepare(ArticlesSchema.self)
    #expect(try await store.count(Article.all) == 0)
  }

  /// Every construct of the language has samples that can be saved together.
  @Test(arguments: [7, 8, 9] as [UInt64]) func everySchemaIsFilled(_ seed: UInt64) async throws {
    let schemas: [any PersistableSchema.Type] = [
      ArticlesSchema.self, HospitalSchema.self, EverythingSchema.self, HouseholdSchema.self, MessageSchema.self,
      NaughtySchema.self,
    ]
    for schema in schemas { try await Store(MemoryBackend(samples: 30, seed: seed)).prepare(schema.models) }
  }

  @Test func aSpyAnswersWithSamples() async throws {
    let spy = SpyBackend(MemoryBackend(samples: 12, seed: 7))
    let store = Store(spy)
    try await store.prepare(ArticlesSchema.self)
    spy.forget()
    let page = try await store.page(Article.all.order { $0.publishedAt.descending }, size: 10)
    #expect(page.items.count == 10 && page.hasMore)
    #expect(spy.queries(of: Article.self).map(\.limit) == [11])
    try await store.delete(Article.self, ids: [3, 4])
    #expect(spy.deleted(Article.self) == [3, 4])
  }
}
