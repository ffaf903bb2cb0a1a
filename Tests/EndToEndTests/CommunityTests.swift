import Foundation
import GeneratedModels
import IgataRuntime
import Testing

/// Relations that are declared at both ends, keys that are texts, join tables with names of their own, and keys by a
/// unique constraint.
@Suite(.serialized) struct CommunityTests {
  @Test(arguments: BackendChoice.allCases) func textKeys(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    let saved = try await store.save(Member(email: "a@example.com"))
    #expect(UUID(uuidString: saved.id)?.uuidString.lowercased() == saved.id)
    #expect(try await store.find(Member.self, id: saved.id)?.email == "a@example.com")
    let converted = try Member(dictionary: ["email": "b@example.com"])
    #expect(UUID(uuidString: converted.id)?.uuidString.lowercased() == converted.id)

    let profile = try await store.save(Profile(text: "hello", member: saved))
    #expect(profile.id.count == 36 && profile.id == profile.id.lowercased())
    #expect(Array(profile.id.utf8)[14] == UInt8(ascii: "7"))
  }

  /// A wrapper's key is derived from its owner's, also if both are texts.
  @Test(arguments: BackendChoice.allCases) func textKeysOfWrappers(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    var member = Member(id: "m1", email: "a@example.com")
    let key = UUID.derived(from: "m1", for: "Member.settings").uuidString.lowercased()
    #expect(member.settings.id == key && !member.hasSettings)
    member.settings.isHidden = true
    member = try await store.save(member)
    #expect(member.settingsID == key)
    #expect(try await store.find(MemberSettings.self, id: key)?.isHidden == true)
    #expect(try await store.first(member.settings.owner)?.id == "m1")

    var converted = Member(id: "m2", email: "b@example.com")
    try converted.convert(dictionary: ["settings": ["isHidden": true]])
    #expect(converted.settingsID == UUID.derived(from: "m2", for: "Member.settings").uuidString.lowercased())
    // Saving by the unique field takes over the key and the wrapper of the row that is there.
    var again = Member(email: "a@example.com")
    again.settings.isHidden = false
    let matched = try await store.save(again, matching: \.email)
    #expect(matched.id == "m1" && matched.settingsID == key)
    #expect(try await store.count(MemberSettings.all) == 1)
  }

  @Test(arguments: BackendChoice.allCases) func theOtherSideOfOneToOne(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    let (ann, bob) = try await (
      store.save(Member(id: "ann", email: "ann@example.com")), store.save(Member(id: "bob", email: "bob@example.com"))
    )
    try await store.save(Profile(text: "I am Ann", member: ann))
    #expect(try await store.first(ann.profile)?.text == "I am Ann")
    #expect(try await store.first(bob.profile) == nil)
    let described = Member.where { $0.profile.contains { $0.text == "I am Ann" } }
    #expect(try await store.fetch(described).map(\.id) == ["ann"])
    #expect(try await store.fetch(Member.where { $0.profile.isEmpty }).map(\.id) == ["bob"])
    // The database has one profile for each member.
    let error = await #expect(throws: StoreError.self) { try await store.save(Profile(text: "again", member: ann)) }
    #expect(error?.isUnique == true)
  }

  @Test(arguments: BackendChoice.allCases) func theOtherSideOfAList(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    let ann = Member(id: "ann", email: "ann@example.com")
    let bob = Member(id: "bob", email: "bob@example.com")
    let chess = try await store.save(Club(name: "Chess", leader: bob, members: [bob, ann]))
    let tea = try await store.save(Club(name: "Tea", members: [ann]))
    #expect(try await store.fetch(ann.clubs).map(\.id) == [chess.id, tea.id])
    #expect(try await store.fetch(bob.clubs.where { $0.name == "Tea" }) == [])
    #expect(try await store.fetch(bob.ledClubs).map(\.name) == ["Chess"])
    #expect(try await store.count(ann.clubs) == 2)
    #expect(try await store.fetch(ann.clubs.order { $0.name.descending }).map(\.name) == ["Tea", "Chess"])
    #expect(try await store.fetch(ann.clubs)[0].members.map(\.id) == ["bob", "ann"])

    let inTea = Member.where { $0.clubs.contains { $0.name == "Tea" } }
    #expect(try await store.fetch(inTea).map(\.id) == ["ann"])
    #expect(try await store.fetch(Member.where { $0.clubs.count == 2 }).map(\.id) == ["ann"])
    // From a club to its members and back to their clubs.
    let neighbors = Club.where { club in
      club.members.contains { member in member.clubs.contains { $0.name == "Tea" } }
    }
    #expect(try await store.fetch(neighbors).map(\.name) == ["Chess", "Tea"])
    try await store.remove([ann], from: chess, \.members)
    #expect(try await store.fetch(ann.clubs).map(\.name) == ["Tea"])
    // The list is changed where it is stored.
    await #expect(throws: StoreError.self) { try await store.append([tea], to: bob, \.clubs) }
  }

  @Test(arguments: BackendChoice.allCases) func anObserverSeesTheOtherSide(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    let ann = try await store.save(Member(id: "ann", email: "ann@example.com"))
    let chess = try await store.save(Club(name: "Chess"))
    var clubs = store.observe(ann.clubs).makeAsyncIterator()
    #expect(try await clubs.next()?.map(\.name) == [])
    try await store.append([ann], to: chess, \.members)
    #expect(try await clubs.next()?.map(\.name) == ["Chess"])
  }

  /// A list without positions is in the order of its members' keys.
  @Test(arguments: BackendChoice.allCases) func unorderedLists(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    let members = ["cy", "bob", "di"].map { Member(id: $0, email: "\($0)@example.com") }
    var ann = try await store.save(Member(id: "ann", email: "ann@example.com", friends: members))
    ann = try #require(try await store.find(Member.self, id: "ann"))
    #expect(ann.friends.map(\.id) == ["bob", "cy", "di"])
    #expect(try await store.fetch(members[1].friendOf).map(\.id) == ["ann"])

    ann.friends.removeAll { $0.id == "cy" }
    ann.friends.insert(Member(id: "al", email: "al@example.com"), at: 1)
    try await store.save(ann)
    #expect(try await store.append([members[0], members[1]], to: ann, \.friends) == 1)
    #expect(try await store.remove([members[2]], from: ann, \.friends) == 1)
    #expect(try await store.find(Member.self, id: "ann")?.friends.map(\.id) == ["al", "bob", "cy"])
    #expect(try await store.fetch(Member.where { $0.friends.contains { $0.id == "bob" } }).map(\.id) == ["ann"])
  }

  @Test(arguments: BackendChoice.allCases) func keysByUnique(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    let club = try await store.save(Club(name: "Chess"))
    try await store.save(Membership(club: club, number: 7))
    try await store.save(Membership(club: club, number: 7, isActive: false))
    let found = try await store.find(Membership.self, id: .init(clubID: club.id, number: 7))
    #expect(found?.isActive == false)
    try await store.save(Invitation(code: "x"))
    #expect(try await store.find(Invitation.self, id: "x") != nil)
  }

  private func prepared(_ choice: BackendChoice) async throws -> Store {
    let store = Store(try await choice.make())
    try await store.prepare(CommunitySchema.self)
    return store
  }
}

extension StoreError {
  fileprivate var isUnique: Bool { if case .duplicateKey = self { true } else { false } }
}
