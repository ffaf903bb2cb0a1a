import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import Testing

private struct Wrong: Error {}

/// For closures in a table, where the macro doesn't compile.
private func expect(_ condition: Bool) throws { if !condition { throw Wrong() } }

/// A store works on other threads when it is called from the main actor, which continues to run in the meantime.
@MainActor @Suite struct MainActorTests {
  private typealias Work = @MainActor (Store) async throws -> Void

  private static let people = (0..<2000).map { Person(name: "person \($0)") }

  /// Every way in which a store calls its backend.
  private static let works: [(name: String, work: Work)] = [
    ("prepare", { try await $0.prepare(HouseholdSchema.self) }),
    ("insert many", { try await $0.insert(people) }),
    ("save many", { try await $0.save(people) }),
    ("save one", { try await $0.save(Person(name: "one")) }),
    ("save with relations", { try await $0.save(Account(owner: people[0])) }),
    ("update", { try await $0.update(people[1]) }),
    ("find", { try expect(try await $0.find(Person.self, id: people[2].id) == people[2]) }),
    ("fetch", { try expect(try await $0.fetch(Person.where { $0.name.hasPrefix("person") }).count == people.count) }),
    ("fetch with relations", { try expect(try await $0.fetch(Account.all).count == 1) }),
    ("page", { try expect(try await $0.page(Person.all, size: 10).hasMore) }),
    ("sorted page", { try expect(try await $0.page(Person.all.order { $0.name.ascending }, size: 10).hasMore) }),
    ("count", { try expect(try await $0.count(Person.all) == people.count + 1) }),
    ("sum", { _ = try await $0.sum(Account.all) { $0.initialAmount } }),
    ("groups", { _ = try await $0.count(Person.all.grouped { $0.name }) }),
    ("stream", { for try await person in $0.stream(Person.all) { _ = person } }),
    ("dictionaries", { _ = try await $0.load(Person.self) }),
    ("delete one", { try await $0.delete(people[3]) }),
    ("delete many", { try await $0.delete(Person.self, where: { $0.name.hasSuffix("7") }) }),
    (
      "transaction",
      { store in
        try await store.transaction { store in
          try await store.save(Person(name: "two"))
          _ = try await store.find(Person.self, id: people[4].id)
          try await store.transaction { try await $0.delete(people[5]) }
        }
      }
    ),
  ]

  @Test(.timeLimit(.minutes(10))) func neverBlocked() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID()).sqlite").path
    let backend = MainQueueBackend(try SQLiteBackend(path: path))
    let store = Store(backend)
    for (name, work) in Self.works {
      let calls = backend.callCount
      try await work(store)
      #expect(backend.callCount > calls, "\(name): the backend was not asked")
    }
    #expect(backend.callsOnMainQueue == [])
    #expect(backend.callsThatBlockMainQueue == [])
    // Checks the detection: a call from here is on the main queue.
    _ = try backend.readSynchronously(RowQuery(Person.table), for: nil) { _ in }
    #expect(backend.callsOnMainQueue.count == 1)
  }
}
