import Foundation
import GeneratedModels
import IgataHTTP
import IgataRuntime
import Synchronization
import Testing

private let rows = #"[{"id": 1, "title": "x", "published_at": "2026-01-31T00:00:00Z"}]"#

/// Which servers a backend connects to, and over which connections.
@Suite struct ConnectionTests {
  /// A server's certificate must be trusted by the configured authorities.
  @Test func encryption() async throws {
    let server = try EncryptedServer([
      "article?order=id.asc":
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(rows.utf8.count)\r\n\r\n\(rows)"
    ])
    let other = try EncryptedServer([:])
    let empty = FileManager.default.temporaryDirectory.appendingPathComponent("none-\(UUID()).pem")
    func fetch(_ url: URL, _ authorities: URL?) async throws -> [String] {
      let backend = HTTPBackend(at: url, options: options { $0.authorities = authorities })
      return try await Store(backend).fetch(Article.all).map(\.title)
    }
    #expect(try await fetch(server.url, server.certificate) == ["x"])
    // The system's authorities, another one, a missing file, and the right one with another name.
    for (url, authorities) in [
      (server.url, nil), (server.url, other.certificate), (server.url, empty), (server.nameless, server.certificate),
    ] {
      let error = await #expect(throws: StoreError.self) { try await fetch(url, authorities) }
      guard case .accessDenied(let reason) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.hasPrefix("the server at '\(url.host ?? "")' can't be trusted: "))
      #expect(reason.hasSuffix("give that one's as HTTPOptions.authorities"))
    }
  }

  /// Requests go over one connection, one after the other.
  @Test func aConnectionIsKept() async throws {
    let articles = ArticleServer()
    let server = try LoopbackServer(keepsConnections: true) { articles.answer($0) }
    let store = Store(HTTPBackend(at: server.url, options: options()))
    for id in 1...20 {
      try await store.save(Article(id: Int64(id), title: "x", publishedAt: Date(timeIntervalSince1970: 0)))
      #expect(try await store.count(Article.all) == id)
    }
    #expect(Set(server.requests.map(\.connection)) == [1])
  }

  /// How a server closes a kept-alive connection: immediately after a response, or when the next request has arrived.
  enum End: CaseIterable {
    case behindAnAnswer, atTheNextRequest
  }

  /// A kept-alive connection turns out to be closed when it is used again: requests that may be sent twice are sent
  /// over another one, although only one attempt is allowed; others never use such a connection.
  @Test(arguments: End.allCases, [true, false])
  func aKeptConnectionIsClosed(_ end: End, _ knowsWrites: Bool) async throws {
    let articles = ArticleServer()
    let server = try LoopbackServer(keepsConnections: true) { [seen = Mutex<Set<Int>>([])] request in
      let isFirst = seen.withLock { $0.insert(request.connection).inserted }
      switch end {
      case .atTheNextRequest: return isFirst ? articles.answer(request) : .drop
      case .behindAnAnswer:
        guard case .status(let status, let headers, let body) = articles.answer(request) else { return .drop }
        let fields = headers.map { "\($0): \($1)\r\n" }.joined()
        return .raw(
          Data("HTTP/1.1 \(status) X\r\n\(fields)Content-Length: \(body.count)\r\n\r\n".utf8) + body)
      }
    }
    var api = HTTPAPI()
    if !knowsWrites { api.idempotencyHeader = nil }
    let store = Store(HTTPBackend(at: server.url, api: api, options: options { $0.attempts = 1 }))
    for id in 1...10 {
      try await store.insert(Article(id: Int64(id), title: "x", publishedAt: Date(timeIntervalSince1970: 0)))
      #expect(try await store.count(Article.all) == id)
      #expect(try await store.fetch(Article.all).count == id)
    }
    let writes = server.requests.filter { $0.method == "POST" }
    if knowsWrites {
      #expect(articles.applied.count == 10)
    } else {
      #expect(writes.count == 10)
    }
    #expect(Set(server.requests.map(\.connection)).count > 10)
  }

  /// A write that the server doesn't recognize by its identity is reported as lost when its connection breaks, and
  /// isn't sent again.
  @Test func aWriteIsNotSentTwice() async throws {
    let server = try LoopbackServer(keepsConnections: true) {
      $0.method == "POST" ? .drop : .status(200, [:], Data("[]".utf8))
    }
    var api = HTTPAPI()
    api.idempotencyHeader = nil
    let store = Store(HTTPBackend(at: server.url, api: api, options: options()))
    _ = try await store.fetch(Article.all)
    let error = await #expect(throws: StoreError.self) {
      try await store.insert(Article(id: 1, title: "x", publishedAt: Date(timeIntervalSince1970: 0)))
    }
    guard case .unreachable = error else { Issue.record("\(String(describing: error))"); return }
    #expect(server.requests.map(\.method) == ["GET", "POST"])
  }
}
