import Foundation
import GeneratedModels
import IgataRouting
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import IgataTesting
import TestSupport
import Testing

/// What was read from the first backend is there while it can't be reached.
@Suite struct KeptReadsTests {
  private let first = FaultyBackend()
  private let second: any Backend
  private let server: Store

  init() throws {
    second = try SQLiteBackend(path: ":memory:")
    server = Store(first)
  }

  private func fallback(_ kept: KeptReads = .all) -> FallbackBackend {
    FallbackBackend(
      first, else: second, outbox: Outbox(), conflicts: .stop, keepsReads: kept,
      retries: .seconds(86400) ... .seconds(86400))
  }

  /// A household that another program wrote: a chain of accounts, with lists and wrappers.
  private func writeHousehold() async throws -> [Account] {
    try await server.prepare(HouseholdSchema.self)
    let owner = try await server.save(Person(name: "Hanako"))
    var accounts: [Account] = []
    for number in 0..<6 {
      var account = Account(name: "\(number)", owner: owner, parent: accounts.last)
      account.tags = [Tag(name: "t\(number % 2)"), Tag(name: "all")]
      if number.isMultiple(of: 2) { account.settings.warnBelow = 5 }
      accounts.append(try await server.save(account))
    }
    return accounts
  }

  /// Each of two reads at the same time is kept.
  @Test func readsAtTheSameTimeAreKept() async throws {
    _ = try await writeHousehold()
    let second = FaultyBackend()
    let store = Store(FallbackBackend(first, else: second, outbox: Outbox(), conflicts: .stop))
    try await store.prepare(HouseholdSchema.self)
    // Keeping the first takes until the second has its rows.
    second.delay(.read, by: .milliseconds(100))
    async let some = store.fetch(Account.where { $0.name < "3" })
    try await Task.sleep(for: .milliseconds(50))
    #expect(try await store.fetch(Account.all).count == 6)
    #expect(try await some.count == 3)
    second.removeFaults()
    #expect(try await Store(second).count(Account.all) == 6)
  }

  /// An observation that reads while the first backend gets lost goes on with the second.
  @Test func anObservationSurvivesALoss() async throws {
    _ = try await writeHousehold()
    let store = Store(fallback())
    try await store.prepare(HouseholdSchema.self)
    var counts = store.observe(Account.all).makeAsyncIterator()
    #expect(try await counts.next()?.count == 6)
    try await store.update(Account.where { $0.name == "5" }) { $0.comment.set("x") }
    // The rows are read, and the models that they refer to aren't.
    first.fail(.read, of: Person.self, onCall: 1, with: .unreachable(reason: "lost"))
    #expect(try await counts.next()?.count == 6)
  }

  /// A backend without cursors, like an API, is only asked when the first rows are read.
  @Test func aStreamBeginsOnTheSecondBackendAfterALoss() async throws {
    _ = try await writeHousehold()
    let store = Store(fallback())
    try await store.prepare(HouseholdSchema.self)
    #expect(try await store.fetch(Account.all).count == 6)
    first.fail(.read, of: Account.self, onCall: 1, with: .unreachable(reason: "lost"))
    var count = 0
    for try await _ in store.stream(Account.all) { count += 1 }
    #expect(count == 6)
  }

  @Test func whatWasSeenOnlineIsThereOffline() async throws {
    let accounts = try await writeHousehold()
    let store = Store(fallback())
    try await store.prepare(HouseholdSchema.self)
    // The last of the chain, whose ancestors no query asked for.
    let last = Account.where { $0.name == "5" }
    let online = try await store.fetch(last)
    let page = try await store.page(Account.all.order { $0.name.ascending }, size: 2)
    let found = try await store.find(Account.self, id: accounts[3].id)
    #expect(online.count == 1 && page.items.count == 2 && found != nil)
    first.cutOff()
    #expect(try await store.fetch(last) == online)
    #expect(try await store.page(Account.all.order { $0.name.ascending }, size: 2).items == page.items)
    #expect(try await store.find(Account.self, id: accounts[3].id) == found)
    let chain = try await store.fetch(last.including { $0.parent.parent.parent })
    #expect(chain.first?.parent?.parent?.parent?.name == "2")
    #expect(try await store.fetch(Account.all).map(\.tags.count) == Array(repeating: 2, count: 6))
  }

  @Test func rowsThatAreGoneOrHaveChangedAreNotShown() async throws {
    let accounts = try await writeHousehold()
    let store = Store(fallback())
    try await store.prepare(HouseholdSchema.self)
    let plain = Account.where { $0.kind == .cash }.order { $0.name.ascending }
    #expect(try await store.fetch(plain).count == 6)
    try await server.delete(accounts[5])
    try await server.update(Account.where { $0.name == "4" }) { $0.kind.set(.bank) }
    try await server.append([Tag(name: "new")], to: accounts[0], \.tags)
    let online = try await store.fetch(plain)
    first.cutOff()
    #expect(try await store.fetch(plain) == online && online.count == 4)
    #expect(try await store.find(Account.self, id: accounts[5].id) == nil)
    #expect(try await store.find(Account.self, id: accounts[4].id)?.kind == .bank)
    #expect(try await store.find(Account.self, id: accounts[0].id)?.tags.count == 3)
  }

  /// Rows with versions, of which several were never seen here, and with keys that the first backend generated.
  @Test func versionsMayBeSkipped() async throws {
    try await server.prepare(HospitalSchema.self)
    let backend = fallback()
    let store = Store(backend)
    try await store.prepare(HospitalSchema.self)
    var patient = try await server.save(Patient(name: "Hanako"))
    try await server.save(Invoice(patient: patient, total: 19.99))
    #expect(try await store.fetch(Invoice.all).map(\.total) == [19.99])
    for phone in ["1", "2", "3"] {
      patient.phone = phone
      patient = try await server.save(patient)
    }
    let online = try await store.fetch(Invoice.all)
    first.cutOff()
    #expect(try await store.fetch(Invoice.all) == online && online.first?.patient.phone == "3")
    // A write of what is shown offline is one of the version that the first backend has.
    patient.phone = "4"
    try await store.save(patient)
    first.restore()
    #expect(await backend.reach() == .reachable)
    #expect(try await server.find(Patient.self, id: patient.id)?.phone == "4")
  }

  /// A row that a query doesn't return any more, or not with this page, is not gone for that.
  @Test func onlyWhatIsGoneIsDeleted() async throws {
    _ = try await writeHousehold()
    let store = Store(fallback())
    try await store.prepare(HouseholdSchema.self)
    #expect(try await store.fetch(Account.all).count == 6)
    try await server.update(Person.all) { $0.name.set("Taro") }
    #expect(try await store.fetch(Account.where { $0.owner.name == "Hanako" }).isEmpty)
    _ = try await store.fetch(Account.all.limit(1))
    _ = try await store.page(Account.all, size: 2)
    first.cutOff()
    let kept = try await store.fetch(Account.all)
    #expect(kept.count == 6 && kept.allSatisfy { $0.owner.name == "Taro" })
  }

  @Test func modelsOptOut() async throws {
    _ = try await writeHousehold()
    let store = Store(fallback(.allBut([Person.self])))
    try await store.prepare(HouseholdSchema.self)
    _ = try await store.fetch(Account.all)
    first.cutOff()
    #expect(try await store.fetch(Person.all).isEmpty)
    #expect(try await store.fetch(Account.all).isEmpty, "an account without its owner can't be kept")
    #expect(try await store.fetch(Tag.all).count == 3)
    first.restore()
    let plain = fallback(.none)
    let other = Store(plain)
    try await other.prepare(HouseholdSchema.self)
    _ = try await other.fetch(Person.all)
    first.cutOff()
    #expect(try await other.fetch(Person.all).isEmpty)
    #expect(try await plain.lastRead(of: Person.self) == nil)
  }

  @Test func theAgeOfWhatIsShownIsKnown() async throws {
    _ = try await writeHousehold()
    let backend = fallback()
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    #expect(try await backend.lastRead(of: Account.self) == nil)
    let before = Date()
    _ = try await store.fetch(Account.all)
    let time = try #require(try await backend.lastRead(of: Account.self))
    #expect(abs(time.timeIntervalSince(before)) < 60)
    first.cutOff()
    // The next start of the program, without a connection.
    let later = fallback()
    try await Store(later).prepare(HouseholdSchema.self)
    #expect(try await later.lastRead(of: Account.self) == time)
    #expect(try await later.lastRead(of: Entry.self) == nil)
  }

  /// A row that was read before a write is not kept after it.
  @Test func whatIsWrittenMeanwhileStays() async throws {
    let accounts = try await writeHousehold()
    let backend = fallback()
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    _ = try await store.fetch(Account.all)
    let session = try await backend.begin(.read)
    _ = try await session.values(of: [0], RowQuery(Account.table))
    var changed = accounts[0]
    changed.name = "changed"
    try await store.update(changed, only: \.name)
    await session.rollback()
    first.cutOff()
    #expect(try await store.find(Account.self, id: changed.id)?.name == "changed")
  }

  /// Observers don't hear of what is kept.
  @Test func keepingTellsNobody() async throws {
    _ = try await writeHousehold()
    let spy = SpyBackend(first)
    let backend = FallbackBackend(spy, else: second, outbox: Outbox(), conflicts: .stop)
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    let changes = store.observe(Account.all)
    var iterator = changes.makeAsyncIterator()
    #expect(try await iterator.next()?.count == 6)
    let count = spy.calls.count
    try await Task.sleep(for: .milliseconds(300))
    #expect(spy.calls.count == count, "nothing is read again because rows were kept")
  }
}
