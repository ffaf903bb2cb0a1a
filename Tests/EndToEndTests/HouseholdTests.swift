import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import Testing

/// The household account: an exact amount, and a wrapper that is never nil.
@Test(arguments: BackendChoice.allCases)
func householdAccountKeepsItsWrapper(_ choice: BackendChoice) async throws {
  let store = Store(try await choice.make())
  try await store.prepare(HouseholdSchema.self)

  var account = Account(name: "現金", owner: Person(name: "Hanako"))
  #expect(!account.hasSettings && account.internalSettings == nil)
  #expect(account.settings == account.settings, "the same default at every reading")
  #expect(account.settings.warnBelow == 0)
  #expect(!account.hasSettings, "reading keeps nothing")

  let bare = try await store.save(account)
  #expect(try await store.count(Settings.all) == 0)
  #expect(try await store.find(Account.self, id: account.id) == bare)

  account.settings.warnBelow = 1000
  #expect(account.hasSettings)
  account.initialAmount = try Currency(text: "1234.567", rounding: .exact)
  account.tags = [Tag(name: "b"), Tag(name: "a"), Tag(name: "b")]
  let saved = try await store.save(account)
  let found = try #require(try await store.find(Account.self, id: account.id))
  account.tags.removeLast()
  #expect(found == saved && found == account, "a list contains a model once")
  #expect(found.owner.name == "Hanako" && found.settings.warnBelow == 1000)
  #expect(found.initialAmount.storedInteger == 1_234_567)
  #expect(found.tags.map(\.name) == ["b", "a"])

  account.clearSettings()
  _ = try await store.save(account)
  let cleared = try #require(try await store.find(Account.self, id: account.id))
  #expect(!cleared.hasSettings && cleared.settings.warnBelow == 0)
}

/// Runs the examples of the README.
@Test(arguments: BackendChoice.allCases)
func householdQueries(_ choice: BackendChoice) async throws {
  let store = Store(try await choice.make())
  try await store.prepare(HouseholdSchema.self)
  let hanako = Person(name: "Hanako", email: "h@example.com")
  let cash = Account(name: "Cash", kind: .cash, initialAmount: 10, owner: hanako)
  let bank = Account(name: "Bank", kind: .bank, initialAmount: 500, owner: hanako, parent: cash)
  try await store.save([cash, bank])
  try await store.save([
    Entry(account: cash, amount: try Currency(text: "0.001", rounding: .exact), note: nil),
    Entry(account: cash, amount: try Currency(text: "-3.25", rounding: .exact), note: "50%_off"),
    Entry(account: bank, amount: 7, note: "salary"),
  ])

  let ofCash = Account.where { $0.kind == .cash && $0.initialAmount > 0 }
  #expect(try await store.fetch(ofCash.order { $0.name.ascending }.limit(10)).map(\.name) == ["Cash"])
  let total = try await store.sum(Entry.where { $0.account.kind == .cash }) { $0.amount }
  #expect(total.text == "-3.249")
  #expect(try await store.count(Entry.where { $0.note != "salary" }) == 2, "nil is not 'salary' either")
  #expect(try await store.count(Entry.where { $0.note.contains("%_") }) == 1)
  #expect(try await store.count(Account.where { $0.owner.name == "Hanako" }) == 2)
  let child = try #require(try await store.first(Account.where { $0.parentID == cash.id }))
  #expect(child.parentID == cash.id && child.parent == nil)

  try await store.save(["name": "Bank 2", "owner": ["name": "Taro"]], as: Account.self)
  #expect(try await store.count(Account.where { $0.owner.name == "Taro" }) == 1)
  await #expect(throws: StoreError.self) {
    try await store.insert(Account(name: "Cash", owner: hanako))
  }
}
