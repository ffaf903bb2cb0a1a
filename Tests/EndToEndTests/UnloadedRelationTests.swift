import Foundation
import GeneratedModels
import IgataRuntime
import Testing

/// What a program sees on standard error if it reads relations that aren't loaded.
struct UnloadedRelationTests {
  @Test func aReadIsAWarningOnce() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { () async throws in
        let account = Account(name: "Cash", owner: .existing(UUID()), parent: .existing(UUID()))
        for _ in 0..<3 {
          try #require(account.owner.name == "" && account.parent == nil)
        }
      })
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
    let warnings = lines.filter { $0.hasPrefix("igata: warning: ") }
    #expect(
      warnings == [
        """
        igata: warning: 'Account.owner' was read but isn't loaded, so all but its key is blank: load it by adding \
        '.including { $0.owner }' to the query, or fetch it by 'ownerID'
        """,
        """
        igata: warning: 'Account.parent' was read but isn't loaded, so it is nil, though 'parentID' isn't: load it by \
        adding '.including { $0.parent }' to the query
        """,
      ])
  }

  @Test func whatIsLoadedIsNoWarning() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let store = Store(MemoryBackend())
        try await store.prepare(HouseholdSchema.self)
        let owner = Person(name: "Taro")
        let parent = try await store.save(Account(name: "All", owner: owner))
        try await store.save(Account(name: "Cash", owner: owner, parent: parent))
        for account in try await store.fetch(Account.all.including { $0.parent }) {
          try #require(account.owner.name == "Taro" && (account.parent?.name ?? "All") == "All")
          try #require(account.loadedOwner != nil && account.ownerID == owner.id)
        }
        // A model with the key alone is asked for its key, and whether it is there.
        let other = Account(name: "Card", owner: .existing(owner.id))
        try #require(other.loadedOwner == nil && other.ownerID == owner.id)
        try await store.save(other)
      })
    #expect(!String(decoding: result.standardErrorContent, as: UTF8.self).contains("igata: warning"))
  }
}
