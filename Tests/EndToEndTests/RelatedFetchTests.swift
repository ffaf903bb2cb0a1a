import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataTesting
import Testing

/// Each relation and each level is read by one query, however many models there are, and whatever is limited.
@Test(arguments: BackendChoice.allCases, [2, 200])
func relatedRowsAreReadTogether(_ choice: BackendChoice, count: Int) async throws {
  let spy = SpyBackend(try await choice.make())
  let store = Store(spy)
  try await store.prepare(HouseholdSchema.self)
  let tags = (0..<3).map { Tag(name: "tag \($0)") }
  try await store.save(
    (0..<count).flatMap { number in
      let owner = Person(name: "owner \(number)")
      return (0..<2).map { Account(name: "account \($0)", owner: owner, tags: tags) }
    })
  let accounts = try await store.fetch(Account.all)
  try await store.insert(
    accounts.flatMap { account in (0..<5).map { Entry(account: account, amount: Currency(savedValue: $0)) } })
  func reads(_ body: () async throws -> Void) async throws -> [String] {
    spy.forget()
    try await body()
    return spy.calls(.read).compactMap { $0.table?.name }
  }
  let plain = try await reads { _ = try await store.fetch(Person.all) }
  #expect(plain == ["person"])
  // The accounts' owners are the models at hand, and so aren't loaded again.
  let one = try await reads { _ = try await store.fetch(Person.all, with: { $0.accounts }) }
  #expect(one == ["person", "accounts", "accounts_tags", "tag"])
  // The entries' accounts are those of the level above.
  let nested = try await reads {
    let found = try await store.fetch(Person.all) {
      $0.accounts.with { ($0.entries.order { $0.amount.descending }.limit(3), $0.tags.limit(1)) }
    }
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.1.count == 2 && $0.1.allSatisfy { $0.1.0.count == 3 && $0.1.1.count == 1 } })
    #expect(found.allSatisfy { person, owned in owned.allSatisfy { $0.0.owner == person } })
  }
  #expect(nested == ["person", "accounts", "accounts_tags", "entry", "accounts_tags", "tag"])
  let page = try await reads { _ = try await store.page(Person.all, size: 50, with: { $0.accounts.limit(1) }) }
  #expect(page.filter { $0 == "accounts" }.count == 1 && page.filter { $0 == "person" }.count == 1)
  // A query for each batch of 256.
  let stream = try await reads { for try await _ in store.stream(Account.all, with: { $0.entries.limit(1) }) {} }
  #expect(stream.filter { $0 == "entry" }.count == (2 * count + 255) / 256)
  let loaded = try await reads { _ = try await store.load(accounts) { $0.parent } }
  #expect(loaded == [])
  let refreshed = try await reads { _ = try await store.refresh(accounts) }
  #expect(refreshed.filter { $0 == "accounts" }.count == 1)
}
