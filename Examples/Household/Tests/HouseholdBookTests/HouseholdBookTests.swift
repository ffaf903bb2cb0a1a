import Foundation
import HouseholdBook
import IgataRuntime
import IgataSQLite
import Testing

/// The article's `MCAccount`: a to-one relation that is never nil, on every backend.
@Test(arguments: ["memory", "sqlite"]) func theWrapperReadsAsIfItWereThere(_ name: String) async throws {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("book-\(UUID()).sqlite").path
  defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) } }
  let store = Store(name == "memory" ? MemoryBackend() : try SQLiteBackend(path: file))
  try await store.prepare(HouseholdSchema.self)
  var account = try await store.save(Account(name: "現金", owner: Person(name: "花子")))
  #expect(account.initialAmount == 0 && !account.hasSettings)
  #expect(account.settings.warnBelow == 0)
  account.settings.warnBelow = 1000
  account.initialAmount = try #require(Currency("0.001"))
  account = try await store.save(account)
  let loaded = try #require(try await store.find(Account.self, id: account.id))
  #expect(loaded.hasSettings && loaded.settings.warnBelow == 1000)
  // An amount is stored as an integer number of thousandths, and so without loss.
  #expect(loaded.initialAmount.storedInteger == 1 && loaded.initialAmount.description == "0.001")
  for _ in 0..<1000 { try await store.insert(Entry(account: loaded, amount: try #require(Currency("0.1")))) }
  #expect(try await store.balance(of: loaded) == Currency("100.001"))
}

/// A database of the first release has the same accounts and entries after a migration as a new one.
@Test func theBookComesForward() async throws {
  let book = try Book(path: bookPath)
  let old = Store(try SQLiteBackend.inMemory())
  #expect(try await old.migrate(HouseholdSchema.self, options: MigrationOptions(target: 1)) == .created(1))
  try await book.saveAsFirstRelease(in: old)
  #expect(try await old.migrate(HouseholdSchema.self) == .migrated(from: 1, to: 3))
  let new = Store(try SQLiteBackend.inMemory())
  #expect(try await new.migrate(HouseholdSchema.self) == .created(3))
  try await book.save(in: new)
  let people = Person.all.order { $0.id.ascending }
  #expect(try await old.fetch(people).map(\.name) == new.fetch(people).map(\.name))
  let accounts = Account.all.order { $0.id.ascending }
  for (old, new) in zip(try await old.fetch(accounts), try await new.fetch(accounts)) {
    #expect(old.name == new.name && old.kind == new.kind && old.initialAmount == new.initialAmount)
    #expect(old.ownerID == new.ownerID)
  }
  let entries = Entry.all.order { $0.id.ascending }
  let found = try await old.fetch(entries)
  let expected = try await new.fetch(entries)
  #expect(found.count == book.entryCount && expected.count == book.entryCount)
  for (old, new) in zip(found, expected) {
    #expect(old.amount == new.amount && old.note == new.note && old.at == new.at && old.accountID == new.accountID)
  }
}

private let bookPath = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("book.json").path

/// The whole book, from dictionaries: the balances add up exactly.
@Test func theBookAddsUp() async throws {
  let book = try Book(path: bookPath)
  let store = Store(MemoryBackend())
  try await store.prepare(HouseholdSchema.self)
  try await book.save(in: store)
  #expect(try await store.count(Entry.all) == book.entryCount && book.entryCount > 100)
  var total = try await store.sum(Account.all) { $0.initialAmount }
  total = try total + (try await store.sum(Entry.all) { $0.amount })
  var balances = Currency.zero
  for account in try await store.fetch(Account.all) { balances = try balances + (try await store.balance(of: account)) }
  #expect(balances == total)
}
