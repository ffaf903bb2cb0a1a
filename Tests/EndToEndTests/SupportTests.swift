import Foundation
import GeneratedModels
import IgataRuntime
import Testing

/// Relations to unique fields, and by columns that belong to other fields.
@Suite(.serialized) struct SupportTests {
  private static let north = Tenant(id: "n", name: "North")
  private static let south = Tenant(id: "s", name: "South")
  private static let ann = Agent(tenant: north, number: 1, email: "ann@north")
  private static let bob = Agent(tenant: north, number: 2, email: "bob@north")
  private static let cy = Agent(tenant: south, number: 1, email: "cy@south")

  @Test(arguments: BackendChoice.allCases) func savedAndLoaded(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    // All of them are new, and are inserted with the ticket.
    let ticket = SupportCase(
      id: "1", tenant: Self.north, title: "Broken", author: Self.ann, assignee: Self.bob, reviewer: Self.cy)
    #expect(ticket.authorEmail == "ann@north" && ticket.assigneeNumber == 2 && ticket.reviewerEmail == "cy@south")
    let saved = try await store.save(ticket)
    #expect(saved.author.number == 1 && saved.assignee?.email == "bob@north")
    let found = try #require(try await store.find(SupportCase.self, id: "1"))
    #expect(found.author == Self.ann && found.author.tenant.name == "North" && found.loadedAuthor != nil)
    #expect(found.assignee == nil && found.assigneeNumber == 2 && found.reviewerEmail == "cy@south")
    let whole = try await store.first(SupportCase.all.including { $0.assignee }.including { $0.reviewer })
    #expect(whole?.assignee?.email == "bob@north" && whole?.reviewer?.tenantID == "s")
    #expect(try SupportCase(dictionary: saved.convert()) == saved)
    let decoded = try JSONDecoder().decode(SupportCase.self, from: JSONEncoder().encode(saved))
    #expect(decoded.reviewer == Self.cy && decoded.authorEmail == "ann@north")
  }

  @Test(arguments: BackendChoice.allCases) func changed(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    let people = try await store.save([Self.ann, Self.bob, Self.cy])
    var ticket = try await store.save(SupportCase(id: "1", tenant: people[0].tenant, author: people[0]))
    ticket.author = people[1]
    #expect(ticket.authorEmail == "bob@north")
    ticket.assignee = people[0]
    ticket = try await store.save(ticket)
    #expect(try await store.find(SupportCase.self, id: "1")?.author == people[1])

    // By the column alone: the target that was there is forgotten, and the other one is loaded by the save.
    ticket.authorEmail = "ann@north"
    #expect(ticket.loadedAuthor == nil && ticket.author.email == "ann@north")
    ticket.assigneeNumber = nil
    #expect(ticket.assignee == nil)
    ticket = try await store.save(ticket)
    #expect(ticket.author == people[0] && ticket.loadedAuthor != nil)
    #expect(try await store.find(SupportCase.self, id: "1")?.assigneeNumber == nil)

    // The target is changed through the relation, with the column that refers to it.
    var badge = try await store.save(Badge(agentEmail: "ann@north", agent: people[0]))
    #expect(badge.agent == people[0])
    badge.color = "red"
    #expect(try await store.save(badge).color == "red")
    ticket.author = people[1]
    ticket.title = "not written"
    try await store.update(ticket, only: \.author)
    let stored = try await store.find(SupportCase.self, id: "1")
    #expect(stored?.authorEmail == "bob@north" && stored?.title == "")
  }

  /// A ticket of one tenant can't have an agent of another.
  @Test(arguments: BackendChoice.allCases) func sharedColumns(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    let people = try await store.save([Self.ann, Self.bob, Self.cy])
    let wrong = SupportCase(id: "1", tenant: people[0].tenant, author: people[0], assignee: people[2])
    await #expect(throws: StoreError.relationMismatch(model: "SupportCase", field: "assignee")) {
      try await store.save(wrong)
    }
    var ticket = try await store.save(
      SupportCase(id: "1", tenant: people[0].tenant, author: people[0], assignee: people[1]))
    ticket.tenant = people[2].tenant
    await #expect(throws: StoreError.relationMismatch(model: "SupportCase", field: "author")) {
      try await store.save({ var ticket = ticket; ticket.author = people[0]; return ticket }())
    }
    // What was loaded is of the other tenant: the columns are what counts, and the database has no such agent.
    let error = await #expect(throws: StoreError.self) { try await store.save(ticket) }
    #expect(error.map { if case .foreignKey(model: "SupportCase", _) = $0 { true } else { false } } == true)
    #expect(try await store.find(SupportCase.self, id: "1")?.tenantID == "n")
    ticket.author = people[2]
    ticket.assignee = nil
    #expect(try await store.save(ticket).author.email == "cy@south")
  }

  /// Only the key of a target is known, or only the columns that a relation refers to.
  @Test(arguments: BackendChoice.allCases) func knownInPart(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    let people = try await store.save([Self.ann, Self.bob])
    var ticket = SupportCase(id: "1", tenant: people[0].tenant, author: people[0])
    ticket.assignee = .existing(.init(tenantID: "n", number: 2))
    #expect(ticket.assigneeNumber == 2 && ticket.assignee == nil)
    ticket = try await store.save(ticket)
    #expect(try await store.first(SupportCase.all.including { $0.assignee })?.assignee?.email == "bob@north")
    ticket.reviewer = .existing(.init(tenantID: "n", number: 2))
    let (model, field) = ("SupportCase", "reviewer")
    await #expect(throws: StoreError.notLoaded(model: model, field: field)) { try await store.save(ticket) }
    ticket.reviewerEmail = "nobody"
    await #expect(throws: StoreError.foreignKey(model: model, field: field)) { try await store.save(ticket) }
    ticket.reviewerEmail = "bob@north"
    try await store.save(ticket)
  }

  @Test(arguments: BackendChoice.allCases) func queried(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    let people = try await store.save([Self.ann, Self.bob, Self.cy])
    try await store.save([
      SupportCase(id: "1", tenant: people[0].tenant, author: people[0], assignee: people[1], reviewer: people[2]),
      SupportCase(id: "2", tenant: people[0].tenant, author: people[1]),
      SupportCase(id: "3", tenant: people[2].tenant, author: people[2], assignee: people[2]),
    ])
    func ids(_ query: Query<SupportCase>) async throws -> [String] { try await store.fetch(query).map(\.id) }
    #expect(try await ids(SupportCase.where { $0.author.number == 1 }) == ["1", "3"])
    #expect(try await ids(SupportCase.where { $0.author.tenant.name == "North" }) == ["1", "2"])
    #expect(try await ids(SupportCase.where { $0.assignee.email == "bob@north" }) == ["1"])
    #expect(try await ids(SupportCase.where { $0.assignee.tenantID == "n" }) == ["1"])
    #expect(try await ids(SupportCase.where { $0.assignee.isNil }) == ["2"])
    #expect(try await ids(SupportCase.where { !$0.reviewer.isNil }) == ["1"])
    #expect(try await ids(SupportCase.all.order { ($0.reviewer.email.ascending, $0.id.descending) }) == ["3", "2", "1"])
    #expect(try await ids(people[1].assigned) == ["1"])
    #expect(try await ids(people[2].assigned) == ["3"])
    #expect(try await ids(people[2].reviewed) == ["1"])
    let busy = Agent.where { $0.assigned.contains { $0.title == "" } }
    #expect(try await store.fetch(busy).map(\.email) == ["bob@north", "cy@south"])
    #expect(try await store.fetch(Agent.where { $0.reviewed.count == 1 }).map(\.email) == ["cy@south"])
    try await store.save(Badge(agentEmail: "cy@south", agent: people[2]))
    #expect(try await store.first(people[2].badge)?.color == "blue")
    #expect(try await store.first(people[0].badge) == nil)
  }

  /// The engine may compute with agents before it knows who has a badge, and Bob, who has none, has numbers that overflow.
  @Test(arguments: BackendChoice.allCases) func overflowsElsewhere(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    let people = try await store.save([Self.ann, Agent(tenant: Self.north, number: .max, email: "bob@north")])
    try await store.save(
      ["1", "2"].map { SupportCase(id: $0, tenant: people[1].tenant, author: people[1], assignee: people[1]) })
    try await store.save(Badge(agentEmail: "ann@north", agent: people[0]))
    func count(_ query: Query<Badge>) async throws -> Int { try await store.count(query) }
    #expect(try await count(Badge.where { $0.agent.assigned.average { $0.author.number * 2 } == 1 }) == 0)
    #expect(try await count(Badge.where { $0.agent.assigned.sum { $0.author.number } > 0 }) == 0)
    #expect(try await count(Badge.where { $0.agent.assigned.contains { $0.assigneeNumber * 2 > 0 } }) == 0)
    #expect(try await count(Badge.where { $0.agent.number * 2 > 2 }) == 0)
  }

  @Test(arguments: BackendChoice.allCases) func rules(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    var people = try await store.save([Self.ann, Self.bob, Self.cy])
    try await store.save(
      SupportCase(id: "1", tenant: people[0].tenant, author: people[0], assignee: people[1], reviewer: people[2]))
    try await store.save(Badge(agentEmail: "cy@south", agent: people[2]))
    let error = await #expect(throws: StoreError.self) { try await store.delete(people[1]) }
    #expect(error == .inUse(model: "Agent", referrer: "SupportCase", field: "assignee", keys: ["1"]))
    // The reviewer is cleared, and the badge is deleted.
    try await store.delete(people[2])
    #expect(try await store.find(SupportCase.self, id: "1")?.reviewerEmail == nil)
    #expect(try await store.count(Badge.all) == 0)
    // The author's email changes in the ticket, too.
    people[0].email = "anna@north"
    people[0] = try await store.save(people[0])
    #expect(try await store.find(SupportCase.self, id: "1")?.authorEmail == "anna@north")
    try await store.save(Badge(agentEmail: "bob@north", agent: people[1]))
    people[1].email = "robert@north"
    await #expect(throws: StoreError.self) { try await store.save(people[1]) }
    #expect(try await store.find(Agent.self, id: people[1].primaryKey)?.email == "bob@north")
  }

  /// The key has a constraint with a name of its own, by which a violation is recognized.
  @Test(arguments: BackendChoice.allCases) func keys(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    try await store.save(Self.ann)
    let other = Agent(tenant: Self.north, number: 1, email: "other@north")
    let expected = StoreError.duplicateKey(model: "Agent", constraint: "primaryKey", fields: ["tenant", "number"])
    await #expect(throws: expected) { try await store.insert(other) }
  }

  /// A key has the column of a relation to a unique field, which is no field of the schema.
  @Test(arguments: BackendChoice.allCases) func keysByReference(_ choice: BackendChoice) async throws {
    let store = try await prepared(choice)
    // The agent is new, and is inserted with the shift.
    let saved = try await store.save(Shift(agent: Self.ann, number: 1, note: "late"))
    #expect(saved.primaryKey == .init(agentEmail: "ann@north", number: 1) && saved.agent.tenant.name == "North")
    let people = try await store.save([saved.agent, Self.bob, Self.cy])
    var shift = try #require(try await store.find(Shift.self, id: .init(agentEmail: "ann@north", number: 1)))
    #expect(shift.agent == people[0] && shift.note == "late" && shift.loadedAgent != nil)
    #expect(try Shift(dictionary: shift.convert()) == shift)
    #expect(try JSONDecoder().decode(Shift.self, from: JSONEncoder().encode(shift)).agentEmail == "ann@north")
    let other = try await store.insert(Shift(agent: people[1], number: 1))
    let expected = StoreError.duplicateKey(model: "Shift", constraint: "primaryKey", fields: ["agentEmail", "number"])
    await #expect(throws: expected) { try await store.insert(Shift(agent: people[1], number: 1)) }
    shift.note = "early"
    shift = try await store.save(shift)

    let rest = try await store.save(Rest(id: "1", shift: shift, earlier: other))
    #expect(rest.shiftID == shift.primaryKey && rest.earlierID?.agentEmail == "bob@north")
    #expect(try await store.find(Rest.self, id: "1")?.shift.note == "early")
    #expect(try await store.fetch(Rest.where { $0.shift.agent.tenant.name == "North" }).map(\.id) == ["1"])
    #expect(try await store.fetch(Rest.where { $0.earlier.agentEmail == "bob@north" }).map(\.id) == ["1"])
    #expect(try await store.fetch(Shift.where { $0.agent.number == 2 }) == [other])
    #expect(try await store.fetch(people[0].shifts).map(\.note) == ["early"])
    #expect(try await store.fetch(shift.rests).map(\.id) == ["1"])

    var lost = Shift(agent: people[1], number: 7)
    lost.agentEmail = "nobody"
    await #expect(throws: StoreError.foreignKey(model: "Shift", field: "agent")) { try await store.insert(lost) }
    // A key that is one column.
    let desk = try await store.save(Desk(agent: people[2], room: "a"))
    #expect(desk.primaryKey == "cy@south")
    #expect(try await store.find(Desk.self, id: "cy@south")?.agent.tenantID == "s")
    // It follows the agent, and that of a shift doesn't.
    var (bob, cy) = (people[1], people[2])
    cy.email = "cyd@south"
    cy = try await store.save(cy)
    #expect(try await store.find(Desk.self, id: "cy@south") == nil)
    #expect(try await store.find(Desk.self, id: "cyd@south")?.room == "a")
    bob.email = "robert@north"
    await #expect(throws: StoreError.self) { try await store.save(bob) }
    #expect(try await store.count(Shift.where { $0.agentEmail == "bob@north" }) == 1)
    // Shifts are deleted with their agents, and rests with their shifts.
    try await store.delete(people[0])
    #expect(try await store.fetch(Shift.all) == [other])
    #expect(try await store.count(Rest.all) == 0)
  }

  private func prepared(_ choice: BackendChoice) async throws -> Store {
    let store = Store(try await choice.make())
    try await store.prepare(SupportSchema.self)
    try await store.prepare(SupportSchema.self)
    return store
  }
}
