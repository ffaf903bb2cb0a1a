import Foundation
import GeneratedModels
import IgataRouting
@_spi(Backend) import IgataRuntime
import IgataSQLite
import IgataSamples
import IgataTesting
import TestSupport
import Testing

/// The newest first, as in the article's list.
private let newest = Article.all.order { $0.publishedAt.descending }

@Suite struct RoutedBackendTests {
  /// As in the article: the list comes from the remote source, and further pages from the debug source.
  @Test func eachOperationHasItsBackend() async throws {
    let debug = SpyBackend(MemoryBackend(samples: 40, seed: 7))
    let remote = SpyBackend(MemoryBackend(samples: 15, seed: 8))
    let store = Store(
      RoutedBackend(
        debug,
        routes: [
          Route(Article.self, to: remote), Route(User.self, to: remote), Route(Article.self, [.more], to: debug),
        ]))
    try await store.prepare(ArticlesSchema.self)
    remote.forget()
    debug.forget()
    let first = try await store.page(newest, size: 10)
    #expect(first.items == Array(try await Store(remote).fetch(newest).prefix(10)))
    #expect(!debug.wasCalled(.read, of: Article.self))
    let second = try await store.page(newest, size: 10, after: first.cursor)
    #expect(debug.wasCalled(.read, of: Article.self))
    #expect(try await Set(Store(debug).fetch(newest)).isSuperset(of: second.items))
    #expect(try await store.count(Article.all) == 15)
    var article = try #require(first.items.first)
    article.isRead = true
    try await store.save(article)
    #expect(remote.written(Article.self).map(\.id) == [article.id] && debug.written(Article.self).isEmpty)
    try await store.delete(article)
    #expect(remote.deleted(Article.self) == [article.id])
  }

  /// What isn't possible throws an error, and changes nothing.
  @Test func whatSpansBackendsIsRefused() async throws {
    let (one, other) = (MemoryBackend(), MemoryBackend())
    let store = Store(
      RoutedBackend(one, routes: [Route(Message.self, to: other), Route(User.self, [.load], to: other)]))
    try await store.prepare(MessageSchema.models + ArticlesSchema.models)
    let error = await #expect(throws: StoreError.self) {
      try await store.transaction { store in
        try await store.save(User(name: "a"))
        try await store.save(Message(message: "b"))
      }
    }
    guard case .misuse = error else { Issue.record("\(String(describing: error))"); return }
    #expect(try await Store(one).count(User.all) == 0)
    #expect(try await store.count(Message.all) == 0)
    // It may read from other backends, and write to another backend after reading from the first.
    try await store.transaction { store in
      _ = try await store.count(Article.all)
      try await store.save(Message(message: "c"))
      #expect(try await store.fetch(Message.all).map(\.message) == ["c"])
    }
    #expect(try await Store(other).count(Message.all) == 1)
    let joined = await #expect(throws: StoreError.self) {
      try await store.fetch(Article.where { $0.author.name == "a" })
    }
    guard case .unsupportedQuery = joined else { Issue.record("\(String(describing: joined))"); return }
    #expect(try await store.update(Message.where { $0.message == "c" }) { $0.message.set("d") } == 1)
    #expect(try await Store(other).fetch(Message.all).map(\.message) == ["d"])
    let apart = Store(RoutedBackend(one, routes: [Route(User.self, to: other)]))
    let mismatch = await #expect(throws: StoreError.self) { try await apart.prepare(ArticlesSchema.self) }
    guard case .schemaMismatch(let differences) = mismatch, differences.map(\.table) == ["article"],
      differences.map(\.column) == ["author_id"]
    else {
      Issue.record("\(String(describing: mismatch))")
      return
    }
  }

  /// Observers on either side of the router are notified of commits on the other side.
  @Test func changesPassBothWays() async throws {
    let (one, other) = (MemoryBackend(), MemoryBackend())
    let routed = Store(RoutedBackend(one, routes: [Route(Message.self, to: other)]))
    try await routed.prepare(MessageSchema.self)
    for (writer, watcher) in [(routed, Store(other)), (Store(other), routed), (routed, routed)] {
      let before = try await watcher.count(Message.all)
      var counts = watcher.observe { try await $0.count(Message.all) }.makeAsyncIterator()
      #expect(try await counts.next() == before)
      try await writer.save(Message(message: "x"))
      #expect(try await counts.next() == before + 1)
    }
  }

  /// A call that the closure of a transaction waits for, and that waits for a backend that the transaction holds, ends
  /// with an error that names the transaction.
  @Test(.timeLimit(.minutes(10)), arguments: [false, true], [false, true])
  func callsThatWaitForThemselves(_ isBehindFallback: Bool, _ isSQLite: Bool) async throws {
    let inner: any Backend =
      isSQLite
      ? try SQLiteBackend.inMemory(options: SQLiteOptions(busyTimeout: .milliseconds(200)))
      : MemoryBackend(busyTimeout: .milliseconds(200))
    let target: any Backend =
      isBehindFallback
      ? FallbackBackend(inner, else: MemoryBackend(), outbox: Outbox(), conflicts: .stop) : inner
    let store = Store(RoutedBackend(MemoryBackend(), routes: [Route(Message.self, to: target)]))
    try await store.prepare(MessageSchema.self)
    try await store.transaction { store in
      let line = #line - 1
      try await store.save(Message(message: "a"))
      let error = await #expect(throws: StoreError.self) {
        try await Task.detached { try await Store(inner).save(Message(message: "b")) }.value
      }
      guard case .locked(let reason) = error, reason.contains("RoutedBackendTests.swift:\(line)") else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    #expect(try await Store(inner).fetch(Message.all).map(\.message) == ["a"])
  }

  @Test(arguments: BackendConformance.checks) func itConforms(_ check: String) async {
    let failures = await BackendConformance.run(only: [check]) {
      RoutedBackend(MemoryBackend(), routes: [Route(Message.self, to: MemoryBackend())])
    }
    #expect(failures.isEmpty, "\(failures.map(\.description).joined(separator: "\n"))")
  }
}
