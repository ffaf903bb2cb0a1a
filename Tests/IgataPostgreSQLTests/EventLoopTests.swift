#if PostgreSQL
import Foundation
import GeneratedModels
import IgataRuntime
import IgataTesting
import Testing

@testable import IgataPostgreSQL

/// What tasks do on a loop is what they do elsewhere.
@Suite(.enabled(if: TestServer.isThere)) struct EventLoopTests {
  private let loop: PostgreSQLEventLoop

  init() throws { loop = try PostgreSQLEventLoop() }

  @Test func conformance() async throws {
    let failures = await withTaskExecutorPreference(loop) {
      await BackendConformance.run { try await TestServer.backend() }
    }
    #expect(failures.isEmpty, "\(failures.map(\.description).joined(separator: "\n"))")
  }

  /// More tasks than fit into one question, and than there are connections, find their rows, of two tables, and those
  /// that are not there.
  @Test(.timeLimit(.minutes(10)), arguments: [1, 3]) func manyTasks(connectionCount: Int) async throws {
    let (store, _) = try await TestServer.household(.patient(connectionCount: connectionCount))
    let people = (0..<100).map { Person(name: "\($0)") }
    let settings = (1...100).map { Settings(warnBelow: Currency(savedValue: $0)) }
    try await store.insert(people)
    try await store.insert(settings)
    try await withTaskExecutorPreference(loop) { () async throws in
      try await withThrowingDiscardingTaskGroup { group in
        for task in 0..<200 {
          group.addTask { () async throws in
            for step in task..<task + 10 {
              let isThere = step < 100
              if step.isMultiple(of: 2) {
                let id = isThere ? people[step].id : UUID()
                #expect(try await store.find(Person.self, id: id) == (isThere ? people[step] : nil))
              } else {
                let id = isThere ? settings[step].id : UUID()
                #expect(try await store.find(Settings.self, id: id) == (isThere ? settings[step] : nil))
              }
            }
          }
        }
      }
    }
  }

  /// Tags that wait for a lock on their table, and whoever holds it.
  private func lockedTags(
    _ options: PostgreSQLOptions
  ) async throws -> (store: Store, connection: String, person: Person, lock: PostgreSQLSession) {
    let (store, connection) = try await TestServer.household(options)
    try await store.insert((0..<10).map { Tag(name: "\($0)") })
    let hanako = try await store.insert(Person(name: "Hanako"))
    // The statements are prepared on every connection that lies idle.
    for _ in 0..<3 {
      #expect(try await store.find(Tag.self, id: "0") != nil)
      #expect(try await store.find(Person.self, id: hanako.id) != nil)
    }
    let other = try PostgreSQLBackend(connection, options: .patient())
    let lock = try #require(try await other.begin(.write) as? PostgreSQLSession)
    _ = try await lock.run([.command("LOCK TABLE tag IN ACCESS EXCLUSIVE MODE")], nil)
    return (store, connection, hanako, lock)
  }

  /// Looks for tags all in one moment. They are asked for when it returns.
  private func findTags(_ names: Range<Int>, in store: Store) async -> [Task<String?, any Error>] {
    await withTaskExecutorPreference(loop) {
      let finds = names.map { name in
        Task(executorPreference: loop) { try await store.find(Tag.self, id: "\(name)")?.name }
      }
      await Task.yield()
      return finds
    }
  }

  /// One that is cancelled leaves the others what they have asked for, and nobody waits for rows of another table.
  @Test(.timeLimit(.minutes(10))) func oneIsCancelled() async throws {
    let (store, connection, hanako, lock) = try await lockedTags(.patient(connectionCount: 2))
    let finds = await findTags(0..<10, in: store)
    try await TestServer.untilLocked("tag", on: connection)
    finds[3].cancel()
    await #expect(throws: StoreError.cancelled) { try await finds[3].value }
    let person = Task(executorPreference: loop) { try await store.find(Person.self, id: hanako.id) }
    #expect(try await person.value == hanako)
    #expect(try await TestServer.waitingCount(for: "tag", on: connection) > 0)
    await lock.rollback()
    for (name, find) in finds.enumerated() where name != 3 {
      #expect(try await find.value == "\(name)")
    }
  }

  /// What nobody waits for any more is ended on the server too, and its connection serves the next.
  @Test(.timeLimit(.minutes(10))) func allAreCancelled() async throws {
    let (store, connection, _, lock) = try await lockedTags(.patient(connectionCount: 1))
    let finds = await findTags(0..<3, in: store)
    try await TestServer.untilLocked("tag", on: connection)
    for find in finds { find.cancel() }
    for find in finds { await #expect(throws: StoreError.cancelled) { try await find.value } }
    while try await TestServer.waitingCount(for: "tag", on: connection) > 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
    await lock.rollback()
    for (name, find) in await findTags(0..<3, in: store).enumerated() {
      #expect(try await find.value == "\(name)")
    }
  }

  /// What the server refuses fails, for each who asked.
  @Test(.timeLimit(.minutes(10))) func statementTimeout() async throws {
    let (store, _, _, lock) = try await lockedTags(
      .patient(connectionCount: 1, statementTimeout: .milliseconds(500)))
    let failure = StoreError.unreachable(reason: "canceling statement due to statement timeout")
    for find in await findTags(0..<3, in: store) { await #expect(throws: failure) { try await find.value } }
    await lock.rollback()
    for (name, find) in await findTags(0..<3, in: store).enumerated() {
      #expect(try await find.value == "\(name)")
    }
  }

  /// A server that answers nothing is given up: at the timeout, or when everybody has left. The loop never sleeps
  /// meanwhile.
  @Test(.timeLimit(.minutes(10)), arguments: [false, true]) func hangingServer(isCancelled: Bool) async throws {
    let name = "hanging\(UInt32.random(in: 0...UInt32.max))"
    let connection = try await TestServer.space() + " application_name=\(name)"
    let options = PostgreSQLOptions.patient(connectionCount: 1, statementTimeout: isCancelled ? nil : .seconds(1))
    let store = Store(try PostgreSQLBackend(connection, options: options))
    try await store.prepare(HouseholdSchema.self)
    try await store.insert((0..<3).map { Tag(name: "\($0)") })
    for _ in 0..<3 { #expect(try await store.find(Tag.self, id: "0") != nil) }
    let processes = try await TestServer.run("SELECT pid FROM pg_stat_activity WHERE application_name = '\(name)'")
    for process in processes { _ = try await Shell.run("kill", ["-STOP", process[0]]) }
    let finds = await findTags(0..<3, in: store)
    let busy = Task(executorPreference: loop) { while !Task.isCancelled { await Task.yield() } }
    if isCancelled { for find in finds { find.cancel() } }
    let failure = isCancelled ? StoreError.cancelled : .unreachable(reason: "the server did not answer in time")
    for find in finds { await #expect(throws: failure) { try await find.value } }
    busy.cancel()
    // On a connection that takes the place of the one that was given up.
    for (name, find) in await findTags(0..<3, in: store).enumerated() {
      #expect(try await find.value == "\(name)")
    }
    for process in processes { _ = try await Shell.run("kill", ["-CONT", process[0]]) }
  }

  private struct WeakThread {
    weak var value: LoopThread?
  }

  /// What others do for a task brings it back to its loop, and a loop that nobody has any more ends its thread.
  @Test(.timeLimit(.minutes(10))) func comingAndGoing() async throws {
    var loop: PostgreSQLEventLoop? = try PostgreSQLEventLoop()
    let thread = WeakThread(value: loop?.thread)
    let (store, _) = try await TestServer.household()
    for _ in 0..<3 { #expect(try await store.find(Tag.self, id: "missing") == nil) }
    try await withTaskExecutorPreference(loop) { () async throws in
      for _ in 0..<3 {
        #expect(LoopThread.current === thread.value)
        #expect(try await store.find(Tag.self, id: "missing") == nil)
        try? await Task.sleep(for: .milliseconds(1))
        await MainActor.run { #expect(LoopThread.current == nil) }
      }
    }
    #expect(LoopThread.current == nil)
    #expect(thread.value != nil)
    loop = nil
    while thread.value != nil { try await Task.sleep(for: .milliseconds(1)) }
  }
}
#endif
