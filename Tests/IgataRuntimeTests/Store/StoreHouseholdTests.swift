import Foundation
@_spi(Backend) import IgataRuntime
import RuntimeModels
import Testing

/// A household on a backend that counts its calls.
private struct Household {
  let backend = CountingBackend(MemoryBackend())
  let store: Store

  init() async throws {
    store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
  }

  /// Accounts with an owner, a parent, settings and three tags each.
  static func accounts(_ count: Int) -> [Account] {
    let owners = (0..<max(1, count / 10)).map { Person(name: "owner \($0)") }
    let tags = (0..<20).map { Tag(name: "tag \($0)") }
    var accounts: [Account] = []
    for number in 0..<count {
      var account = Account(name: "account \(number)", initialAmount: 5, owner: owners[number % owners.count])
      account.parent = accounts.last
      if number % 2 == 0 { account.settings.warnBelow = 1000 }
      account.tags = [tags[number % 20], tags[(number + 7) % 20], tags[(number + 3) % 20]]
      accounts.append(account)
    }
    return accounts
  }
}

@Test(arguments: [1, 10, 1000])
func graphsOfAnySizeTakeTheSameNumberOfCalls(count: Int) async throws {
  let household = try await Household()
  let accounts = Household.accounts(count)
  let saved = try await household.store.save(accounts)
  var calls = household.backend.takeCalls()
  #expect(Set(calls.writes) == ["person", "settings", "tag", "accounts", "accounts_tags"])
  // Accounts keep settings that were not changed, so that the key of those that were is written for itself.
  #expect(calls.writes.count == (count == 1 ? 5 : 6))
  #expect(calls.deletes.isEmpty && calls.reads == ["accounts_tags"])
  #expect(calls.sessions == 1)
  #expect(saved == accounts)

  let loaded = try await household.store.fetch(Account.all.order { $0.name.ascending })
  calls = household.backend.takeCalls()
  #expect(calls.reads.sorted() == ["accounts", "accounts_tags", "person", "settings", "tag"])
  #expect(calls.sessions == 1)
  #expect(loaded.map(\.id) == accounts.sorted { $0.name < $1.name }.map(\.id))
  #expect(loaded.allSatisfy { $0.parent == nil })

  // Unchanged models are not written again, whether they were saved or loaded.
  for models in [saved, loaded] {
    _ = try await household.store.save(models)
    calls = household.backend.takeCalls()
    #expect(calls == CountingBackend.Calls(sessions: 1, writes: ["accounts"], rows: count))
  }
}

@Test func whatIsChangedIsWrittenAndNothingElse() async throws {
  let household = try await Household()
  let store = household.store
  var account = try await store.save(Household.accounts(1))[0]
  _ = household.backend.takeCalls()

  account.settings.monthStartsOn = 25
  account = try await store.save(account)
  #expect(household.backend.takeCalls().writes == ["settings", "accounts"])

  account.owner.name = "Hanako"
  account = try await store.save(account)
  #expect(household.backend.takeCalls().writes == ["person", "accounts"])

  account.tags.removeLast()
  account = try await store.save(account)
  let calls = household.backend.takeCalls()
  #expect(calls.writes == ["accounts"])
  #expect(calls.deletes == ["accounts_tags"])

  // Reading writes nothing, and creates nothing to be written.
  var plain = try await store.save(Account(owner: account.owner))
  _ = household.backend.takeCalls()
  #expect(plain.settings.warnBelow == 0)
  #expect(!plain.hasSettings)
  plain = try await store.save(plain)
  #expect(household.backend.takeCalls().writes == ["accounts"])
  #expect(try await store.count(Settings.all) == 1)
}

@Test func entriesShareTheirAccount() async throws {
  let household = try await Household()
  let store = household.store
  var account = Account(name: "現金", owner: Person(name: "Hanako"))
  account.settings.warnBelow = 1000
  account = try await store.save(account)
  let entries = try await store.insert((1...500).map { Entry(account: account, amount: 1, note: "\($0)") })
  #expect(entries.map(\.id) == Array(1...500))
  _ = household.backend.takeCalls()

  let loaded = try await store.fetch(Entry.all)
  #expect(loaded == entries)
  #expect(household.backend.takeCalls().reads.sorted() == ["accounts", "accounts_tags", "entry", "person", "settings"])

  #expect(try await store.sum(Entry.where { $0.account.kind == .cash }) { $0.amount } == 500)
  #expect(try await store.sum(Entry.where { $0.account.settings.warnBelow > 1000 }) { $0.amount } == 0)
  let query = Account.where { $0.kind == .cash && $0.initialAmount >= 0 }
  #expect(try await store.fetch(query.order { $0.name.ascending }.limit(10)) == [account])
  #expect(try await store.delete(Person.where { $0.name == "Hanako" }) == 1)
  #expect(try await store.count(Entry.all) == 0)
}

@Test func circlesAreRefused() async throws {
  let household = try await Household()
  var first = Account(name: "first", owner: Person(name: "A"))
  var second = Account(name: "second", owner: Person(name: "A"))
  first.parent = second
  second.parent = first
  await #expect {
    try await household.store.save([first, second])
  } throws: {
    if case StoreError.misuse = $0 { true } else { false }
  }
  #expect(try await household.store.count(Account.all) == 0)
}

@Test func aRelationThatLeadsNowhereIsNamed() async throws {
  let memory = MemoryBackend()
  let store = Store(memory)
  try await store.prepare(HouseholdSchema.self)
  let account = try await store.save(Household.accounts(1))[0]
  await #expect(throws: StoreError.foreignKey(model: "Entry", field: "account")) {
    try await store.save(["accountID": UUID(), "amount": 1], as: Entry.self)
  }
  for (table, field) in [("person", "owner"), ("settings", "settings"), ("tag", "tags")] {
    await #expect {
      try await Store(CountingBackend(memory, hiding: table)).find(Account.self, id: account.id)
    } throws: {
      guard case StoreError.corrupted("Account", _, let column, _) = $0 else { return false }
      return column == field
    }
  }
}

@Test(arguments: [
  (1, StoredValue.integer(5), "name", "it holds an integer"),
  (2, .text("gold"), "kind", "no case has the raw value 'gold'"),
  (2, .null, "kind", "it is null"),
  (3, .real(1), "initialAmount", "it holds a floating-point number"),
  (8, .integer(1), "askedForDelete", "it holds an integer"),
])
func aRowThatDoesNotFitIsNamed(column: Int, value: StoredValue, field: String, problem: String) async throws {
  let backend = MemoryBackend()
  let store = Store(backend)
  try await store.prepare(HouseholdSchema.self)
  let accounts = try await store.save(Household.accounts(3))
  let session = try await backend.begin(.write)
  _ = try await session.write(RowWrite(.update, Account.table, count: 1)) { (row) throws(StoreError) in
    accounts[1].write(to: &row)
    row.rawValue(column, value)
    _ = row.finishRow()
  }
  try await session.commit()
  let error = StoreError.corrupted(
    model: "Account", row: accounts[1].id.uuidString, column: field, problem: problem)
  await #expect(throws: error) { try await store.fetch(Account.all) }
}

@MainActor @Test func transactionsRunWhereTheCallerDoes() async throws {
  let household = try await Household()
  final class Notes { var texts: [String] = [] }
  let notes = Notes()
  let owner = Person(name: "A")
  let count = try await household.store.transaction { store in
    MainActor.assertIsolated()
    notes.texts.append("begun")
    try await store.save(owner)
    MainActor.assertIsolated()
    notes.texts.append("saved")
    return try await store.count(Person.all)
  }
  #expect(count == 1)
  #expect(notes.texts == ["begun", "saved"])
  let sum = try await household.store.sum(Entry.all) { entry in
    notes.texts.append("asked")
    return entry.amount
  }
  #expect(sum == 0)
  let dictionary: [String: Any] = ["name": "B"]
  let person = try await household.store.save(dictionary, as: Person.self)
  #expect(try await household.store.load(Person.where { $0.id == person.id }).count == 1)
}

@Test func queriesThatNobodyCanRunAreRefused() async throws {
  let backend = MemoryBackend()
  try await Store(backend).prepare(HouseholdSchema.self)
  let nowhere = QueryExpression.column(RelationPath([0, 9]), 0)
  let deep = (0..<2000).reduce(Condition.never) { !($0 || .isNull(.column(RelationPath(), $1 % 3))) }
  let queries = [
    RowQuery(Account.table, where: .isNull(nowhere)),
    RowQuery(Account.table, where: .isNull(.column(RelationPath([4]), 0))),
    RowQuery(Account.table, where: .keyIsIn(columns: [99], [[.null]])),
    RowQuery(Account.table, order: [Ordering(.column(RelationPath(), -1))]),
    RowQuery(Account.table, where: deep),
  ]
  for query in queries {
    let session = try await backend.begin(.read)
    await #expect {
      try await session.read(query) { _ in }
    } throws: {
      if case StoreError.unsupportedQuery = $0 { true } else { false }
    }
    await session.rollback()
  }
  let session = try await backend.begin(.read)
  try await session.read(RowQuery(Account.table, limit: -1, offset: -1)) { (row) throws(StoreError) in
    let hasRow = row.next()
    #expect(!hasRow)
  }
}
