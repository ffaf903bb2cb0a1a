import GeneratedModels
import IgataRuntime
import IgataSamples
import Testing

struct PreviewTests {
  /// The tables of related models are there as well.
  @Test func aPreviewHasItsSamples() async throws {
    let samples = Account.samples(20)
    let store = Store.preview(samples)
    #expect(try await Set(store.fetch(Account.all).map(\.id)).isSuperset(of: samples.map(\.id)))
    #expect(try await store.count(Person.where { $0.name == samples[0].owner.name }) > 0)
    #expect(try await store.count(Account.where { $0.tags.count > 0 }) > 0)
    try await store.save(Account(name: "Another", owner: Person(name: "Hanako")))
    let both = Store.preview(Account.samples(20), Entry.samples(30), [Message]())
    #expect(try await both.count(Entry.all) == 30)
    #expect(try await both.count(Message.all) == 0)
    try await both.prepare(ArticlesSchema.self)
    #expect(try await both.count(Article.all) == 0)
  }

  @Test func whatCanNotBeSavedIsThrownByEachCall() async throws {
    let message = Message(message: "\0")
    let store = Store.preview([message])
    for _ in 0..<2 { await #expect(throws: StoreError.self) { try await store.count(Message.all) } }
    await #expect(throws: StoreError.self) { try await store.prepare(MessageSchema.self) }
  }
}
