import Foundation
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

@_spi(Backend) @testable import IgataDatabase

/// Nothing that a command prints about a database has its password, however the database is named.
@Suite struct ConnectionTextTests {
  private static let texts = [
    "app:top@geheim@localhost", "app:geheim@localhost:1/db", "host=localhost port=1 password='geheim'",
    "password=geheim", "password='a:b' host='x://geheim'", "mysql://app:geheim@localhost/db",
    "geheim app://localhost", "sqlite://app:geheim@localhost/db", "sqlite:app:top@geheim",
    "PostgreSQL://app:geheim@localhost:1/db", "postgresql:app:geheim@localhost",
    "postgresql://app:top@geheim@localhost:1/db", "postgresql://app:top/geheim@localhost:1/db",
    "postgresql://app:geheim/x", "postgres://app:pa geheim@localhost:1/db", "postgresql://app:geheim@localhost:1/db",
    "postgresql://app:geheim@localhost:1/db?sslmode", "postgresql://app:ge%zzheim-geheim@localhost:1/db",
  ]

  @Test(arguments: texts, [Endpoint.Access.reading, .changing, .creating])
  func endpoints(_ text: String, _ access: Endpoint.Access) async throws {
    var shown: [String] = []
    do throws(DatabaseFault) {
      let endpoint = try Endpoint(text)
      shown += shownTexts(of: endpoint)
      let backend = try endpoint.backend(.database, for: access)
      shown += shownTexts(of: backend)
      do throws(StoreError) { _ = try await backend.begin(.read) } catch {
        throw DatabaseFault(error, .database, "it can't be opened")
      }
      Issue.record("it was opened")
    } catch {
      shown += shownTexts(of: error) + [error.message, error.help]
    }
    for shown in shown { #expect(!shown.contains("geheim"), "\(shown)") }
    #expect(!FileManager.default.fileExists(atPath: text))
  }

  /// Each command, with what a shell makes of a URL with a space in it as well.
  @Test(arguments: [
    ["copy", "a.sqlite", "postgresql://app:pa", "geheim@localhost:1/db"],
    ["copy", "postgresql://app:top@geheim@localhost:1/db", "b.sqlite"],
    ["copy", "app:top@geheim@localhost", "b.sqlite"],
    ["migrate", "status", "app:top@geheim@localhost"], ["migrate", "status", "postgresql://app:pa", "geheim@localhost"],
    ["migrate", "apply", "postgresql://app:top/geheim@localhost:1/db"],
    ["migrate", "adopt", "host=localhost port=1 password='geheim'"],
    ["migrate", "check", "--database", "postgresql://app:top@geheim@localhost:1/db"],
    ["migrate", "check", "--database=app:geheim@localhost"], ["migrate", "check", "--server=app:geheim@localhost"],
    ["diff", "app:top@geheim@localhost"], ["diff", "mysql://app:geheim@localhost/db"],
    ["diff", "postgresql://app:geheim@localhost:1/db"], ["breaking", "postgresql://app:top@geheim@localhost:1/db", "1"],
    ["database", "verify", "postgresql://app:top@geheim@localhost:1/db"], ["database", "compact", "app:geheim@localhost"],
    ["database", "backup", "app:top@geheim@localhost", "a"], ["database", "backup", "a", "postgresql://app:geheim@h/db"],
  ])
  func commands(_ arguments: [String]) throws {
    let scratch = try Scratch()
    try scratch.write("model Tag {\n  name: String @primaryKey\n}\n", to: "a.igata")
    try scratch.write(#"{"migrations": {"dialects": ["sqlite", "postgresql"]}}"#, to: "igata.json")
    _ = try Program(built: "igata", ["migrate", "seal", "first"], in: scratch.folder).run()
    let outcome = try Program(built: "igata", arguments, in: scratch.folder).run()
    #expect(outcome.status != 0, "\(outcome)")
    #expect(!outcome.errors.isEmpty && !"\(outcome)".contains("geheim"), "\(outcome)")
    #expect(!scratch.files().contains { $0.contains("geheim") })
  }
}
