import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// What the statistics and `check` say, at moments that are known.
@Suite struct StatisticsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// One transaction holds the turn to write, and twenty tasks wait for it.
  @Test(.timeLimit(.minutes(10))) func waitingTasks() async throws {
    let backend = try SQLiteBackend(path: scratch.path("database"), options: SQLiteOptions(readerCount: 2))
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    #expect(backend.statistics.writer.open == 1 && backend.statistics.writer.busy == 0)
    #expect(backend.statistics.readers.limit == 2 && backend.statistics.streams.limit == nil)
    #expect(backend.statistics.oldestSession == nil)
    var stream = store.stream(Person.all).makeAsyncIterator()
    _ = try await stream.next()
    let tasks = try await store.transaction { inner in
      try await inner.save(Person(name: "first"))
      let tasks = (0..<20).map { number in Task.detached { try await store.save(Person(name: "\(number)")) } }
      while backend.statistics.writer.waiting < 20 { try await Task.sleep(for: .milliseconds(1)) }
      let statistics = backend.statistics
      #expect(statistics.writer.busy == 1 && statistics.writer.idle == 0)
      #expect(statistics.writer.longestWait > .zero)
      #expect(statistics.oldestSession ?? .zero >= statistics.writer.longestWait)
      #expect(statistics.logSize > 0)
      try await inner.check(inside: store)
      return tasks
    }
    for task in tasks { _ = try await task.value }
    let after = backend.statistics
    #expect(after.writer.waiting == 0 && after.writer.busy == 0 && after.writer.longestWait > .zero)
    // Counted anew since the last time.
    #expect(backend.statistics.writer.longestWait == .zero)
    _ = stream
  }

  @Test func statements() async throws {
    let backend = try SQLiteBackend(path: scratch.path("database"))
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    let before = backend.statistics.statements
    try await store.transaction { store in
      try await store.save(Person(name: "a"))
      _ = try await store.fetch(Person.all)
    }
    let person = try await store.save(Person(name: "b"))
    await #expect(throws: StoreError.self) { try await store.insert(person) }
    let after = backend.statistics.statements
    #expect(after.transaction.statements - before.transaction.statements >= 2)
    #expect(after.read.statements - before.read.statements >= 1)
    #expect(after.write.errors - before.write.errors >= 1 && before.write.errors == 0)
    #expect(after.write.statements - before.write.statements >= 3)
    try await store.close()
    #expect(backend.statistics.statements.write.statements == after.write.statements)
    #expect(backend.statistics.writer.open == 0)
  }

  /// A waiter names the transaction that has the turn.
  @Test(.timeLimit(.minutes(10))) func poolTimeout() async throws {
    let options = SQLiteOptions(busyTimeout: .seconds(3600), poolTimeout: .milliseconds(50))
    let store = Store(try SQLiteBackend(path: scratch.path("database"), options: options))
    try await store.prepare(HouseholdSchema.self)
    let (began, beginning) = AsyncStream<Void>.makeStream()
    let (wakes, waking) = AsyncStream<Void>.makeStream()
    let holder = Task {
      try await store.transaction { _ in
        beginning.yield()
        for await _ in wakes { break }
      }
    }
    for await _ in began { break }
    let error = await #expect(throws: StoreError.self) { _ = try await store.save(Person(name: "late")) }
    #expect("\(error as Any)".contains("StatisticsTests.swift:"), "\(error as Any)")
    waking.yield()
    try await holder.value
  }

  @Test func checks() async throws {
    let backend = try SQLiteBackend(path: scratch.path("database"))
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await store.check(within: .seconds(3600))
    let other = try Connection(path: scratch.path("database"), flags: 2)
    try other.run("ALTER TABLE person RENAME COLUMN name TO title")
    try other.run("DROP TABLE entry")
    let error = await #expect(throws: StoreError.self) { try await store.check(within: .seconds(3600)) }
    guard case .schemaMismatch(let differences)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(differences.map(\.table).sorted() == ["entry", "person"])
    #expect(differences.compactMap(\.column) == ["name"])
    // All connections that read are taken.
    var held: [Connection] = []
    for _ in 0..<4 { held.append(try await backend.readers.acquire()) }
    await #expect(throws: StoreError.unreachable(reason: "there was no answer within \(Duration.milliseconds(30))")) {
      try await store.check(within: .milliseconds(30))
    }
    for connection in held { backend.readers.release(connection) }
  }
}

extension Store {
  /// In a transaction, a check would wait for itself.
  fileprivate func check(inside outer: Store) async throws {
    await #expect(throws: StoreError.self) { try await check(within: .seconds(3600)) }
    await #expect(throws: StoreError.self) { try await outer.check(within: .seconds(3600)) }
  }
}
