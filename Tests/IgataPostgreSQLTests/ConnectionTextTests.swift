#if PostgreSQL
import Foundation
@_spi(Backend) import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

/// Nothing that is shown of a connection has the password, however it is written. No server is needed.
@Suite struct ConnectionTextTests {
  /// Each has a password that contains `geheim`; `true` if libpq reads it as it is meant.
  private static let texts: [(text: String, isRead: Bool)] = [
    ("app:top@geheim@localhost", false), ("app:geheim@localhost", false), ("geheim", false),
    ("postgresql://app:top@geheim@localhost:1/db", false),
    ("postgresql://app:top/geheim@localhost:1/db", false), ("postgresql://app:1/geheim@localhost", false),
    ("postgresql://app:a@@geheim?application_name=x@localhost/db", false),
    ("postgresql://app:geheim/x@localhost", false), ("postgresql://localhost:geheim/db", false),
    ("postgresql://app:geheim", false), ("postgresql://app:top@x@y/geheim@localhost", false),
    ("postgresql://app:top@geheim,localhost@x/db", false), ("postgresql://app:geheim@localhost:port/db", false),
    ("postgresql://app:geheim@localhost:99999/db", false), ("postgresql://app:geheim@[::1/db", false),
    ("postgresql://app:ge%zzheim-geheim@localhost:1/db", false), ("postgresql://app:%00geheim@localhost:1", false),
    ("postgresql://localhost:1/db?password=geheim&geheim", false), ("postgresql://localhost:1/db?pass=geheim", false),
    ("postgresql://localhost:1/db?geheim=1", false), ("PostgreSQL://app:geheim@localhost:1/db", false),
    ("postgresql:/app:geheim@localhost", false), ("postgresql//app:geheim@localhost:1", false),
    ("password='geheim", false), ("password='geheim' x", false), ("host=localhost password=top geheim", false),
    ("host=localhost port=1 password=top x=geheim", false), ("host=app:top@geheim port=1", false),
    ("host=localhost port=geheim", false), ("host=localhost port=1 dbname=postgresql://app:geheim@localhost", false),
    ("postgresql://app:pa geheim@localhost:1/db", true), ("postgresql://app:%40geheim@localhost:1/db", true),
    ("postgresql://app:a:geheim@localhost:1/db", true), ("postgresql://app:a?geheim#@localhost:1/db", true),
    ("host=localhost port=1 password='geheim'", true), ("host=localhost port=1 password = geheim", true),
    ("postgresql://localhost:1/db?password=geheim&user=me@example.org", true),
    ("postgresql://app:geheim@localhost:1,localhost:1/db", true),
  ]

  @Test(arguments: texts) func passwordsAreLeftOut(_ text: String, _ isRead: Bool) async throws {
    var shown: [String] = []
    do throws(StoreError) {
      let backend = try PostgreSQLBackend(text)
      shown += shownTexts(of: backend) + shownTexts(of: Store(backend))
      #expect(isRead, "it is read")
      _ = try await backend.begin(.read)
      Issue.record("a session has begun")
    } catch {
      shown += shownTexts(of: error)
      switch error {
      case .accessDenied(let reason): #expect(!isRead && reason.contains("connection"), "\(reason)")
      case .unreachable: #expect(isRead)
      default: Issue.record("\(error)")
      }
    }
    for text in shown { #expect(!text.contains("geheim"), "\(text)") }
  }
}

#endif
