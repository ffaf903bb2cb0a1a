import Dispatch
import Foundation
import IgataRuntime
import IgataTesting
import Reader
import Testing
import WebAPI

/// The available sources, including a server if the tests' script has started one.
private let sources: [String] = {
  #if PostgreSQL
  let hasServer = ProcessInfo.processInfo.environment["IGATA_POSTGRESQL"] != nil
  #else
  let hasServer = false
  #endif
  return ["debug", "database", "remote"] + (hasServer ? ["server"] : [])
}()

private func article(_ number: Int) -> Article {
  Article(
    id: Int64(number), title: "記事 \(number)", publishedAt: Date(timeIntervalSince1970: 1_700_000_000 - Double(number)))
}

/// Creates a new, empty schema on the server, and returns how to connect to it.
private func emptySchema() async throws -> String {
  let connection = ProcessInfo.processInfo.environment["IGATA_POSTGRESQL"] ?? ""
  let name = "reader\(UInt32.random(in: 0...UInt32.max))"
  #expect(try await status("psql", connection, "-qX", "-c", "CREATE SCHEMA \(name)") == 0)
  return connection + " options='-c search_path=\(name)'"
}

private func status(_ command: String...) async throws -> Int32 {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  return try await withCheckedThrowingContinuation { continuation in
    process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
    do { try process.run() } catch { continuation.resume(throwing: error) }
  }
}

@MainActor @Suite(.serialized) struct ReaderTests {
  /// On every source: pages of ten, whether there are more, and that a read article is stored.
  @Test(arguments: sources) func aReaderReads(_ name: String) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("reader-\(UUID()).sqlite").path
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) } }
    let api = WebAPI((1...35).map(article))
    let server = try LoopbackServer { api.answer($0) }
    let source =
      switch name {
      case "debug": DataSource.debug()
      case "database": try DataSource.database(path: file)
      case "server": try DataSource.server(try await emptySchema())
      default: DataSource.remote(server.url)
      }
    let manager = ModelManager(source)
    try await manager.prepare()
    if name == "database" || name == "server" { try await Store(source).save((1...35).map(article)) }
    var counts: [Int] = []
    var hasMore = try await manager.reload()
    while hasMore {
      counts.append(manager.articles.count)
      hasMore = try await manager.more()
    }
    counts.append(manager.articles.count)
    #expect(counts == [10, 20, 30, 35])
    #expect(manager.articles == manager.articles.sorted { $0.publishedAt > $1.publishedAt })
    let first = try #require(manager.articles.first { !$0.isRead })
    let read = try await withCheckedThrowingContinuation { continuation in
      manager.readArticle(first) {
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.resume(with: $0)
      }
    }
    #expect(read.isRead)
    #expect(try await Store(source).find(Article.self, id: first.id)?.isRead == true)
    let user = try await withCheckedThrowingContinuation { continuation in
      manager.createUser(name: "太郎") { continuation.resume(with: $0) }
    }
    #expect(try await Store(source).find(User.self, id: user.id)?.name == "太郎")
  }

  /// A web API whose response breaks off anywhere, or is none: never a shorter list, and nothing worse than an error.
  @Test func brokenXML() async throws {
    let good =
      "<articles><article><id>1</id><title>&lt;x&gt;</title>"
      + "<published_at>2026-01-31T00:00:00Z</published_at><is_read>true</is_read></article></articles>"
    let bodies = (0..<good.utf8.count).map { String(decoding: good.utf8.prefix($0), as: UTF8.self) }
    for body in bodies + ["{}", "<html>Please log in</html>", good.replacing("true", with: "&unknown;")] {
      let server = try LoopbackServer { _ in .status(200, [:], Data(body.utf8)) }
      await #expect(throws: StoreError.self, "\(body)") {
        _ = try await Store(DataSource.remote(server.url)).fetch(Article.all)
      }
    }
    let server = try LoopbackServer { _ in .status(200, [:], Data(good.utf8)) }
    #expect(try await Store(DataSource.remote(server.url)).fetch(Article.all).map(\.title) == ["<x>"])
  }

  /// The list comes from the web API, as XML, and the following pages from the debug source.
  @Test func theListIsRemoteAndTheRestNot() async throws {
    let api = WebAPI((1...12).map(article))
    let server = try LoopbackServer { api.answer($0) }
    let manager = ModelManager(DataSource.halfway(server.url))
    try await manager.prepare()
    #expect(try await manager.reload())
    #expect(manager.articles == (1...10).map(article))
    #expect(server.requests.map(\.path) == ["/articles"])
    _ = try await manager.more()
    #expect(server.requests.count == 1)
  }
}

/// While a source takes 500 ms for each call, no turn of the main queue blocks the main thread for more than 8 ms,
/// whether it works or sleeps. The time that the thread waits for a processor doesn't count, as it depends on other
/// programs. The arguments check that the measurement finds turns that are too long.
@Test(arguments: ["", "work", "sleep"]) func theMainQueueIsNeverBlocked(_ fault: String) async throws {
  var measured = try await measureTurns(with: fault)
  // A virtual machine can't detect the time that its host takes from it. What blocks the thread by itself does so each
  // time.
  for _ in 0..<2 where fault.isEmpty && measured.longest > 8000 { measured = try await measureTurns(with: fault) }
  let (turns, longest) = measured
  #expect(turns > 50)
  #expect((longest <= 8000) == fault.isEmpty, "the longest of \(turns) turns took \(longest) µs")
  print("main queue\(fault.isEmpty ? "" : " with \(fault)"): \(turns) turns, the longest took \(longest) µs")
}

/// The number of turns, and the microseconds of the longest one.
private func measureTurns(with fault: String) async throws -> (count: Int, longest: Int) {
  let process = Process()
  process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent("ReaderTurns")
  process.arguments = fault.isEmpty ? [] : [fault]
  let pipe = Pipe()
  process.standardOutput = pipe
  let status = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
    process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
    do { try process.run() } catch { continuation.resume(throwing: error) }
  }
  let words = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split { $0.isWhitespace }
  #expect(status == 0 && words.count == 2)
  return (try #require(words.first.flatMap { Int($0) }), try #require(words.last.flatMap { Int($0) }))
}
