#if PostgreSQL
import Foundation
@_spi(Backend) import IgataRuntime
import IgataTesting
import RuntimeModels
import TestSupport
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// Values that another program keeps in another form.
@Suite(.enabled(if: TestServer.isThere)) struct FormTests {
  private static let definitions = """
    CREATE TYPE form_mood AS ENUM ('sad', 'so so', 'happy');
    CREATE TABLE server_form_rows (id bigint PRIMARY KEY, at timestamp NOT NULL, thousandths timestamp(3),
      seconds bigint, milliseconds bigint, mood form_mood NOT NULL, other_mood form_mood,
      amount numeric(20, 3) NOT NULL, key text NOT NULL, upper varchar(36));
    CREATE INDEX server_form_rows_at ON server_form_rows (at);
    CREATE INDEX server_form_rows_key ON server_form_rows (key);
    """

  private static func date(_ microseconds: Int64) -> Date { Date(microsecondsSince1970: microseconds) }

  /// Each query has the same result as in memory, where values have no form.
  @Test(.timeLimit(.minutes(20))) func queriesAreThoseOfMemory() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let models: [any PersistableModel.Type] = [ServerFormRow.self]
    let result = try await QueryComparison(models).run(count: FuzzingBudget.rounds(5_000), seed: seed) {
      MemoryBackend()
    } found: {
      try await Self.backend()
    }
    let difference = result.difference
    #expect(difference == nil, "seed \(difference?.seed ?? seed)\n\(difference?.description ?? "")")
  }

  private static func backend(_ more: String = "") async throws -> PostgreSQLBackend {
    let space = try await TestServer.space()
    try await TestServer.run(definitions + more, on: space)
    return try PostgreSQLBackend(space, options: .patient())
  }

  private static func row(_ id: Int, at date: Date) -> ServerFormRow {
    ServerFormRow(
      id: id, at: date, thousandths: date, seconds: date, milliseconds: date, mood: .soSo, amount: 12.345,
      key: UUID(uuidString: "2F1F4F4E-0C3A-4F57-9D5E-6F0F4A1B2C3D") ?? UUID(),
      upper: UUID(uuidString: "2F1F4F4E-0C3A-4F57-9D5E-6F0F4A1B2C3D"))
  }

  /// What is written is what the other program reads, whichever way the rows take.
  @Test func writtenForms() async throws {
    let backend = try await Self.backend()
    let store = Store(backend)
    try await store.prepare([ServerFormRow.self])
    let saved = try await store.save(Self.row(1, at: Self.date(1_716_808_333_123_456)))
    let text = "SELECT row_to_json(r)::text FROM server_form_rows r WHERE id = "
    #expect(
      try await backend.texts(text + "1") == [[
        #"{"id":1,"at":"2024-05-27T11:12:13.123456","thousandths":"2024-05-27T11:12:13.123","#
          + #""seconds":1716808333,"milliseconds":1716808333123,"mood":"so so","other_mood":null,"amount":12.345,"#
          + #""key":"2f1f4f4e-0c3a-4f57-9d5e-6f0f4a1b2c3d","upper":"2F1F4F4E-0C3A-4F57-9D5E-6F0F4A1B2C3D"}"#
      ]])
    // The saved model is what is stored.
    #expect(saved.thousandths == Self.date(1_716_808_333_123_000) && saved.seconds == Self.date(1_716_808_333_000_000))
    #expect(try await store.find(ServerFormRow.self, id: 1) == saved)
    // Enough rows for a copy, and for a temporary table.
    try await store.insert((2..<1000).map { Self.row($0, at: Self.date(-1_000_001)) })
    let counts = try await backend.texts("SELECT count(DISTINCT (at, milliseconds, mood))::text, count(*)::text FROM server_form_rows")
    #expect(counts == [["2", "999"]])
    #expect(try await backend.texts("SELECT at::text, seconds::text FROM server_form_rows WHERE id = 999")
      == [["1969-12-31 23:59:58.999999", "-1"]])
    let rows = try await store.fetch(ServerFormRow.all.order { $0.id.ascending })
    #expect(rows.count == 999 && rows[998].at == Self.date(-1_000_001))
    // Nothing changed, nothing is written.
    let versions = try await backend.texts("SELECT xmin::text FROM server_form_rows ORDER BY id")
    try await store.save(rows)
    #expect(try await backend.texts("SELECT xmin::text FROM server_form_rows ORDER BY id") == versions)
    try await store.update(ServerFormRow.where { $0.id == 5 }) { $0.mood.set(.happy) }
    #expect(try await store.count(ServerFormRow.where { $0.mood == .happy }) == 1)
    #expect(try await store.count(ServerFormRow.where { $0.mood.isIn([.sad, .happy]) }) == 1)
  }

  /// Sorted by the texts, as everywhere, and not in the order of the type.
  @Test func indexes() async throws {
    let backend = try await Self.backend()
    let store = Store(backend)
    try await store.prepare([ServerFormRow.self])
    try await store.insert((1..<3000).map { Self.row($0, at: Self.date(Int64($0) * 1_000_000)) })
    _ = try await backend.texts("ANALYZE server_form_rows")
    let date = Self.date(5_000_000)
    let plan = try await store.explain(ServerFormRow.where { $0.at == date })
    #expect(plan.description.contains("server_form_rows_at"), "\(plan)")
  }

  @Test func otherTypes() async throws {
    let backend = try await Self.backend(
      "ALTER TABLE server_form_rows ALTER at TYPE timestamp(2), ALTER mood TYPE text, ALTER seconds TYPE text")
    await #expect {
      try await Store(backend).prepare([ServerFormRow.self])
    } throws: { error in
      guard case StoreError.schemaMismatch(let differences) = error else { return false }
      return differences.map(\.column) == ["at", "seconds", "mood"] && differences[0].help.contains("local(2)")
    }
  }
}

#endif
