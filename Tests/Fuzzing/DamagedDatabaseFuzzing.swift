import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import TestSupport
import Testing

/// A database with damaged bytes is read as far as it can be, or refused with a `StoreError`. It never crashes.
@Test func damagedDatabasesAreRefused() async throws {
  let folder = try Scratch()
  let whole = folder.path("whole.sqlite")
  do {
    let store = Store(try SQLiteBackend(path: whole))
    try await store.prepare(HouseholdSchema.self)
    let owner = Person(name: "Hanako", email: "h@example.com")
    let accounts = (0..<40).map { Account(name: "\($0)", owner: owner, tags: [Tag(name: "t\($0 % 7)")]) }
    try await store.save(accounts)
    try await store.save(accounts.map { Entry(account: $0, amount: 7, note: "note") })
  }
  let bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
  var refused = 0
  for round in 0..<FuzzingBudget.rounds(60) {
    var random = SplitMix64("database", round: round)
    var damaged = bytes
    for _ in 0...random.below(12) { damaged[random.below(damaged.count)] = UInt8(random.below(256)) }
    if random.chance(20) { damaged.removeLast(random.below(damaged.count)) }
    let file = folder.path("damaged-\(round).sqlite")
    try Data(damaged).write(to: URL(filePath: file))
    do {
      let store = Store(try SQLiteBackend(path: file))
      try await store.prepare(HouseholdSchema.self)
      _ = try await store.fetch(Account.all.including { $0.parent })
      _ = try await store.sum(Entry.all) { $0.amount }
      _ = try await store.fetch(Entry.where { $0.note.contains("o") }.order { $0.at.descending })
      try await store.save(Account(name: "new", owner: Person(name: "Taro")))
    } catch {
      refused += 1
    }
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + ending) }
  }
  #expect(refused > 0, "no damage was noticed")
}
