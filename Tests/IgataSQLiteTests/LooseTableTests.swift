import Foundation
import IgataRuntime
import RuntimeModels
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// What other programs' databases have and own ones never: relations without foreign keys, tables without keys, views
/// and computed columns.
@Suite struct LooseTableTests {
  private let scratch: Scratch
  private var path: String { scratch.path("bureau.sqlite") }

  init() throws {
    scratch = try Scratch()
    try other(
      "CREATE TABLE clerks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rate INTEGER, hours INTEGER, "
        + "pay INTEGER GENERATED ALWAYS AS (rate * hours) STORED, loud_name TEXT AS (upper(name)))",
      "CREATE TABLE tickets (id INTEGER PRIMARY KEY, clerk_id INTEGER NOT NULL, title TEXT NOT NULL)",
      "CREATE TABLE remarks (ticket_id INTEGER NOT NULL, line TEXT)",
      "CREATE VIEW workloads AS SELECT clerk_id, count(*) AS ticket_count, min(title) AS first_title FROM tickets "
        + "GROUP BY clerk_id",
      "INSERT INTO clerks (id, name, rate, hours) VALUES (1, 'Ann', 20, 3), (2, 'Bob', NULL, 5)",
      "INSERT INTO tickets VALUES (1, 1, 'lamp'), (2, 2, 'door'), (3, 99, 'orphan'), (4, 1, 'chair')",
      "INSERT INTO remarks VALUES (1, 'first'), (1, 'second'), (2, NULL)")
  }

  @discardableResult
  private func other(_ statements: String...) throws -> [[String?]] {
    let connection = try Connection(path: path, flags: 6)
    var rows: [[String?]] = []
    for statement in statements { rows = try connection.texts(statement) }
    return rows
  }

  private func store() async throws -> Store {
    let store = Store(try SQLiteBackend(path: path))
    try await store.prepare(BureauSchema.self)
    return store
  }

  // MARK: Relations without foreign keys

  @Test func missingTargets() async throws {
    let store = try await store()
    let tickets = try await store.fetch(Errand.all.order { $0.id.ascending }.including { $0.clerk })
    #expect(tickets.map(\.clerk?.name) == ["Ann", "Bob", nil, "Ann"])
    #expect(tickets.map(\.clerkID) == [1, 2, 99, 1])
    // A join keeps the row whose target is missing, and `nil` is another name than any.
    #expect(try await store.count(Errand.where { $0.clerk.name != "Ann" }) == 2)
    #expect(try await store.count(Errand.where { $0.clerk.name < "Z" }) == 3)
    #expect(try await store.fetch(Errand.all.order { $0.clerk.name.ascending }).count == 4)
    #expect(try await store.count(Errand.where { $0.clerkID == 99 }) == 1)
    // A model refers to it still, when it is saved.
    var orphan = try #require(tickets.first { $0.id == 3 })
    orphan.title = "found"
    try await store.save(orphan)
    #expect(try other("SELECT clerk_id, title FROM tickets WHERE id = 3") == [["99", "found"]])
    // A row that must have a target and hasn't is told.
    try other("INSERT INTO remarks VALUES (77, 'nowhere')")
    await #expect {
      try await store.fetch(Remark.all)
    } throws: { error in
      guard case StoreError.corrupted("Remark", _, "errand", let problem) = error else { return false }
      return problem == "it refers to Errand 77, which does not exist"
    }
  }

  @Test func deletionsAreNotFollowed() async throws {
    let store = try await store()
    try await store.delete(Clerk.self, id: 1)
    #expect(try other("SELECT count(*) FROM tickets WHERE clerk_id = 1") == [["2"]])
    #expect(try await store.fetch(Errand.where { $0.id == 1 }.including { $0.clerk }).map(\.clerk) == [nil])
  }

  @Test func whatAColumnCantBeIsANote() async throws {
    let store = Store(try SQLiteBackend(path: path))
    let notes = try await store.prepare(BureauSchema.self).notes
    #expect(notes.contains { $0.column == "clerk_id" && $0.text == "no row can be inserted without a value there" })
    await #expect(throws: StoreError.self) { try await store.save(Errand(id: 9, title: "of nobody")) }
  }

  // MARK: Tables without a key

  @Test func rowsAreKnownByTheirNumbers() async throws {
    let store = try await store()
    var remarks = try await store.fetch(Remark.all.order { $0.rowid.ascending })
    #expect(remarks.map(\.rowid) == [1, 2, 3])
    remarks[2].line = "third"
    try await store.save(remarks[2])
    let new = try await store.save(Remark(errand: remarks[0].errand, line: "fourth"))
    #expect(new.rowid == 4)
    try await store.delete(Remark.self, id: 2)
    #expect(try await store.find(Remark.self, id: 4)?.line == "fourth")
    #expect(try other("SELECT rowid, line FROM remarks") == [["1", "first"], ["3", "third"], ["4", "fourth"]])
    #expect(try await store.count(try #require(try await store.find(Errand.self, id: 1)).remarks) == 2)
  }

  // MARK: Views

  @Test func viewsAreRead() async throws {
    let store = try await store()
    let busy = try await store.fetch(Workload.where { $0.count > 0 && $0.clerk.name == "Ann" })
    #expect(busy.map(\.count) == [2] && busy[0].clerk.name == "Ann" && busy[0].first == "chair")
    #expect(try await store.find(Workload.self, id: 2)?.first == "door")
    #expect(try await store.sum(Workload.all) { $0.count } == 4)
  }

  @Test func viewsAreNotWritten() async throws {
    let store = try await store()
    var load = try #require(try await store.find(Workload.self, id: 2))
    load.count = 7
    let refusal = StoreError.readOnly(reason: "Workload is '@readOnly': nothing is written to 'workloads'")
    await #expect(throws: refusal) { try await store.save(load) }
    await #expect(throws: refusal) { try await store.insert([load]) }
    await #expect(throws: refusal) { try await store.update(load, only: \.count) }
    await #expect(throws: refusal) { try await store.update(Workload.all) { $0.count.set(1) } }
    await #expect(throws: refusal) { try await store.delete(load) }
    await #expect(throws: refusal) { try await store.delete(Workload.all) }
    // A model of a table that is written doesn't fit a view.
    try other("ALTER TABLE clerks RENAME TO people", "CREATE VIEW clerks AS SELECT * FROM people")
    await #expect {
      try await Store(try SQLiteBackend(path: path)).prepare([Clerk.self])
    } throws: { error in
      guard case StoreError.schemaMismatch(let differences) = error else { return false }
      return differences.map(\.found) == ["a view"] && differences[0].help.contains("'@readOnly'")
    }
  }

  // MARK: Computed columns

  @Test func computedValuesAreReadBack() async throws {
    let store = try await store()
    var clerks = try await store.fetch(Clerk.all.order { $0.id.ascending })
    #expect(clerks.map(\.pay) == [60, nil] && clerks.map(\.loudName) == ["ANN", "BOB"])
    clerks[0].hours = 10
    clerks[1].name = "Bill"
    clerks = try await store.save(clerks + [Clerk(name: "Cleo", rate: 2, hours: 2)])
    #expect(clerks.map(\.pay) == [200, nil, 4] && clerks.map(\.loudName) == ["ANN", "BILL", "CLEO"])
    // What a program makes up isn't written.
    let other = try await store.save(Clerk(name: "Dan", rate: 1, hours: 1, pay: 1_000))
    #expect(other.pay == 1)
    #expect(try await store.fetch(Clerk.where { $0.pay > 100 }).map(\.name) == ["Ann"])
    await #expect {
      try await store.update(Clerk.all) { $0.pay.set(3) }
    } throws: { "\($0)".contains("'@readOnly': the database has its value") }
  }

  @Test func unchangedRowsAreNotWritten() async throws {
    let before = try scratch.bytes("bureau.sqlite")
    let store = try await store()
    try await store.save(try await store.fetch(Clerk.all))
    try await store.save(try await store.fetch(Errand.all))
    try await store.save(try await store.fetch(Remark.all))
    try await store.close()
    #expect(try scratch.bytes("bureau.sqlite") == before)
  }

  /// In memory the same relations have no foreign keys, and the same models are refused.
  @Test func memoryDoesTheSame() async throws {
    let store = Store(MemoryBackend())
    try await store.prepare(BureauSchema.self)
    let clerk = try await store.save(Clerk(name: "Ann", rate: 20, hours: 3))
    #expect(clerk.pay == nil)
    var orphan = Errand(id: 3, title: "orphan")
    orphan.clerkID = 99
    try await store.save([Errand(id: 1, clerk: clerk, title: "lamp"), orphan])
    let tickets = try await store.fetch(Errand.all.order { $0.id.ascending }.including { $0.clerk })
    #expect(tickets.map(\.clerk?.name) == ["Ann", nil])
    #expect(try await store.count(Errand.where { $0.clerk.name != "Bob" }) == 2)
    try await store.delete(clerk)
    #expect(try await store.fetch(Errand.all.including { $0.clerk }).compactMap(\.clerk) == [])
    await #expect(throws: StoreError.self) { try await store.save(Workload(clerk: clerk)) }
  }
}
