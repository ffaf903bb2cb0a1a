#if PostgreSQL
import Foundation
@_spi(Backend) import IgataRuntime
import RuntimeModels
import TestSupport
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// What other programs' databases have and own ones never: relations without foreign keys, views and computed columns.
@Suite(.enabled(if: TestServer.isThere)) struct LooseTableTests {
  private static let definitions = """
    CREATE TABLE clerks (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, rate bigint,
      hours bigint, pay bigint GENERATED ALWAYS AS (rate * hours) STORED,
      loud_name text GENERATED ALWAYS AS (upper(name)) STORED);
    CREATE TABLE tickets (id bigint PRIMARY KEY, clerk_id bigint NOT NULL, title text NOT NULL);
    CREATE TABLE remarks (rowid bigserial UNIQUE, ticket_id bigint NOT NULL, line text);
    CREATE VIEW workloads AS SELECT clerk_id, count(*) AS ticket_count, min(title) AS first_title FROM tickets
      GROUP BY clerk_id;
    INSERT INTO clerks (name, rate, hours) VALUES ('Ann', 20, 3), ('Bob', NULL, 5);
    INSERT INTO tickets VALUES (1, 1, 'lamp'), (2, 2, 'door'), (3, 99, 'orphan'), (4, 1, 'chair');
    INSERT INTO remarks (ticket_id, line) VALUES (1, 'first'), (2, NULL);
    """

  private func opened(_ definitions: String = definitions) async throws -> (PostgreSQLBackend, Store) {
    let space = try await TestServer.space()
    try await TestServer.run(definitions, on: space)
    let backend = try PostgreSQLBackend(space, options: .patient())
    let store = Store(backend)
    try await store.prepare(BureauSchema.self)
    return (backend, store)
  }

  @Test func missingTargets() async throws {
    let (backend, store) = try await opened()
    let tickets = try await store.fetch(Errand.all.order { $0.id.ascending }.including { $0.clerk })
    #expect(tickets.map(\.clerk?.name) == ["Ann", "Bob", nil, "Ann"] && tickets.map(\.clerkID) == [1, 2, 99, 1])
    #expect(try await store.count(Errand.where { $0.clerk.name != "Ann" }) == 2)
    #expect(try await store.count(Errand.where { $0.clerk.name < "Z" }) == 3)
    try await store.delete(Clerk.self, id: 1)
    #expect(try await backend.texts("SELECT count(*)::text FROM tickets WHERE clerk_id = 1") == [["2"]])
  }

  @Test func viewsAreRead() async throws {
    let (_, store) = try await opened()
    let busy = try await store.fetch(Workload.where { $0.count > 0 && $0.clerk.name == "Ann" })
    #expect(busy.map(\.count) == [2] && busy[0].clerk.name == "Ann" && busy[0].first == "chair")
    #expect(try await store.find(Workload.self, id: 2)?.first == "door")
    await #expect(throws: StoreError.self) { try await store.delete(Workload.all) }
  }

  /// The numbers of a column that isn't the key, by either form of a sequence.
  @Test(arguments: ["bigint GENERATED ALWAYS AS IDENTITY", "bigserial"])
  func countedValuesAreReadBack(_ type: String) async throws {
    let computed = "bigint GENERATED ALWAYS AS (rate * hours) STORED"
    let (_, store) = try await opened(Self.definitions.replacing(computed, with: type))
    var clerks = try await store.fetch(Clerk.all.order { $0.id.ascending })
    #expect(clerks.map(\.pay) == [1, 2])
    clerks[0].hours = 10
    clerks = try await store.save(clerks + [Clerk(name: "Cleo", rate: 2, hours: 2)])
    #expect(clerks.map(\.pay) == [1, 2, 3] && clerks.map(\.hours) == [10, 5, 2])
    #expect(try await store.insert(Clerk(name: "Dan", rate: 3, hours: 3)).pay == 4)
  }

  @Test func computedValuesAreReadBack() async throws {
    let (_, store) = try await opened()
    var clerks = try await store.fetch(Clerk.all.order { $0.id.ascending })
    #expect(clerks.map(\.pay) == [60, nil] && clerks.map(\.loudName) == ["ANN", "BOB"])
    clerks[0].hours = 10
    clerks = try await store.save(clerks + [Clerk(name: "Cleo", rate: 2, hours: 2)])
    #expect(clerks.map(\.pay) == [200, nil, 4] && clerks.map(\.loudName) == ["ANN", "BOB", "CLEO"])
    // The key is one that the database always counts, whether a row is saved or inserted.
    let new = try await store.save(Clerk(name: "Dan", rate: 3, hours: 3))
    #expect(new.id == 4 && new.pay == 9)
    #expect(try await store.save(new) == new)
    // Many rows are copied.
    let many = try await store.insert((0..<100).map { rate in Clerk(name: "some", rate: rate, hours: 2, pay: 1) })
    #expect(many.map(\.pay) == (0..<100).map { $0 * 2 })
  }

  @Test func unchangedRowsAreNotWritten() async throws {
    let (backend, store) = try await opened()
    let versions = """
      SELECT xmin::text FROM clerks UNION ALL SELECT xmin::text FROM tickets UNION ALL SELECT xmin::text FROM remarks
      """
    let before = try await backend.texts(versions)
    try await store.save(try await store.fetch(Clerk.all))
    try await store.save(try await store.fetch(Errand.all))
    try await store.save(try await store.fetch(Remark.all))
    #expect(try await backend.texts(versions) == before)
  }
}

#endif
