#if PostgreSQL
import GeneratedModels
import IgataRuntime
import Testing

import IgataPostgreSQL

@Suite(.enabled(if: TestServer.isThere)) struct MaintenanceTests {
  /// What the server itself doesn't rely on.
  @Test(.timeLimit(.minutes(10))) func verified() async throws {
    let connection = try await TestServer.space()
    let backend = try PostgreSQLBackend(connection, options: .patient())
    try await Store(backend).prepare(HouseholdSchema.self)
    for depth in [VerificationDepth.quick, .full] { #expect(try await backend.verify(depth).isEmpty) }
    try await TestServer.run(
      "ALTER TABLE entry ADD CONSTRAINT positive CHECK (amount > 0) NOT VALID", on: connection)
    try await TestServer.run(
      "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'entry_at_idx'::regclass", on: connection)
    #expect(
      try await backend.verify() == [.invalidIndex(name: "entry_at_idx"), .unvalidatedConstraint(name: "positive")])
  }

  @Test(.timeLimit(.minutes(10))) func optimized() async throws {
    let (store, connection) = try await TestServer.household()
    try await store.insert((0..<500).map { Tag(name: "tag \($0)") })
    let backend = try PostgreSQLBackend(connection, options: .patient())
    try await Store(backend).prepare(HouseholdSchema.self)
    try await backend.optimize()
    let rows = try await TestServer.run("SELECT reltuples::int FROM pg_class WHERE oid = 'tag'::regclass", on: connection)
    #expect("\(rows)".contains("500"), "\(rows)")
  }
}
#endif
