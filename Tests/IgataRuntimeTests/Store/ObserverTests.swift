import Foundation
import GeneratedModels
import IgataRuntime
import IgataTesting
import ObservedWork
import Synchronization
import Testing

/// Over a backend without statements, an observer hears of calls.
@Suite struct ObserverTests {
  private let log = EventLog()

  private func store(_ backend: any Backend = MemoryBackend()) async throws -> Store {
    let store = Store(backend, observing: log.observer)
    try await store.prepare(HouseholdSchema.self)
    log.removeAll()
    return store
  }

  private var seen: [String] { log.all.map { "\($0.name) \($0.rows)" } }

  @Test func callsAreReported() async throws {
    let store = try await store()
    try await store.insert(["a", "b", "c"].map { Tag(name: $0) })
    #expect(seen == ["begin 0", "write Tag 3", "commit 0"])
    log.removeAll()
    #expect(try await store.fetch(Tag.where { $0.name > "a" }).count == 2)
    #expect(try await store.find(Tag.self, id: "a") != nil)
    #expect(try await store.find(Tag.self, id: "z") == nil)
    #expect(try await store.count(Tag.all) == 3)
    #expect(try await store.select(Tag.all) { $0.name }.count == 3)
    #expect(seen == ["read Tag 2", "read Tag 1", "read Tag 0", "aggregate Tag 1", "read Tag 3"])
    log.removeAll()
    #expect(try await store.delete(Tag.where { $0.name == "a" }) == 1)
    #expect(seen == ["begin 0", "delete Tag 1", "commit 0"])
    #expect(log.all.allSatisfy { $0.statement == nil && $0.system == nil && $0.attempt == 1 && $0.error == nil })
    #expect(log.all[1].attributes == ["db.operation.name": "delete", "db.collection.name": "Tag"])
  }

  @Test func transactions() async throws {
    let store = try await store()
    struct Undone: Error {}
    try await store.transaction { store in
      try await store.insert(Tag(name: "a"))
      try? await store.transaction { store in
        try await store.insert(Tag(name: "b"))
        throw Undone()
      }
    }
    #expect(seen == ["begin 0", "write Tag 1", "begin 0", "write Tag 1", "rollback 0", "commit 0"])
    log.removeAll()
    await #expect(throws: Undone.self) {
      try await store.transaction { store in
        try await store.insert(Tag(name: "c"))
        throw Undone()
      }
    }
    #expect(seen == ["begin 0", "write Tag 1", "rollback 0"])
  }

  /// Each attempt has its number, and an error its name.
  @Test func attemptsAndErrors() async throws {
    let backend = FaultyBackend()
    let store = try await store(backend)
    backend.fail(.write, of: Tag.self, onCall: 1, with: .conflict(reason: "both wrote 'secret'"))
    try await store.transaction(attempts: 3) { store in try await store.insert(Tag(name: "secret")) }
    #expect(log.all.map(\.attempt) == [1, 1, 1, 2, 2, 2])
    #expect(log.all.map(\.error) == [nil, "conflict", nil, nil, nil, nil])
    let text = "\(log.all.map(\.description)) \(log.all.map(\.attributes))"
    #expect(text.contains("attempt 2") && text.contains("failed: conflict") && !text.contains("secret"))
  }

  /// A transaction that could not begin is one event, which says how long it waited.
  @Test func waits() async throws {
    let backend = MemoryBackend(busyTimeout: .milliseconds(30))
    let store = try await store(backend)
    let (ends, ending) = AsyncStream<Void>.makeStream()
    let (begins, beginning) = AsyncStream<Void>.makeStream()
    async let first: Void = store.transaction { _ in
      beginning.yield()
      for await _ in ends { break }
    }
    for await _ in begins { break }
    let error = await #expect(throws: StoreError.self) { try await store.insert(Tag(name: "a")) }
    guard case .locked? = error else { throw error ?? StoreError.cancelled }
    let waits = log.all.filter { $0.kind == .wait }
    #expect(waits.map(\.error) == ["locked"] && waits.allSatisfy { $0.waited >= .milliseconds(20) })
    ending.yield()
    try await first
  }

  /// With a threshold, only what is slow or fails is reported.
  @Test func slowAndFailed() async throws {
    let backend = FaultyBackend()
    let slow = EventLog()
    let store = Store(backend, observing: StoreObserver(slowerThan: .milliseconds(40)) { slow.add($0) })
    try await store.prepare(HouseholdSchema.self)
    try await store.insert(Tag(name: "a"))
    _ = try await store.fetch(Tag.all)
    backend.delay(.read, by: .milliseconds(60))
    _ = try await store.fetch(Tag.all)
    #expect(slow.all.contains { $0.name == "read Tag" && $0.duration >= .milliseconds(60) })
    backend.removeFaults()
    await #expect(throws: StoreError.self) { try await store.insert(Tag(name: "a")) }
    #expect(slow.all.compactMap(\.error) == ["duplicateKey"])
    // On a busy machine, others may be slow as well.
    #expect(slow.all.allSatisfy { $0.duration >= .milliseconds(40) || $0.error != nil })
  }

  @TaskLocal private static var request = "none"

  /// A span begins before the call, ends after it, and both see the local values of the task that called.
  @Test func spans() async throws {
    let lines = Mutex<[String]>([])
    let observer = StoreObserver.tracing { event in
      let request = Self.request
      lines.withLock { $0.append("\(request) begins \(event.name)") }
      return { end in lines.withLock { $0.append("\(Self.request) ends \(end.name) \(end.rows)") } }
    }
    let store = Store(MemoryBackend(), observing: observer)
    try await store.prepare(HouseholdSchema.self)
    try await Self.$request.withValue("outer") {
      _ = try await store.count(Tag.all)
      try await store.transaction { store in
        try await Self.$request.withValue("inner") { _ = try await store.insert(Tag(name: "a")) }
      }
    }
    #expect(
      lines.withLock { $0 } == [
        "outer begins aggregate Tag", "outer ends aggregate Tag 1", "outer begins begin", "outer ends begin 0",
        "inner begins write Tag", "inner ends write Tag 1", "outer begins commit", "outer ends commit 0",
      ])
  }

  /// What an observation, a stream and a page read is reported; what another store does isn't.
  @Test func everyReadIsReported() async throws {
    let backend = MemoryBackend()
    let store = try await store(backend)
    let plain = Store(backend)
    try await plain.insert((0..<300).map { Tag(name: "tag \($0)") })
    #expect(log.all.isEmpty)
    var rows = store.observe(Tag.all).makeAsyncIterator()
    _ = try await rows.next()
    #expect(seen == ["read Tag 300"])
    log.removeAll()
    for try await _ in store.stream(Tag.all) {}
    #expect(log.all.reduce(0) { $0 + $1.rows } == 300 && log.all.allSatisfy { $0.name == "read Tag" })
    log.removeAll()
    _ = try await store.page(Tag.all, size: 10)
    #expect(seen == ["read Tag 11"] || seen == ["read Tag 10"])
  }
}
