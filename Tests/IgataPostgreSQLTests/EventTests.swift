#if PostgreSQL
import Foundation
import GeneratedModels
import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
import ObservedWork
import Synchronization
import TestSupport
import Testing

/// What an observer hears, compared with what the server logs.
@Suite(.enabled(if: TestServer.isThere)) struct EventTests {
  /// Each statement that the server has logged after those that set up the tables, in order.
  private static func logged(_ text: String) -> [String] {
    var statements: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("igata|") {
        let entry = line.dropFirst(6)
        guard entry.hasPrefix("LOG:"), let colon = entry.dropFirst(4).firstIndex(of: ":") else { continue }
        let kind = entry[..<colon]
        if kind.contains("execute") || kind.contains("statement") {
          statements.append(String(entry[entry.index(after: colon)...].dropFirst()))
        }
      } else if line.hasPrefix("\t"), !statements.isEmpty {
        statements[statements.count - 1] += "\n" + line.dropFirst()
      }
    }
    guard let marker = statements.lastIndex(where: { $0.contains("the setting up ends") }) else { return [] }
    let end = statements[marker...].firstIndex { $0.contains("count(") } ?? marker
    return Array(statements[(end + 1)...])
  }

  /// A lookup that is sent together with others has waited for their connection.
  @Test(.timeLimit(.minutes(10))) func batchedLookupsWait() async throws {
    let backend = try PostgreSQLBackend(try await TestServer.space(), options: .patient(connectionCount: 1))
    let log = EventLog()
    let store = Store(backend, observing: log.observer)
    try await store.prepare(HouseholdSchema.self)
    let holder = try await backend.begin(.read)
    log.removeAll()
    let finds = ["a", "b"].map { name in Task { try await store.find(Tag.self, id: name) } }
    while backend.statistics.connections.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    await holder.rollback()
    for find in finds { #expect(try await find.value == nil) }
    #expect(log.all.map(\.kind) == [.read, .read] && log.all.contains { $0.waited > .zero })
    #expect(log.all.allSatisfy { $0.error == nil && $0.rows == 0 })
    try await store.close()
  }

  /// No event has a value of 10,000 random rows.
  @Test(.timeLimit(.minutes(10))) func randomRows() async throws {
    let log = EventLog()
    let store = Store(try await TestServer.backend(), observing: log.observer)
    try await store.prepare(HouseholdSchema.self)
    let values = try await workOnRandomRows(store)
    let words = wordsOf(log.all)
    #expect(values.count > 40_000 && words.contains("person") && words.contains("duplicateKey"))
    #expect(words.isDisjoint(with: values))
    try await store.close()
  }

  @Test func eventsAreWhatTheServerLogs() async throws {
    let server = try await OwnServer(
      "log_statement = all", "log_line_prefix = 'igata|'", "log_parameter_max_length = 0",
      "log_parameter_max_length_on_error = 0", "log_error_verbosity = terse")
    let connection = server.connection
    let log = EventLog()
    let options = PostgreSQLOptions.patient(connectionCount: 1)
    let store = Store(try PostgreSQLBackend(connection, options: options), observing: log.observer)
    try await store.prepare(HouseholdSchema.self)
    #expect(log.all.contains { $0.kind == .migrate && $0.statement?.contains("CREATE TABLE") == true })
    log.removeAll()
    _ = try await store.select(sql: "SELECT 'the setting up ends'", as: String.self)
    _ = try await store.count(Tag.all)
    log.removeAll()
    let seed = UInt64.random(in: 0 ... .max)
    var work = ObservedWork(on: store, seed: seed)
    try await work.run(1000)

    // Nobody waits for the last rollback of either connection, but a statement after it is answered later.
    try await store.insert(Tag(name: "last"))
    _ = try await store.count(Tag.all)
    let events = log.all
    let text = try String(contentsOf: server.log, encoding: .utf8)
    let logged = Self.logged(text)
    let reported = events.compactMap(\.statement)
    // The rollbacks that nobody waits for may come after the first statement on the other connection.
    let rollback = "ROLLBACK"
    #expect(reported.count { $0 == rollback } == logged.count { $0 == rollback })
    let expected = withoutRepeatedWrites(logged.filter { $0 != rollback })
    let found = withoutRepeatedWrites(reported.filter { $0 != rollback })
    let difference = zip(found, expected).enumerated().first { $1.0 != $1.1 }
    #expect(difference == nil, "seed \(seed)")
    #expect(found.count == expected.count && found.count > 1500, "\(found.count), \(expected.count)")
    #expect(Set(events.map(\.kind)) == [.read, .write, .delete, .update, .aggregate, .sql, .begin, .commit, .rollback])
    #expect(events.allSatisfy { $0.system == "postgresql" && $0.attempt == 1 })
    #expect(events.contains { $0.error == "duplicateKey" } && events.contains { $0.model == "Account" })
    let words = wordsOf(events)
    #expect(words.contains("accounts") && work.values.count > 1000)
    #expect(words.isDisjoint(with: work.values), "seed \(seed)")
    try await server.remove()
  }

  @TaskLocal private static var request = 0

  /// Finds that travel together have an event each, on the task that asked, with its local values.
  @Test func findsThatTravelTogether() async throws {
    let (backend, connection) = try await TestServer.household()
    let tags = try await backend.insert((0..<200).map { Tag(name: "tag \($0)") })
    let log = RequestLog()
    let observer = StoreObserver { event in log.add(Self.request, event) }
    let options = PostgreSQLOptions.patient(connectionCount: 1)
    let store = Store(try PostgreSQLBackend(connection, options: options), observing: observer)
    try await store.prepare(HouseholdSchema.self)
    log.removeAll()
    await withTaskGroup(of: Void.self) { group in
      for (index, tag) in tags.enumerated() {
        group.addTask {
          await Self.$request.withValue(index) {
            let found = try? await store.find(Tag.self, id: index % 2 == 0 ? tag.name : "no tag")
            #expect((found == nil) == (index % 2 == 1))
          }
        }
      }
    }
    let reads = log.all.filter { $0.1.kind == .read }
    #expect(reads.map(\.0).sorted() == Array(0..<200))
    #expect(reads.allSatisfy { $0.1.rows == ($0.0 + 1) % 2 && $0.1.model == "Tag" && $0.1.error == nil })
  }

  /// Each span that begins ends, also those of statements that the server skips after a failure.
  @Test func spansEnd() async throws {
    let (_, connection) = try await TestServer.household()
    let open = Mutex<[Int: String]>([:])
    let began = Atomic(0)
    let observer = StoreObserver.tracing { event in
      let number = began.add(1, ordering: .relaxed).newValue
      open.withLock { $0[number] = event.description }
      return { _ in open.withLock { $0[number] = nil } }
    }
    let store = Store(try PostgreSQLBackend(connection, options: .patient(connectionCount: 2)), observing: observer)
    try await store.prepare(HouseholdSchema.self)
    var work = ObservedWork(on: store, seed: UInt64.random(in: 0 ... .max))
    try await work.run(300)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          // Some are cancelled before they are sent, some after that.
          let find = Task { try await store.find(Tag.self, id: "tag \(number)") }
          if number % 2 == 0 { find.cancel() }
          _ = try? await find.value
        }
      }
    }
    // In a pipeline whose first statement fails, the others are skipped.
    await #expect(throws: StoreError.self) {
      try await store.transaction { store in _ = try await store.select(sql: "SELECT 1/0", as: Int32.self) }
    }
    #expect(open.withLock { Array($0.values) } == [])
    #expect(began.load(ordering: .relaxed) > 1000)
  }

  /// Rows that are copied, read with a cursor and lost.
  @Test func copiesCursorsAndLosses() async throws {
    let (_, connection) = try await TestServer.household()
    let log = EventLog()
    let options = PostgreSQLOptions.patient(connectionCount: 1)
    let store = Store(try PostgreSQLBackend(connection, options: options), observing: log.observer)
    try await store.prepare(HouseholdSchema.self)
    log.removeAll()
    try await store.insert((0..<5000).map { Tag(name: "tag \($0)") })
    let copies = log.all.filter { $0.statement?.hasPrefix("COPY") == true }
    #expect(copies.map(\.rows) == [5000] && copies.allSatisfy { $0.kind == .write && $0.model == "Tag" })
    log.removeAll()
    #expect(try await store.fetch(Tag.all).count == 5000)
    let batches = log.all.filter { $0.statement?.hasPrefix("FETCH") == true }
    #expect(batches.reduce(0) { $0 + $1.rows } == 5000 && batches.count >= 4)
    log.removeAll()
    let ending = "SELECT 1 FROM pg_terminate_backend(pg_backend_pid())"
    await #expect(throws: StoreError.self) { _ = try await store.select(sql: "\(raw: ending)", as: Int32.self) }
    #expect(log.all.contains { $0.statement == ending && $0.error == "unreachable" }, "\(log.all)")
  }
}

/// Events with the number of the request in which they were reported.
private final class RequestLog: Sendable {
  private let events = Mutex<[(Int, StoreEvent)]>([])

  var all: [(Int, StoreEvent)] { events.withLock { $0 } }

  func add(_ request: Int, _ event: StoreEvent) { events.withLock { $0.append((request, event)) } }

  func removeAll() { events.withLock { $0 = [] } }
}

#endif
