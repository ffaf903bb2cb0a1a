import Dispatch
import Foundation
import IgataRuntime
import IgataTesting
import Synchronization
import Testing

@testable import Reader

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Articles as a web API gives them: the newest first, in XML.
private func xml(_ articles: [Article]) -> Data {
  let rows = articles.map { article in
    "<article><id>\(article.id)</id><title>\(article.title)</title>"
      + "<published_at>\(article.publishedAt.formatted(.iso8601))</published_at></article>"
  }
  return Data("<?xml version=\"1.0\"?><articles>\(rows.joined())</articles>".utf8)
}

private func article(_ number: Int) -> Article {
  Article(
    id: Int64(number), title: "記事 \(number)", publishedAt: Date(timeIntervalSince1970: 1_700_000_000 - Double(number)))
}

private func server() throws -> LoopbackServer {
  try LoopbackServer { request in
    .status(200, [:], xml((1...12).map(article).prefix(Int(request.value("limit") ?? "") ?? 12) + []))
  }
}

@MainActor @Suite(.serialized) struct ReaderTests {
  /// On every source: pages of ten, whether there are more, and that an article was read is kept.
  @Test(arguments: ["debug", "database"]) func aReaderReads(_ name: String) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("reader-\(UUID()).sqlite").path
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) } }
    let source = name == "debug" ? DataSource.debug() : try DataSource.database(path: file)
    let manager = ModelManager(source)
    try await manager.prepare()
    if name == "database" { try await Store(source).save((1...35).map(article)) }
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

  /// The list comes from the web API, as XML, and what follows from the debug source.
  @Test func theListIsRemoteAndTheRestNot() async throws {
    let server = try server()
    let manager = ModelManager(DataSource.halfway(server.url))
    try await manager.prepare()
    #expect(try await manager.reload())
    #expect(manager.articles == (1...10).map(article))
    #expect(server.requests.map(\.path) == ["/articles"])
    _ = try await manager.more()
    #expect(server.requests.count == 1)
  }

  /// While a source takes 500 ms for each call, the main queue goes on turning. How long its longest turn worked is
  /// printed and not judged, as it depends on what else the machine does.
  @Test func theMainQueueGoesOnTurning() async throws {
    let source = FaultyBackend(DataSource.debug())
    let manager = ModelManager(source)
    try await manager.prepare()
    for operation in [BackendOperation.begin, .read, .write, .commit] {
      source.delay(operation, by: .milliseconds(500))
    }
    let turns = Turns()
    turns.start()
    _ = try await manager.reload()
    _ = try await manager.more()
    turns.stop()
    #expect(turns.count > 50)
    print("main queue: \(turns.count) turns, the longest worked for \(turns.longest)")
  }
}

/// Counts the turns of the main queue, a thousand a second at most, and how long the main thread worked between two of
/// them: processor time of its own, which other programs do not take part in.
@MainActor private final class Turns {
  private(set) var count = 0
  private(set) var longest = Duration.zero
  private var last: Duration?
  private var isOn = false

  func start() {
    isOn = true
    turn()
  }

  func stop() { isOn = false }

  private func turn() {
    guard isOn else { return }
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    let now = Duration.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    if let last { longest = max(longest, now - last) }
    last = now
    count += 1
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) { MainActor.assumeIsolated { self.turn() } }
  }
}
