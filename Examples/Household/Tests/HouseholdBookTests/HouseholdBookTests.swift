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
  #expect(loaded.initialAmount.savedValue == 1 && loaded.initialAmount.description == "0.001")
  for _ in 0..<1000 { try await store.insert(Entry(account: loaded, amount: try #require(Currency("0.1")))) }
  #expect(try await store.balance(of: loaded) == Currency("100.001"))
}

/// The whole book, from dictionaries: the balances add up exactly.
@Test func theBookAddsUp() async throws {
  let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let book = try Book(path: package.appendingPathComponent("book.json").path)
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
