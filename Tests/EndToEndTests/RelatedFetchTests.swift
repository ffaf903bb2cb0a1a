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
    accounts.flatMap { account in (0..<5).map { Entry(account: account, amount: Currency(storedInteger: $0)) } })
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

/// Rows refer to the owner at hand, unless the query loads more of it, and an owner that is given twice has two lists.
@Test(arguments: BackendChoice.allCases)
func relatedRowsReferToTheirOwners(_ choice: BackendChoice) async throws {
  let store = Store(try await choice.make())
  try await store.prepare(HouseholdSchema.self)
  let person = Person(name: "owner")
  let parent = Account(name: "parent", owner: person)
  let children = (0..<3).map { Account(name: "child \($0)", owner: person, parent: parent) }
  try await store.save(children)
  let accounts = try await store.fetch(Account.all.order { $0.name.ascending })
  try await store.insert(
    (0..<12).map { Entry(account: accounts[$0 % accounts.count], amount: Currency(storedInteger: Int64($0))) })
  for (account, entries) in try await store.fetch(Account.all, with: { $0.entries }) {
    #expect(entries.count == 3 && entries.allSatisfy { $0.account == account && $0.account.parent == nil })
  }
  let deeper = try await store.fetch(Account.all, with: { $0.entries.including { $0.account.parent } })
  for (account, entries) in deeper {
    #expect(account.parent == nil && entries.count == 3)
    #expect(entries.allSatisfy { $0.account.id == account.id })
    #expect(entries.allSatisfy { $0.account.parent?.name == (account.name == "parent" ? nil : "parent") })
  }
  let given = [accounts[1], accounts[0], accounts[1], Account(name: "new", owner: person)]
  let loaded = try await store.load(given, with: { $0.entries })
  #expect(loaded.map(\.0) == given)
  #expect(loaded.map { $0.1.map(\.amount.storedInteger) } == [[1, 5, 9], [0, 4, 8], [1, 5, 9], []])
}

/// Rows without an owner are in no list, also if all rows are read.
@Test(arguments: BackendChoice.allCases)
func rowsWithoutOwnersAreSkipped(_ choice: BackendChoice) async throws {
  let store = Store(try await choice.make())
  try await store.prepare(CommunitySchema.self)
  let settings = MemberSettings(isHidden: true)
  let member = Member(email: "one", settings: settings)
  let others = ["two", "three"].map { Member(email: $0) }
  try await store.save([others[0], member, others[1]])
  let owners = try await store.fetch(MemberSettings.all, with: { $0.owner })
  #expect(owners.map(\.1) == [[member]] && owners.first?.1.first?.hasSettings == true)
  try await store.save([Club(name: "led", leader: member), Club(name: "free")])
  let led = try await store.fetch(Member.all.order { $0.email.ascending }, with: { $0.ledClubs })
  #expect(led.map { $0.1.map(\.name) } == [["led"], [], []])
}
