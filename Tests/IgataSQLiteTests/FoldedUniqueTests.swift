import Foundation
import IgataRuntime
import RuntimeModels
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// What another program keeps unique without the case of letters.
@Suite struct FoldedUniqueTests {
  private static let repeated: [(Login, String, [String])] = [
    (Login(id: 2, email: "ANN@example.com", tenant: "u", code: "d"), "logins_email_lower_key", ["email"]),
    (Login(id: 2, email: "b@example.com", nick: "aNN", tenant: "u", code: "d"), "logins_nick_lower_key", ["nick"]),
    (Login(id: 2, email: "b@example.com", tenant: "t", code: "C"), "logins_tenant_code_lower_key", ["tenant", "code"]),
  ]

  private func refuses(_ store: Store) async throws {
    try await store.prepare(LoginsSchema.self)
    try await store.save(Login(id: 1, email: "Ann@example.com", nick: "Ann", tenant: "t", code: "c"))
    for (login, constraint, fields) in Self.repeated {
      await #expect(throws: StoreError.duplicateKey(model: "Login", constraint: constraint, fields: fields)) {
        try await store.save(login)
      }
    }
    // Only ASCII letters have a case.
    try await store.save([
      Login(id: 2, email: "É", nick: nil, tenant: "T", code: "C"),
      Login(id: 3, email: "é", nick: nil, tenant: "t", code: "d"),
    ])
    #expect(try await store.fetch(Login.where { $0.email == "É" }).map(\.id) == [2])
    #expect(try await store.count(Login.where { $0.email == "ann@example.com" }) == 0)
  }

  @Test func memory() async throws { try await refuses(Store(MemoryBackend())) }

  @Test func ofColumnsAndOfIndexes() async throws {
    let scratch = try Scratch()
    let connection = try Connection(path: scratch.path(), flags: 6)
    try connection.run(
      "CREATE TABLE logins (id INTEGER PRIMARY KEY, email TEXT NOT NULL COLLATE NOCASE UNIQUE, nick TEXT, "
        + "tenant TEXT NOT NULL, code TEXT NOT NULL)")
    try connection.run("CREATE UNIQUE INDEX nicks ON logins (nick COLLATE nocase)")
    try connection.run("CREATE UNIQUE INDEX codes ON logins (tenant, code COLLATE NOCASE)")
    try await refuses(Store(SQLiteBackend(path: scratch.path())))
  }

  /// What is unique with its case, or only with another column, isn't unique without it.
  @Test func lessIsRefused() async throws {
    for index in ["email COLLATE BINARY", "email COLLATE RTRIM", "email COLLATE NOCASE, tenant", "upper(email)"] {
      let scratch = try Scratch()
      let connection = try Connection(path: scratch.path(), flags: 6)
      try connection.run(
        "CREATE TABLE logins (id INTEGER PRIMARY KEY, email TEXT NOT NULL COLLATE NOCASE, nick TEXT COLLATE NOCASE "
          + "UNIQUE, tenant TEXT NOT NULL, code TEXT NOT NULL COLLATE NOCASE, UNIQUE (code, tenant))")
      try connection.run("CREATE UNIQUE INDEX emails ON logins (\(index))")
      let found = await #expect(throws: StoreError.self) {
        try await Store(SQLiteBackend(path: scratch.path())).prepare(LoginsSchema.self)
      }
      guard case .schemaMismatch(let differences)? = found else {
        Issue.record("\(index): \(String(describing: found))")
        continue
      }
      #expect(differences.map(\.found) == ["nothing that makes (lower(email)) unique"], "\(index): \(differences)")
    }
  }
}
