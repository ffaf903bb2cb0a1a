#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// Connections that are encrypted by libpq's settings.
@Suite(.enabled(if: TestServer.isThere)) struct EncryptionTests {
  @Test(.timeLimit(.minutes(10))) func encryption() async throws {
    let (server, port) = try await serverOnATCPPort()
    let other = FileManager.default.temporaryDirectory.appendingPathComponent("other-\(UUID()).pem").path
    let failure = await error {
      defer { try? FileManager.default.removeItem(atPath: other) }
      try await makeCertificate(other)
      try await connect("host=127.0.0.1 port=\(port) user=igata dbname=postgres", server.certificate, other)
      try await refuse("host=127.0.0.1 port=\(port) user=igata dbname=postgres", server, other)
    }
    #expect(failure == nil)
    try await server.remove()
  }

  /// TLS needs TCP. Another process may listen on the port, but it is below those of outgoing connections.
  private func serverOnATCPPort() async throws -> (OwnServer, port: UInt16) {
    var lastError: (any Error)?
    for _ in 0..<5 {
      let port = UInt16.random(in: 10_000..<32_000)
      do {
        return (try await OwnServer("ssl = on", "listen_addresses = '127.0.0.1'", "port = \(port)"), port)
      } catch {
        lastError = error
      }
    }
    throw lastError ?? Shell.Failure(message: "no port")
  }

  private func makeCertificate(_ path: String) async throws {
    let words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=other -keyout"
    let result = try await Shell.run(
      "openssl", words.split(separator: " ").map(String.init) + ["/dev/null", "-out", path])
    guard result.status == 0 else { throw Shell.Failure(message: result.output) }
  }

  private func connect(_ address: String, _ certificate: String, _ other: String) async throws {
    for (settings, isEncrypted) in [
      ("sslmode=disable", "f"), ("sslmode=require", "t"), ("sslmode=verify-full sslrootcert=\(certificate)", "t"),
    ] {
      let backend = try PostgreSQLBackend("\(address) \(settings)", options: .patient())
      let session = try #require(try await backend.begin(.read) as? PostgreSQLSession)
      let sql = "SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
      #expect(try await session.texts(sql, []).first?.first?.prefix(1) == isEncrypted[...], "\(settings)")
      await session.rollback()
      // So many rows are sent by COPY.
      let store = Store(backend)
      try await store.prepare(HouseholdSchema.self)
      let tags = (0..<3000).map { Tag(name: "\(settings.prefix(15)) \($0) " + String(repeating: "x", count: 500)) }
      try await store.insert(tags)
      #expect(try await store.fetch(Tag.where { $0.name.hasPrefix("\(settings.prefix(15)) ") }).count == 3000)
    }
  }

  /// A server without a valid certificate and one without encryption are refused with an error that a retry can't fix.
  private func refuse(_ address: String, _ server: OwnServer, _ other: String) async throws {
    let name = address.replacing("host=127.0.0.1", with: "host=localhost hostaddr=127.0.0.1")
    for (connection, reason) in [
      ("\(address) sslmode=verify-full sslrootcert=\(other)", "certificate verify failed"),
      ("\(address) sslmode=verify-ca sslrootcert=\(other)", "certificate verify failed"),
      (
        "\(address) sslmode=verify-full sslrootcert=/nowhere.crt",
        "root certificate file \"/nowhere.crt\" does not exist"
      ),
      ("\(name) sslmode=verify-full sslrootcert=\(server.certificate)", "does not match host name \"localhost\""),
    ] {
      await expectDenied(connection, reason)
    }
    try await TestServer.run("ALTER SYSTEM SET ssl = off", on: server.connection + " port=" + port(of: address))
    try await server.run("restart")
    await expectDenied("\(address) sslmode=require", "server does not support SSL, but SSL was required")
  }

  private func port(of address: String) -> String {
    address.split(separator: " ").first { $0.hasPrefix("port=") }.map { String($0.dropFirst(5)) } ?? ""
  }

  private func expectDenied(_ connection: String, _ reason: String) async {
    let failure = await error { _ = try await PostgreSQLBackend(connection, options: .patient()).begin(.read) }
    guard case StoreError.accessDenied(let text)? = failure else {
      Issue.record("\(reason): \(String(describing: failure))")
      return
    }
    #expect(text.contains(reason), "\(text)")
  }
}
#endif
