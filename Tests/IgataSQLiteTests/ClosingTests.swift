import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Stores that are closed while they are used. What is open afterward, the system tells.
@Suite struct ClosingTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func filled() async throws -> (SQLiteBackend, Store) {
    let backend = try SQLiteBackend(path: scratch.path("database"))
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await store.insert((0..<2000).map { Person(name: "\($0)") })
    return (backend, store)
  }

  private func expectNothingOpen() {
    #if os(Linux)
    #expect(OpenFiles.below(scratch.folder.path(percentEncoded: false)) == [])
    #endif
    #expect(scratch.files() == ["database"])
  }

  /// A stalled observer, an open stream, a transaction that sleeps, a token and live results, all of which are kept.
  @Test(.timeLimit(.minutes(10))) func nothingStaysOpen() async throws {
    let (_, store) = try await filled()
    var observation = store.observe(Person.all).makeAsyncIterator()
    #expect(try await observation.next()?.count == 2000)
    var changes = store.changes(of: Person.self).makeAsyncIterator()
    var stream = store.stream(Person.all).makeAsyncIterator()
    #expect(try await stream.next() != nil)
    let token = store.observe(Person.all, on: .global()) { _ in }
    let live = await LiveResults(of: Person.all, in: store)
    let (began, beginning) = AsyncStream<Void>.makeStream()
    let (wakes, waking) = AsyncStream<Void>.makeStream()
    let sleeper = Task {
      try await store.transaction { inner in
        try await inner.save(Person(name: "late"))
        beginning.yield()
        for await _ in wakes { break }
        try await inner.save(Person(name: "later"))
      }
    }
    for await _ in began { break }
    #if os(Linux)
    #expect(OpenFiles.below(scratch.folder.path(percentEncoded: false)).count > 3)
    #endif

    try await store.close(within: .milliseconds(50))
    expectNothingOpen()
    waking.yield()
    await #expect(throws: StoreError.closed) { try await sleeper.value }
    #expect(try await observation.next() == nil)
    #expect(await changes.next() == nil)
    // What was read before is still returned.
    await #expect(throws: StoreError.closed) { while try await stream.next() != nil {} }
    await #expect(throws: StoreError.closed) { try await store.find(Person.self, id: UUID()) }
    await #expect(throws: StoreError.closed) { try await store.fetch(Person.all) }
    await #expect(throws: StoreError.closed) { try await store.save(Person(name: "refused")) }
    await #expect(throws: StoreError.closed) { try await store.transaction { _ in } }
    await #expect(throws: StoreError.closed) { try await store.prepare(HouseholdSchema.self) }
    await #expect(throws: StoreError.closed) { try await store.check(within: .seconds(60)) }
    await #expect(throws: StoreError.closed) { for try await _ in store.stream(Person.all) {} }
    for try await _ in store.observe(Person.all) { Issue.record("observed") }
    try await store.close()
    expectNothingOpen()

    let again = Store(try SQLiteBackend(path: scratch.path("database")))
    try await again.prepare(HouseholdSchema.self)
    #expect(try await again.count(Person.all) == 2000)
    withExtendedLifetime((token, live)) {}
  }

  /// Within the limit, what has begun may end: nothing of it is lost.
  @Test(.timeLimit(.minutes(10))) func transactionsMayEnd() async throws {
    let (_, store) = try await filled()
    let (began, beginning) = AsyncStream<Void>.makeStream()
    let (closing, closed) = AsyncStream<Void>.makeStream()
    let writer = Task {
      try await store.transaction { inner in
        try await inner.save(Person(name: "begun"))
        beginning.yield()
        // Others are refused by then.
        for await _ in closing {}
        try await inner.save(Person(name: "ended"))
      }
    }
    for await _ in began { break }
    let waiting = Task {
      while (try? await store.count(Person.all)) != nil { try await Task.sleep(for: .milliseconds(1)) }
      closed.finish()
    }
    try await store.close(within: .seconds(3600))
    try await waiting.value
    try await writer.value
    expectNothingOpen()
    let again = Store(try SQLiteBackend(path: scratch.path("database")))
    #expect(try await again.count(Person.all) == 2002)
  }

  /// A statement that would run for years is interrupted, and so is one whose task's closing is canceled.
  @Test(.timeLimit(.minutes(10)), .serialized, arguments: [false, true]) func longStatements(isCancelled: Bool) async throws {
    let (backend, store) = try await filled()
    let endless: SQL = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS i FROM n WHERE i < 0
      """
    let reader = Task { try await store.select(sql: endless, as: Int.self) }
    while backend.statistics.readers.busy == 0 { try await Task.sleep(for: .milliseconds(1)) }
    let closing = Task { try await store.close(within: isCancelled ? .seconds(3600) : .zero) }
    if isCancelled { closing.cancel() }
    try await closing.value
    await #expect(throws: StoreError.closed) { try await reader.value }
    expectNothingOpen()
  }

  @Test func misuse() async throws {
    let (_, store) = try await filled()
    await #expect(throws: StoreError.self) { try await store.transaction { try await $0.close() } }
    await #expect(throws: StoreError.self) { try await store.transaction { _ in try await store.close() } }
    #expect(try await store.count(Person.all) == 2000)
  }

  /// What was acknowledged is there after a close at any moment, and nothing else than it or what was under way.
  @Test(.timeLimit(.minutes(10))) func atRandomMoments() async throws {
    var expected = try await filled().1.count(Person.all)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      let store = Store(try SQLiteBackend(path: scratch.path("database")))
      try await store.prepare(HouseholdSchema.self)
      #expect(try await store.count(Person.all) == expected)
      let acknowledged = Tally()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for lane in 0..<3 {
          group.addTask {
            do {
              while true {
                try await store.transaction { store in
                  try await store.save(Person(name: "\(lane)"))
                  try await store.insert((0..<4).map { Person(name: "\(lane)/\($0)") })
                }
                acknowledged.add(5)
                // There are few threads, and nothing else here has to wait.
                await Task.yield()
              }
            } catch StoreError.closed {}
          }
        }
        group.addTask {
          do {
            while true {
              _ = try await store.fetch(Person.all.limit(50))
              await Task.yield()
            }
          } catch StoreError.closed {}
        }
        try await Task.sleep(for: .microseconds(Int.random(in: 0..<8000, using: &random)))
        try await store.close(within: .milliseconds(Int.random(in: 0..<2, using: &random)))
        expectNothingOpen()
        try await group.waitForAll()
      }
      expected += acknowledged.value
    }
  }

  @Test func inMemory() async throws {
    for backend in [try SQLiteBackend.inMemory(), MemoryBackend()] as [any Backend] {
      let store = Store(backend)
      try await store.prepare(HouseholdSchema.self)
      var observation = store.observe(Person.all).makeAsyncIterator()
      #expect(try await observation.next() == [])
      let (began, beginning) = AsyncStream<Void>.makeStream()
      let (wakes, waking) = AsyncStream<Void>.makeStream()
      let sleeper = Task {
        try await store.transaction { inner in
          beginning.yield()
          for await _ in wakes { break }
          try await inner.save(Person(name: "later"))
        }
      }
      for await _ in began { break }
      try await store.close(within: .milliseconds(20))
      waking.yield()
      await #expect(throws: StoreError.closed) { try await sleeper.value }
      #expect(try await observation.next() == nil)
      await #expect(throws: StoreError.closed) { try await store.fetch(Person.all) }
      await #expect(throws: StoreError.closed) { try await store.find(Person.self, id: UUID()) }
    }
  }
}
