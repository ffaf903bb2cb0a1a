#if PostgreSQL
import IgataPostgreSQL
import IgataRuntime
import RuntimeModels
import Testing

/// What another program keeps unique without the case of letters.
@Suite(.enabled(if: TestServer.isThere)) struct FoldedUniqueTests {
  @Test func ofTypesAndOfIndexes() async throws {
    let space = String(try await TestServer.space().dropLast()) + ",public'"
    try await TestServer.run(
      """
      SELECT pg_advisory_xact_lock(77); CREATE EXTENSION IF NOT EXISTS citext SCHEMA public;
      CREATE TABLE logins (id bigint PRIMARY KEY, email citext NOT NULL UNIQUE, nick text, tenant text NOT NULL,
        code text NOT NULL);
      CREATE UNIQUE INDEX nicks ON logins (lower(nick));
      CREATE UNIQUE INDEX codes ON logins (tenant, lower(code))
      """, on: space)
    let store = Store(try PostgreSQLBackend(space, options: .patient()))
    try await store.prepare(LoginsSchema.self)
    try await store.save(Login(id: 1, email: "Ann@example.com", nick: "Ann", tenant: "t", code: "c"))
    let repeated: [(Login, String, [String])] = [
      (Login(id: 2, email: "ANN@example.com", tenant: "u", code: "d"), "logins_email_lower_key", ["email"]),
      (Login(id: 2, email: "b@example.com", nick: "aNN", tenant: "u", code: "d"), "logins_nick_lower_key", ["nick"]),
      (Login(id: 2, email: "b@example.com", tenant: "t", code: "C"), "logins_tenant_code_lower_key", ["tenant", "code"]),
    ]
    for (login, constraint, fields) in repeated {
      await #expect(throws: StoreError.duplicateKey(model: "Login", constraint: constraint, fields: fields)) {
        try await store.save(login)
      }
    }
    try await store.save(Login(id: 2, email: "b@example.com", tenant: "T", code: "C"))
    #expect(try await store.count(Login.where { $0.email == "ann@example.com" }) == 0)
    try await store.close()
  }
}
#endif
