import Foundation
import GeneratedModels
import IgataHTTP
import IgataRuntime
import Synchronization
import Testing

private let rows = #"[{"id": 1, "title": "x", "published_at": "2026-01-31T00:00:00Z"}]"#

/// Known and possible behavior of servers: each ends with rows or an error, within the time limit. In addition,
/// `BrokenAnswerTests` truncates and changes responses at every byte, `HTTPBackendTests` has complete but wrong
/// responses, and `ConnectionTests` has connections that end.
@Suite struct HostileServerTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// The error's case; `nil` if rows are returned.
    var error: String?
    var answer: LoopbackServer.Answer

    var testDescription: String { name }

    init(_ name: String, _ error: String?, body: String, fields: String = "") {
      self.init(name, error, "HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    init(_ name: String, _ error: String?, _ raw: String) {
      self.init(name, error, .raw(Data(raw.utf8)))
    }

    init(_ name: String, _ error: String?, _ answer: LoopbackServer.Answer) {
      (self.name, self.error, self.answer) = (name, error, answer)
    }
  }

  private static func row(_ id: String) -> String { rows.replacing("1,", with: "\(id),") }

  private static let answers: [Row] = [
    // Bodies.
    Row("a mark of the byte order", "corrupted", body: "\u{FEFF}" + rows),
    Row("UTF-16", "corrupted", .status(200, [:], rows.data(using: .utf16LittleEndian) ?? Data())),
    Row("bytes that are no UTF-8", "corrupted", .status(200, [:], Data(rows.replacing("x", with: "").utf8) + [0xFF])),
    Row("a NUL", "corrupted", body: rows + "\u{0}"),
    Row("more behind the rows", "corrupted", body: rows + rows),
    Row("a field twice", "corrupted", body: rows.replacing("[{", with: #"[{"title": "y", "#)),
    Row("a fraction as a key", "corrupted", body: row("1.5")),
    Row("a number too large", "corrupted", body: row("9223372036854775808")),
    Row("a number beyond all", "corrupted", body: row("1e400")),
    Row("a number of 3,000 digits", "corrupted", body: row(String(repeating: "9", count: 3000))),
    Row("no number", "corrupted", body: row("NaN")),
    Row("a date that is none", "corrupted", body: rows.replacing("2026-01-31", with: "2026-02-31")),
    Row("no rows but one", "corrupted", body: "7"),
    Row("nothing", "corrupted", body: ""),
    Row("null", "corrupted", body: "[null]"),
    // Lengths.
    Row("less than it says", "unreachable", "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n\(rows)"),
    Row("more than it says", "corrupted", "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n\(rows)"),
    Row("two lengths", nil, body: rows, fields: "Content-Length: 3\r\n"),
    Row("a length that is a word", "unreachable", "HTTP/1.1 200 OK\r\nContent-Length: all\r\n\r\n\(rows)"),
    Row("no length, by the old protocol", nil, "HTTP/1.0 200 OK\r\n\r\n\(rows)"),
    // Chunks.
    Row("a length and chunks", nil, chunked(rows, fields: "Content-Length: 3\r\n")),
    Row("a chunk's size is a word", "unreachable", "\(chunkedHead)all\r\n\(rows)\r\n0\r\n\r\n"),
    Row("a chunk's size is negative", "unreachable", "\(chunkedHead)-5\r\n\(rows)\r\n0\r\n\r\n"),
    Row("a chunk is longer than it says", "unreachable", "\(chunkedHead)3\r\n\(rows)\r\n0\r\n\r\n"),
    Row("fields behind the chunks", nil, chunked(rows, trailers: "X: y\r\n")),
    Row(
      "20,000 fields behind the chunks", "corrupted",
      chunked(rows, trailers: String(repeating: "X: y\r\n", count: 20_000))),
    Row("no last chunk", "unreachable", "\(chunkedHead)3\r\n[{}\r\n"),
    // Heads.
    Row("a folded field", nil, body: rows, fields: "X: y\r\n z\r\n"),
    Row("a status of two digits", "unreachable", "HTTP/1.1 20 OK\r\n\r\n\(rows)"),
    Row("a status of four digits", "unreachable", "HTTP/1.1 2000 OK\r\n\r\n\(rows)"),
    Row("the next protocol", "unreachable", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    Row("no head at all", "unreachable", rows),
    Row("a greeting of another protocol", "unreachable", "SSH-2.0-OpenSSH_9.2\r\n"),
    Row("an unknown coding", "corrupted", body: rows, fields: "Content-Encoding: brotli-7\r\n"),
    Row("zipped behind the length", "corrupted", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n\(rows)"),
    // Statuses.
    Row("no content", "corrupted", .status(204)),
    Row("a part", "corrupted", .status(206, ["Content-Range": "bytes 0-9/500"], Data(rows.prefix(10).utf8))),
    Row("not changed, unasked", "backend", .status(304)),
    Row("too many requests, for ever", "unreachable", .status(429, ["Retry-After": "soon"])),
    Row("come back before you came", "unreachable", .status(503, ["Retry-After": "-1"])),
    Row("a redirect to another scheme", "backend", .status(301, ["Location": "ftp://127.0.0.1/"])),
    Row("a redirect to no address", "backend", .status(301, ["Location": "http://[::"])),
    // Time.
    Row(
      "a byte now and then", "unreachable",
      .slow([Data("HTTP/1.1 200 OK\r\n".utf8)] + rows.utf8.map { Data([$0]) }, .milliseconds(50))),
    Row(
      "a head now and then", "unreachable",
      .slow(Array(repeating: Data("HTTP/1.1 100 Continue\r\n\r\n".utf8), count: 40), .milliseconds(50))),
  ]

  private static let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  private static func chunked(_ body: String, fields: String = "", trailers: String = "") -> String {
    "HTTP/1.1 200 OK\r\n\(fields)Transfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n"
      + "\(trailers)\r\n"
  }

  @Test(.timeLimit(.minutes(10)), arguments: answers) func answersToReads(_ row: Row) async throws {
    let server = try LoopbackServer { _ in row.answer }
    let options = options {
      $0.attempts = 2
      $0.longestAnswer = 4000
      if case .slow = row.answer { $0.timeout = .milliseconds(500) }
    }
    let store = Store(HTTPBackend(at: server.url, options: options))
    do {
      let found = try await store.fetch(Article.all)
      #expect(row.error == nil && found.map(\.id) == [1], "\(found)")
    } catch {
      let name = Mirror(reflecting: error).children.first?.label
      #expect(name == row.error, "\(error)")
    }
  }

  /// A redirect of a write to a request that reads doesn't mean that the write succeeded, if it leads to an empty page.
  @Test(arguments: [
    (303, "", false), (302, "", false), (301, "", false), (303, #"[{"id": 7}]"#, true), (302, "<html>", false),
    (307, "", true), (308, "", true),
  ]) func writesThatAreSentOn(_ status: Int, _ body: String, _ isDone: Bool) async throws {
    let server = try LoopbackServer { request in
      request.path.hasPrefix("/there") ? .status(200, [:], Data(body.utf8)) : .status(status, ["Location": "/there"])
    }
    let store = Store(HTTPBackend(at: server.url, options: options { $0.attempts = 1 }))
    let article = Article(id: 7, title: "x", publishedAt: Date(timeIntervalSince1970: 0))
    var error: StoreError?
    do { try await store.insert(article) } catch let failure { error = failure }
    #expect((error == nil) == isDone, "\(String(describing: error))")
  }

  /// What a server sends without a request isn't mistaken for the response to the next one.
  @Test func anAnswerTooMany() async throws {
    let count = Atomic(0)
    let server = try LoopbackServer(keepsConnections: true) { _ in
      let number = count.add(1, ordering: .relaxed).newValue
      let more = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]"
      return .status(200, ["Content-Length": "\(rows.utf8.count)"], Data((number == 1 ? rows + more : rows).utf8))
    }
    let store = Store(HTTPBackend(at: server.url, options: options { $0.attempts = 1 }))
    for _ in 0..<2 { #expect(try await store.fetch(Article.all).map(\.id) == [1]) }
  }
}
