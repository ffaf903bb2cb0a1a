import IgataRuntime
import RuntimeModels
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Tables of another program that refer to each other, in columns that are never null.
@Suite struct RequiredCycleTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(_ statements: String...) throws {
    let connection = try Connection(path: scratch.path("shops.sqlite"), flags: 6)
    for statement in statements { _ = try connection.texts(statement) }
  }

  /// - Parameter rule: When the foreign key of a shop is checked.
  private func store(_ rule: String = "") async throws -> Store {
    try run(
      "CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT NOT NULL, manager INTEGER NOT NULL REFERENCES clerks\(rule))",
      "CREATE TABLE clerks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, shop INTEGER NOT NULL REFERENCES shops)",
      "PRAGMA foreign_keys = OFF", "INSERT INTO shops VALUES (1, 'North', 1)", "INSERT INTO clerks VALUES (1, 'Ann', 1)",
      "INSERT INTO clerks VALUES (2, 'Ben', 1)")
    let store = Store(try SQLiteBackend(path: scratch.path("shops.sqlite")))
    let report = try await store.prepare(ShopsSchema.self)
    #expect(report.notes.map(\.description) == ["Shop.manager (shops.manager): no row can be inserted without a value there"])
    return store
  }

  @Test func rowsAreReadAndChanged() async throws {
    let store = try await store()
    let ann = try #require(try await store.find(ShopClerk.self, id: 1))
    #expect(ann.shop.name == "North")
    var north = try await store.load(ann.shop) { $0.manager }
    #expect(north.manager?.name == "Ann")
    #expect(try await store.count(ShopClerk.where { $0.shop.manager.name == "Ann" }) == 2)

    north.manager = try await store.find(ShopClerk.self, id: 2)
    try await store.save(north)
    #expect(try await store.fetch(Shop.where { $0.manager.name == "Ben" }).map(\.id) == [1])
    north.manager = nil
    await #expect {
      try await store.save(north)
    } throws: { error in
      if case StoreError.checkFailed = error { true } else { false }
    }
    #expect(try await store.fetch(Shop.all.including { $0.manager }).map(\.manager?.name) == ["Ben"])
  }

  @Test func newRowsReferToEachOtherIfTheirKeysAreChecked() async throws {
    let store = try await store(" DEFERRABLE INITIALLY DEFERRED")
    let south = Shop(id: 2, name: "South", manager: .existing(3))
    let eve = ShopClerk(id: 3, name: "Eve", shop: .existing(2))
    try await store.transaction { store in
      try await store.save(south)
      try await store.save(eve)
    }
    #expect(try await store.fetch(ShopClerk.where { $0.shop.manager.name == "Eve" }).map(\.id) == [3])
  }

  @Test func theDatabaseRefusesWhatItChecksBeforeTheCommit() async throws {
    let store = try await store()
    await #expect {
      try await store.save(Shop(id: 2, name: "South", manager: .existing(3)))
    } throws: { error in
      if case StoreError.foreignKey = error { true } else { false }
    }
    #expect(try await store.count(Shop.all) == 1)
  }
}
