import Foundation
@_spi(Backend) import IgataRuntime
import RuntimeModels
import Testing

/// Optional relations are loaded if they are included, with one query for each relation, however many rows there are.
@Test(arguments: [2, 200])
func relationsAreIncluded(count: Int) async throws {
  let backend = CountingBackend(MemoryBackend())
  let store = Store(backend)
  try await store.prepare(HouseholdSchema.self)
  let grandparents = (0..<3).map { Account(name: "grandparent \($0)", owner: Person(name: "owner \($0)")) }
  let parents = (0..<5).map {
    Account(name: "parent \($0)", owner: Person(name: "parent's owner \($0)"), parent: grandparents[$0 % 3])
  }
  let me = Person(name: "me")
  let children = (0..<count).map { Account(name: "child \($0)", owner: me, parent: $0 == 0 ? nil : parents[$0 % 5]) }
  let saved = try await store.save(children)
  let all = Account.where { $0.name.hasPrefix("child") }
  let cases: [(query: Query<Account>, accountReads: Int, depth: Int)] = [
    (all, 1, 0), (all.including { $0.parent }, 2, 1), (all.including { $0.parent.owner }, 2, 1),
    (all.including { $0.parent }.including { $0.parent.parent }, 3, 2),
    (all.including { $0.parent.parent.owner }, 3, 2),
    (all.including { $0.owner }, 1, 0),
  ]
  for (query, accountReads, depth) in cases {
    _ = backend.takeCalls()
    let loaded = try await store.fetch(query)
    let reads = backend.takeCalls().reads
    #expect(reads.filter { $0 == "accounts" }.count == accountReads && reads.count <= 4 * (depth + 1), "\(reads)")
    #expect(Set(loaded.map(\.id)) == Set(saved.map(\.id)))
    for account in loaded {
      #expect(account.parent?.name == (depth > 0 ? parents.first { $0.id == account.parentID }?.name : nil))
      #expect((account.parent?.owner.name.hasPrefix("parent's") ?? true))
      #expect((account.parent?.parent != nil) == (depth > 1 && account.parentID != nil))
      #expect((account.parent?.parent?.owner.name.hasPrefix("owner") ?? true))
    }
    // Included relations that were loaded are not written again.
    try await store.save(loaded)
    #expect(backend.takeCalls().rows == count)
    #expect(try await store.first(query.order { $0.name.descending })?.parent?.name == nil || depth > 0)
    let page = try await store.page(query, size: 2)
    #expect(page.items.allSatisfy { ($0.parent != nil) == (depth > 0 && $0.parentID != nil) })
    for try await account in store.stream(query) {
      #expect((account.parent != nil) == (depth > 0 && account.parentID != nil))
    }
  }
}
