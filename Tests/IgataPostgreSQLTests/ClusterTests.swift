#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import IgataTables
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// Tests on a Citus cluster, if `IGATA_CITUS` is the connection string of its coordinator. They also verify the
/// replacements for Citus in other tests.
@Suite(.enabled(if: TestServer.cluster != nil)) struct ClusterTests {
  private let account = DistributedTableTests.account

  private static func definitions(on space: String) async throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../GeneratedSQL/shop.citus.sql").standardizedFileURL
    let result = try await Shell.run("psql", [space, "-qX", "-v", "ON_ERROR_STOP=1", "-f", file.path])
    guard result.status == 0 else { throw Shell.Failure(message: result.output) }
  }

  /// The generated file creates and distributes the tables, and the cluster refuses the same statements as the
  /// replacement.
  @Test func generatedTables() async throws {
    let space = try await TestServer.space(of: TestServer.cluster)
    try await Self.definitions(on: space)
    let counts = try await TestServer.run(
      """
      SELECT partmethod, count(*), count(DISTINCT colocationid) FROM pg_dist_partition p
      JOIN pg_class c ON c.oid = p.logicalrelid
      WHERE c.relnamespace = current_schema()::regnamespace AND colocationid > 0 GROUP BY 1 ORDER BY 1
      """, on: space)
    #expect(counts == [["h", "9", "2"], ["n", "4", "1"]])
    for (sql, _) in GeneratedSQLTests.wrongOnClusters {
      let isTaken = (try? await TestServer.run(sql, on: space)) != nil
      #expect(!isTaken, "\(sql)")
    }
  }

  /// Each server finds a row by its key without reading all of its rows.
  @Test(arguments: [
    "SELECT * FROM \"Shop's products\" WHERE id = gen_random_uuid()", "DELETE FROM purchase WHERE id = 5",
    "DELETE FROM visit WHERE id = gen_random_uuid()", "SELECT * FROM click WHERE id = gen_random_uuid()",
  ])
  func keysAreFoundByAnIndex(_ sql: String) async throws {
    let space = try await TestServer.space(of: TestServer.cluster)
    try await Self.definitions(on: space)
    let key = sql.contains("gen_random_uuid()") ? "'\(UUID())'" : "5"
    let plan = try await TestServer.run(
      "EXPLAIN (COSTS OFF) \(sql.replacingOccurrences(of: "gen_random_uuid()", with: key))", on: space)
    let lines = plan.compactMap(\.first)
    #expect(lines.contains { $0.contains("_id_idx_") } && !lines.contains { $0.contains("Seq Scan") }, "\(lines)")
  }

  /// A distribution that differs from the schema is reported, and the SQL in the help fixes it.
  @Test(arguments: [
    ("create_distributed_table('account', 'id')", "the database has rows distributed by 'id'", "distribute owner_id"),
    ("create_reference_table('account')", "the database has all rows on every server", "distribute owner_id"),
    ("create_distributed_table('account', 'id')", "the database has rows distributed by 'id'", "reference"),
  ])
  func otherDistribution(_ distribution: String, _ found: String, _ wanted: String) async throws {
    let account = TableDescription(
      """
      table Account account
      column id uuid
      column owner_id of ownerID uuid
      column name string
      key owner_id id
      \(wanted)
      """)
    let space = try await DistributedTableTests.cluster(distribution)
    let failure = await error { try await PostgreSQLBackend(space, options: .patient()).prepare([account]) }
    guard case .schemaMismatch(let differences) = failure, let difference = differences.first,
      differences.count == 1, difference.table == "account"
    else {
      Issue.record("\(String(describing: failure))")
      return
    }
    let rows = wanted == "reference" ? "all rows on every server" : "rows distributed by 'owner_id'"
    #expect(difference.problem == found + ", the schema asks for " + rows)
    let help = difference.help
    let sql = try #require(help.range(of: "SELECT ").map { String(help[$0.lowerBound...]) })
    for statement in sql.split(separator: ";") { try await TestServer.run(String(statement), on: space) }
    try await PostgreSQLBackend(space, options: .patient()).prepare([account])
  }

  /// Errors of other servers have the schema's names, whether a statement, a `COPY` or a commit fails.
  @Test func brokenConstraints() async throws {
    let space = try await TestServer.space(of: TestServer.cluster)
    let backend = try PostgreSQLBackend(space, options: .patient())
    let store = Store(backend)
    try await backend.prepare([Person.table])
    let entry = TableDescription(
      """
      table Note note
      column id uuid
      column person_id of personID uuid
      key id
      distribute id
      relation person required (person_id) noAction
      """, relations: [Person.self])
    for sql in [
      "SELECT create_reference_table('person')",
      "CREATE TABLE note (id uuid NOT NULL, person_id uuid NOT NULL, CONSTRAINT note_pkey PRIMARY KEY (id))",
      "SELECT create_distributed_table('note', 'id')",
      """
      ALTER TABLE note ADD CONSTRAINT note_person_id_fkey FOREIGN KEY (person_id) REFERENCES person (id)
        DEFERRABLE INITIALLY DEFERRED
      """,
    ] { try await TestServer.run(sql, on: space) }
    try await backend.prepare([Person.table, entry])
    let person = try await store.save(Person(name: "Hanako", email: "hanako@example.org"))
    let notes = (0..<2000).map { _ in [StoredValue.uuid(UUID()), .uuid(person.id)] }
    #expect(try await DistributedTableTests.write(.insert, notes, into: entry, backend) == notes.count)
    let twice = StoreError.duplicateKey(model: "Note", constraint: "primaryKey", fields: ["id"])
    let missing = StoreError.foreignKey(model: "Note", field: "person")
    for (rows, expected) in [
      ([notes[0]], twice), (notes, twice), ([[.uuid(UUID()), .uuid(UUID())]], missing),
      ((0..<2000).map { _ in [.uuid(UUID()), .uuid(UUID())] }, missing),
    ] {
      let failure = await error { _ = try await DistributedTableTests.write(.insert, rows, into: entry, backend) }
      #expect(failure == expected, "\(rows.count)")
    }
    let second = await error { try await store.insert(Person(name: "Hana", email: "hanako@example.org")) }
    #expect(second == .duplicateKey(model: "Person", constraint: "person_email_key", fields: ["email"]))
    #expect(try await TestServer.run("SELECT count(*) FROM note", on: space) == [["2000"]])
  }

  /// Statements with the distribution column run on one server, and those with only the key on all.
  @Test func oneServerIsAsked() async throws {
    let space = try await DistributedTableTests.cluster()
    let keys = "'\(UUID())', '\(UUID())', 'a'"
    let key = [1] + account.primaryKey
    for (sql, isOne) in [
      (WriteStatement(RowWrite(.insert, account), PostgreSQLDialect(), key: key).sql, true),
      (WriteStatement(RowWrite(.save, account), PostgreSQLDialect(), key: key).sql, true),
      (WriteStatement(RowWrite(.update, account), PostgreSQLDialect(), key: key).sql, true),
      ("SELECT * FROM account WHERE id = $1 AND $2 = $2 AND $3 = $3", false),
    ] {
      let plan = try await TestServer.run(
        "PREPARE p (uuid, uuid, text) AS \(sql); EXPLAIN (COSTS OFF) EXECUTE p (\(keys))", on: space)
      let counts = plan.compactMap { $0.first?.trimmingCharacters(in: .whitespaces) }
        .filter { $0.hasPrefix("Task Count: ") }
      #expect(counts == [isOne ? "Task Count: 1" : "Task Count: 32"], "\(sql)")
    }
  }

  /// Lookups that are sent together find their rows on all servers.
  @Test(.timeLimit(.minutes(10))) func gatheredFinds() async throws {
    let space = try await TestServer.space(of: TestServer.cluster)
    let backend = try PostgreSQLBackend(space, options: .patient(connectionCount: 2))
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await TestServer.run("SELECT create_distributed_table('tag', 'name')", on: space)
    try await store.insert((0..<200).map { Tag(name: "\($0)") })
    backend.inFlight.enter()
    for _ in 0..<3 {
      for (name, find) in await store.findTags(0..<200).enumerated() {
        #expect(try await find.value == "\(name)")
      }
      #expect(try await store.find(Tag.self, id: "missing") == nil)
    }
  }
}
#endif
