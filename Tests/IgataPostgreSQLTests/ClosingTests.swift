#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// Stores that are closed while they are used. What is open afterward, the server tells.
@Suite(.enabled(if: TestServer.isThere)) struct ClosingTests {
  /// The connections of a program that gives itself this name.
  private func connections(_ name: String) async throws -> [[String]] {
    try await TestServer.run("SELECT state, query FROM pg_stat_activity WHERE application_name = '\(name)'")
  }

  /// The server notices within moments that a connection was closed; otherwise the test's time is over.
  private func expectNoConnection(_ name: String) async throws {
    while try await !connections(name).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
  }

  private func household(_ connection: String) async throws -> (PostgreSQLBackend, Store) {
    let backend = try PostgreSQLBackend(connection, options: .patient())
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await store.insert((0..<600).map { Person(name: "\($0)") })
    return (backend, store)
  }

  /// One that nobody hears any more ends, also if it had not begun to follow the server.
  @Test(.timeLimit(.minutes(10))) func abandonedListeners() async throws {
    let backend = try await TestServer.backend()
    for _ in 0..<20 { _ = await backend.changesFromOutside() }
    try await Store(backend).close(within: .zero)
  }

  /// A listener, an open stream, a transaction that sleeps and a statement that would take years, all of which are kept.
  @Test(.timeLimit(.minutes(10))) func nothingStaysOpen() async throws {
    let name = "closing\(UInt32.random(in: 0...UInt32.max))"
    let (backend, store) = try await household(TestServer.space() + " application_name=\(name)")
    var observation = store.observe(Person.all).makeAsyncIterator()
    #expect(try await observation.next()?.count == 600)
    var stream = store.stream(Person.all).makeAsyncIterator()
    #expect(try await stream.next() != nil)
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
    let endless = Task { try await store.select(sql: "SELECT pg_sleep(1000000)::text", as: String.self) }
    for await _ in began { break }
    while try await !connections(name).contains(where: { $0[1].contains("pg_sleep") && $0[0] == "active" }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(backend.statistics.isListening && backend.statistics.connections.busy == 1)
    #expect(backend.statistics.writer?.busy == 1 && backend.statistics.streams.busy == 1)
    #expect(try await connections(name).count >= 4)

    try await store.close(within: .milliseconds(20))
    let statistics = backend.statistics
    #expect(statistics.connections.open == 0 && statistics.writer?.open == 0 && statistics.streams.open == 0)
    #expect(!statistics.isListening && statistics.oldestSession == nil)
    try await expectNoConnection(name)
    waking.yield()
    await #expect(throws: StoreError.closed) { try await sleeper.value }
    await #expect(throws: StoreError.closed) { try await endless.value }
    #expect(try await observation.next() == nil)
    await #expect(throws: StoreError.closed) { while try await stream.next() != nil {} }
    await #expect(throws: StoreError.closed) { try await store.find(Person.self, id: UUID()) }
    await #expect(throws: StoreError.closed) { try await store.fetch(Person.all) }
    await #expect(throws: StoreError.closed) { try await store.save(Person(name: "refused")) }
    await #expect(throws: StoreError.closed) { try await store.check(within: .seconds(3600)) }
    try await store.close()
    try await expectNoConnection(name)
  }

  /// What was acknowledged is there after a close at any moment, and nothing else than it or what was under way.
  @Test(.timeLimit(.minutes(10))) func atRandomMoments() async throws {
    let connection = try await TestServer.space()
    let (_, first) = try await household(connection)
    var expected = 600
    for _ in 0..<8 {
      let store = Store(try PostgreSQLBackend(connection, options: .patient()))
      try await store.prepare(HouseholdSchema.self)
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
              }
            } catch StoreError.closed {}
          }
        }
        group.addTask {
          do { while true { _ = try await store.fetch(Person.all.limit(50)) } } catch StoreError.closed {}
        }
        try await Task.sleep(for: .microseconds(Int.random(in: 0..<30_000)))
        try await store.close(within: .milliseconds(Int.random(in: 0..<10)))
        try await group.waitForAll()
      }
      let count = try await first.count(Person.all)
      expected += acknowledged.value
      // A commit whose answer was not waited for is kept or not.
      #expect(count >= expected && count <= expected + 15)
      expected = count
    }
    try await first.close()
  }
}
#endif
