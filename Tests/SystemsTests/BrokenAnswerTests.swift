import Foundation
import GeneratedModels
import IgataHTTP
import IgataRuntime
import Synchronization
import Testing

private let rows = #"[{"id": 1, "title": "x", "published_at": "2026-01-31T00:00:00Z"}]"#
private let zipped = Data(
  base64Encoded:
    "H4sIAAAAAAACA4uuVspMUbJSMNRRUCrJLMlJBbKVKpSAvILSpJzM4ozUlPjEEpCgkYGRma6Boa6xYYiBgRUYRSnVxgIAbNarPEEAAAA=")

/// Complete and valid responses.
private let wholeAnswers: [String: Data] = [
  "with a length": Data("HTTP/1.1 200 OK\r\nETag: \"7\"\r\nContent-Length: \(rows.count)\r\n\r\n\(rows)".utf8),
  "in chunks": Data(
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n\(rows.prefix(1))\r\n"
      + "\(String(rows.count - 1, radix: 16))\r\n\(rows.dropFirst())\r\n0\r\n\r\n").utf8),
  "to be continued": Data(
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: \(rows.count)\r\n\r\n\(rows)".utf8),
  "zipped": Data(
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(zipped?.count ?? 0)\r\n\r\n".utf8)
    + (zipped ?? Data()),
  "elsewhere": Data("HTTP/1.1 302 Found\r\nLocation: /there/\r\nContent-Length: 0\r\n\r\n".utf8),
]

@Suite struct BrokenAnswerTests {
  /// Sends a request to a server that returns these bytes and closes the connection, and redirects to a valid response.
  private func fetch(_ answer: Data) async throws -> [Article] {
    let server = try LoopbackServer { request in
      request.path.hasPrefix("/there") ? .status(200, [:], Data(rows.utf8)) : .raw(answer)
    }
    let options = options {
      $0.attempts = 1
      $0.longestAnswer = 4000
    }
    return try await Store(HTTPBackend(at: server.url, options: options)).fetch(Article.all)
  }

  /// A response that is cut off after any byte, in its headers or in its body, is an error, and nothing worse.
  @Test(arguments: wholeAnswers.keys.sorted()) func anAnswerIsCutOff(_ name: String) async throws {
    let answer = try #require(wholeAnswers[name])
    // The client doesn't wait for the last byte of the end of a chunked body.
    for length in 0..<(name == "in chunks" ? answer.count - 1 : answer.count) {
      await #expect(throws: StoreError.self, "after \(length) bytes") { _ = try await fetch(answer.prefix(length)) }
    }
    #expect(try await fetch(answer).map(\.title) == ["x"])
  }

  /// A response with any byte changed is rows or an error.
  @Test(arguments: wholeAnswers.keys.sorted()) func anAnswerIsGarbled(_ name: String) async throws {
    let answer = try #require(wholeAnswers[name])
    for (index, byte) in answer.enumerated() {
      var garbled = answer
      garbled[index] = [0, 10, 255, byte ^ 1][index % 4]
      do { _ = try await fetch(garbled) } catch { #expect(error is StoreError) }
    }
  }

  /// Responses of servers that work, with what the program has to be told, or the server.
  @Test(arguments: [
    (#"{"items": []}"#, "name that in HTTPResource.items"), (#"[{"Id": 1}]"#, "has no field of it"),
    (rows.replacing("00Z", with: "00.123456789Z"), "is no date in ISO 8601 with at most six decimal places of a second"),
  ]) func anAnswerHasAnotherForm(_ body: String, _ text: String) async throws {
    let answer = Data("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    let error = try await #require(throws: StoreError.self) { _ = try await fetch(answer) }
    #expect(error.description.contains(text), "\(error)")
  }

  /// Headers, with a short name, and the resulting error.
  @Test(arguments: [
    ("another protocol", "unreachable"), ("no status", "unreachable"), ("no end", "unreachable"),
    ("less than nothing", "unreachable"), ("more than there is", "corrupted"), ("a chunk too big", "unreachable"),
    ("not zipped", "corrupted"), ("many fields", "corrupted"), ("a long field", "corrupted"),
    ("many heads", "corrupted"), ("a circle", "unreachable"), ("a file", "backend"), ("nowhere", "backend"),
  ]) func aHeadLies(_ kind: String, _ expected: String) async throws {
    let answer =
      switch kind {
      case "another protocol": "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"
      case "no status": "HTTP/1.1 000 What\r\n\r\n"
      case "no end": "HTTP/1.1 200\r\n"
      case "less than nothing": "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"
      case "more than there is": "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n"
      case "a chunk too big": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n"
      case "not zipped": "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nthis is not zipped"
      case "many fields": "HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 20_000) + "\r\n[]"
      case "a long field": "HTTP/1.1 200 OK\r\nX: " + String(repeating: "y", count: 90_000) + "\r\n\r\n[]"
      case "many heads": String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 20_000)
      case "a circle": "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n"
      case "a file": "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"
      default: "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"
      }
    let error = await #expect(throws: StoreError.self) { _ = try await fetch(Data(answer.utf8)) }
    let name = error.flatMap { Mirror(reflecting: $0).children.first?.label }
    #expect(name == expected, "\(String(describing: error))")
  }

  /// Sixty thousand bytes, compressed to a hundred.
  @Test func anAnswerSwells() async throws {
    let body = try #require(
      Data(
        base64Encoded:
          "H4sIAAAAAAACA+3BMQEAAADCoCrrn9IaHkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAfBn8wZ3JYOoAAA=="
      ))
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
    let error = await #expect(throws: StoreError.self) { _ = try await fetch(Data(head.utf8) + body) }
    guard case .corrupted = error else { Issue.record("\(String(describing: error))"); return }
  }
}
