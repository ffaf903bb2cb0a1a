import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import ObservedWork
import Synchronization
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// What an observer hears, compared with what SQLite's own trace prints.
@Suite struct EventTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// The statements that the connections of a backend execute, from now on.
  private final class Trace: Sendable {
    private let statements = Mutex<[String]>([])

    var all: [String] { statements.withLock { $0 } }

    func begin(_ connection: Connection) {
      let context = Unmanaged.passUnretained(self).toOpaque()
      sqlite3_trace_v2(
        // At the end of each execution; at the beginning, SQLite traces each run of a delete rule as well.
        connection.database, UInt32(SQLITE_TRACE_PROFILE),
        { _, context, statement, _ in
          guard let context, let statement else { return 0 }
          let sql = sqlite3_sql(OpaquePointer(statement)).map { String(cString: $0) } ?? ""
          Unmanaged<Trace>.fromOpaque(context).takeUnretainedValue().statements.withLock { $0.append(sql) }
          return 0
        }, context)
    }
  }

  /// No event has a value of 10,000 random rows.
  @Test(.timeLimit(.minutes(10))) func randomRows() async throws {
    let log = EventLog()
    let store = Store(try SQLiteBackend.inMemory(), observing: log.observer)
    try await store.prepare(HouseholdSchema.self)
    let values = try await workOnRandomRows(store)
    let words = wordsOf(log.all)
    #expect(values.count > 40_000 && words.contains("person") && words.contains("duplicateKey"))
    #expect(words.isDisjoint(with: values))
    try await store.close()
  }

  @Test func eventsAreWhatSQLiteTraces() async throws {
    let options = SQLiteOptions(readerCount: 1)
    let backend = try SQLiteBackend(path: scratch.path("database"), options: options)
    let log = EventLog()
    let store = Store(backend, observing: log.observer)
    try await store.prepare(HouseholdSchema.self)
    #expect(log.all.contains { $0.kind == .migrate && $0.statement?.hasPrefix("CREATE TABLE") == true })
    let trace = Trace()
    for pool in [backend.writer, backend.readers] {
      let connection = try await pool.acquire()
      trace.begin(connection)
      pool.release(connection)
    }
    log.removeAll()
    let before = backend.statistics.statements
    let seed = UInt64.random(in: 0 ... .max)
    var work = ObservedWork(on: store, seed: seed)
    try await work.run(1000)

    let (events, traced) = (log.all, trace.all)
    let reported = events.compactMap(\.statement)
    let found = withoutRepeatedWrites(Self.withoutProbes(reported))
    let expected = withoutRepeatedWrites(Self.withoutProbes(traced))
    let difference = zip(found, expected).first { $0 != $1 }
    #expect(difference == nil, "seed \(seed)")
    #expect(found.count == expected.count)
    #expect(found.count > 1500)
    let after = backend.statistics.statements
    #expect(after.total - before.total == reported.count, "seed \(seed)")
    #expect(Set(events.map(\.kind)) == [.read, .write, .delete, .update, .aggregate, .sql, .begin, .commit, .rollback])
    #expect(events.allSatisfy { $0.system == "sqlite" && $0.duration > .zero && $0.attempt == 1 })
    #expect(events.contains { $0.error == "duplicateKey" } && events.contains { $0.model == "Account" })

    let words = wordsOf(events)
    #expect(words.contains("accounts") && work.values.count > 1000)
    #expect(words.isDisjoint(with: work.values), "seed \(seed)")
    withExtendedLifetime(trace) {}
  }

  /// Without the statements that look for the reason of a failure: the statement that failed is reported after them, as
  /// its error is known only then. One of them has values in it, and is reported with placeholders.
  private static func withoutProbes(_ statements: [String]) -> [String] {
    var isProbing = false
    return statements.filter { statement in
      if statement == "SAVEPOINT probe" { isProbing = true }
      defer { if statement == "RELEASE probe" { isProbing = false } }
      return !isProbing
    }
  }

  /// An event says how many rows there were, what it waited for and why it failed.
  @Test func rowsWaitsAndErrors() async throws {
    let options = SQLiteOptions(busyTimeout: .milliseconds(50))
    let backend = try SQLiteBackend(path: scratch.path("database"), options: options)
    let log = EventLog()
    let store = Store(backend, observing: log.observer)
    try await store.prepare(HouseholdSchema.self)
    log.removeAll()
    let tags = (0..<300).map { Tag(name: "tag \($0)") }
    try await store.insert(tags)
    #expect(log.all.map(\.name) == ["begin", "write Tag", "commit"] && log.all.map(\.rows) == [0, 300, 0])
    log.removeAll()
    _ = try await store.fetch(Tag.all)
    _ = try await store.find(Tag.self, id: "tag 7")
    _ = try await store.find(Tag.self, id: "no tag")
    try await store.delete(Tag.where { $0.name > "tag 9" })
    #expect(log.all.filter { $0.model == "Tag" }.map(\.rows) == [300, 1, 0, 10])
    let streamed = log
    streamed.removeAll()
    for try await _ in store.stream(Tag.all) {}
    #expect(log.all.filter { $0.kind == .read }.map(\.rows) == [256, 34])
    log.removeAll()

    let other = try Connection(path: scratch.path("database"), flags: 2)
    try other.run("BEGIN IMMEDIATE")
    await #expect(throws: StoreError.self) { try await store.insert(tags) }
    #expect(log.all.contains { $0.error == "locked" && $0.kind == .begin })
    try other.run("COMMIT")
  }

  /// A transaction that waits for another one of the same process, unless the machine is so busy that it begins late.
  @Test func waitsForTheTurnToWrite() async throws {
    let backend = try SQLiteBackend(path: scratch.path("database"))
    let log = EventLog()
    let store = Store(backend, observing: log.observer)
    try await store.prepare(HouseholdSchema.self)
    for hold in [30, 300, 3000] {
      log.removeAll()
      let (began, beginning) = AsyncStream<Void>.makeStream()
      async let first: Void = store.transaction { store in
        try await store.insert(Tag(name: "first \(hold)"))
        beginning.yield()
        try await Task.sleep(for: .milliseconds(hold))
      }
      for await _ in began { break }
      try await store.transaction { store in try await store.insert(Tag(name: "second \(hold)")) }
      try await first
      let begins = log.all.filter { $0.kind == .begin && $0.error == nil }
      #expect(begins.count == 2)
      if begins.last.map({ $0.waited > .milliseconds(10) }) == true { return }
    }
    Issue.record("\(log.all)")
  }
}

extension StatementStatistics {
  /// The statements of all kinds.
  fileprivate var total: Int { read.statements + write.statements + transaction.statements + other.statements }
}
