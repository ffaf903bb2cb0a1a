import GeneratedModels
import IgataRuntime
import Testing

/// After the greatest key there is none to generate, and no key is used a second time.
@Test(arguments: BackendChoice.allCases) func usedUpKeys(_ choice: BackendChoice) async throws {
  let store = Store(try await choice.make())
  try await store.prepare(HouseholdSchema.self)
  let account = try await store.save(Account(name: "cash", owner: Person(name: "Taro")))
  try await store.insert(Entry(id: .max, account: account, amount: 1))
  for count in [1, 100] {
    let entries = (0..<count).map { _ in Entry(account: account, amount: 2) }
    await #expect(throws: StoreError.full(reason: "the table 'entry' has used its last key")) {
      try await store.insert(entries)
    }
  }
  #expect(try await store.fetch(Entry.all).map(\.id) == [.max])
}
