#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

extension Store {
  /// Looks for tags all in one moment.
  func findTags(_ names: Range<Int>) async -> [Task<String?, any Error>] {
    let finds = names.map { name in
      Task { try await find(Tag.self, id: "\(name)")?.name }
    }
    await Task.yield()
    return finds
  }
}

extension TestServer {
  /// A session that keeps everybody else from the tags.
  static func lockTags(on connection: String) async throws -> PostgreSQLSession {
    let other = try PostgreSQLBackend(connection, options: .patient())
    let lock = try #require(try await other.begin(.write) as? PostgreSQLSession)
    _ = try await lock.run([.command("LOCK TABLE tag IN ACCESS EXCLUSIVE MODE")], nil)
    return lock
  }
}

/// Rows that are asked for together are those that each has asked for, and what becomes of one is nothing to another.
@Suite(.enabled(if: TestServer.isThere)) struct LookupBatchTests {
  /// A store whose finds are all gathered, as if somebody else always waited for an answer.
  private func crowdedHousehold(
    _ options: PostgreSQLOptions, named name: String = "crowded"
  ) async throws -> (store: Store, backend: PostgreSQLBackend, connection: String) {
    let connection = try await TestServer.space() + " application_name=\(name)"
    let backend = try PostgreSQLBackend(connection, options: options)
    let store = Store(backend)
    // On a busy machine, the statements that create tables can take longer than a timeout that is tested.
    let filling = options.statementTimeout == nil ? store : Store(try PostgreSQLBackend(connection, options: .patient()))
    try await filling.prepare(HouseholdSchema.self)
    try await filling.insert((0..<100).map { Tag(name: "\($0)") })
    backend.inFlight.enter()
    return (store, backend, connection)
  }

  /// More tasks than fit into one question, and than there are connections, find their rows, of two tables, and those
  /// that are not there.
  @Test(.timeLimit(.minutes(10)), arguments: [1, 3])
  func manyTasks(connectionCount: Int) async throws {
    let (store, backend, _) = try await crowdedHousehold(.patient(connectionCount: connectionCount))
    let people = (0..<100).map { Person(name: "\($0)") }
    let settings = (1...100).map { Settings(warnBelow: Currency(savedValue: $0)) }
    try await store.insert(people)
    try await store.insert(settings)
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
    #expect(backend.openBatches.isEmpty)
  }

  /// Those who find no connection wait for one together, 64 at a time, in line with others, and leave alone.
  @Test(.timeLimit(.minutes(10))) func waitingInLine() async throws {
    let (store, backend, _) = try await crowdedHousehold(.patient(connectionCount: 1))
    let holder = try await backend.begin(.read)
    let finds = await store.findTags(0..<100)
    while backend.pool.waitingCount < 2 { try await Task.sleep(for: .milliseconds(1)) }
    let session = Task { await (try await backend.begin(.read)).rollback() }
    while backend.pool.waitingCount < 3 { try await Task.sleep(for: .milliseconds(1)) }
    finds[3].cancel()
    await #expect(throws: StoreError.cancelled) { try await finds[3].value }
    #expect(backend.pool.waitingCount == 3)
    await holder.rollback()
    for (name, find) in finds.enumerated() where name != 3 { #expect(try await find.value == "\(name)") }
    try await session.value
  }

  /// Where all leave, nobody waits in line for them.
  @Test(.timeLimit(.minutes(10))) func leavingTheLine() async throws {
    let (store, backend, _) = try await crowdedHousehold(.patient(connectionCount: 1))
    let holder = try await backend.begin(.read)
    let finds = await store.findTags(0..<10)
    while backend.pool.waitingCount < 1 { try await Task.sleep(for: .milliseconds(1)) }
    for find in finds { find.cancel() }
    for find in finds { await #expect(throws: StoreError.cancelled) { try await find.value } }
    while backend.pool.waitingCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
    await holder.rollback()
    #expect(try await store.find(Tag.self, id: "1") == Tag(name: "1"))
  }

  /// Whoever waits too long is told so, however late it came.
  @Test(.timeLimit(.minutes(10))) func exhaustedPool() async throws {
    let (store, backend, _) = try await crowdedHousehold(
      .patient(connectionCount: 1, poolTimeout: .milliseconds(500)))
    let holder = try await backend.begin(.read)
    try await withThrowingDiscardingTaskGroup { group in
      for number in 0..<10 {
        group.addTask {
          try await Task.sleep(for: .milliseconds(20 * number))
          let start = ContinuousClock.now
          await #expect(throws: StoreError.unreachable(reason: "all 1 connections are in use")) {
            try await store.find(Tag.self, id: "1")
          }
          #expect(ContinuousClock.now - start >= .milliseconds(449))
        }
      }
    }
    await holder.rollback()
    #expect(try await store.find(Tag.self, id: "1") == Tag(name: "1"))
  }

  /// What can't be asked for together is asked for alone, and the others are none the worse for it.
  @Test(.timeLimit(.minutes(10))) func unsendableKey() async throws {
    let (store, backend, _) = try await crowdedHousehold(.patient(connectionCount: 1))
    let holder = try await backend.begin(.read)
    let before = await store.findTags(0..<3)
    let broken = Task { try await store.find(Tag.self, id: "a NUL \0") }
    let after = await store.findTags(3..<6)
    while backend.pool.waitingCount < 1 { try await Task.sleep(for: .milliseconds(1)) }
    await holder.rollback()
    for (name, find) in (before + after).enumerated() { #expect(try await find.value == "\(name)") }
    #expect(try await broken.value == nil)
  }

  /// A task of a higher priority joins none of a lower one, which may not run for long.
  @Test func priorities() throws {
    let finds = LookupBatch(Tag.table, .low)
    #expect(finds.add({ "1".write(to: &$0, at: 0) }, .background) != nil)
    #expect(finds.add({ "2".write(to: &$0, at: 0) }, .low) != nil)
    #expect(finds.add({ "3".write(to: &$0, at: 0) }, .medium) == nil)
  }

  /// One that is cancelled leaves the others what they have asked for, and nobody waits for rows of another table.
  @Test(.timeLimit(.minutes(10))) func oneIsCancelled() async throws {
    let (store, _, connection) = try await crowdedHousehold(.patient(connectionCount: 11))
    let hanako = try await store.insert(Person(name: "Hanako"))
    let lock = try await TestServer.lockTags(on: connection)
    let finds = await store.findTags(0..<10)
    try await TestServer.untilLocked("tag", on: connection)
    finds[3].cancel()
    await #expect(throws: StoreError.cancelled) { try await finds[3].value }
    let person = Task { try await store.find(Person.self, id: hanako.id) }
    #expect(try await person.value == hanako)
    #expect(try await TestServer.waitingCount(for: "tag", on: connection) > 0)
    await lock.rollback()
    for (name, find) in finds.enumerated() where name != 3 {
      #expect(try await find.value == "\(name)")
    }
  }

  /// What nobody waits for any more is ended on the server too, and its connection serves the next.
  @Test(.timeLimit(.minutes(10))) func allAreCancelled() async throws {
    let (store, _, connection) = try await crowdedHousehold(.patient(connectionCount: 1))
    let lock = try await TestServer.lockTags(on: connection)
    let finds = await store.findTags(0..<3)
    try await TestServer.untilLocked("tag", on: connection)
    for find in finds { find.cancel() }
    for find in finds { await #expect(throws: StoreError.cancelled) { try await find.value } }
    while try await TestServer.waitingCount(for: "tag", on: connection) > 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
    await lock.rollback()
    for (name, find) in await store.findTags(0..<3).enumerated() {
      #expect(try await find.value == "\(name)")
    }
  }

  /// What the server refuses fails, for each who asked.
  @Test(.timeLimit(.minutes(10))) func statementTimeout() async throws {
    let (store, _, connection) = try await crowdedHousehold(
      .patient(connectionCount: 1, statementTimeout: .milliseconds(500)))
    let lock = try await TestServer.lockTags(on: connection)
    let failure = StoreError.unreachable(reason: "canceling statement due to statement timeout")
    for find in await store.findTags(0..<3) { await #expect(throws: failure) { try await find.value } }
    await lock.rollback()
    for (name, find) in await store.findTags(0..<3).enumerated() {
      #expect(try await find.value == "\(name)")
    }
  }

  /// A server that answers nothing is given up: at the timeout, or after all lookups were cancelled.
  @Test(.timeLimit(.minutes(10)), arguments: [false, true]) func hangingServer(isCancelled: Bool) async throws {
    let name = "hanging\(UInt32.random(in: 0...UInt32.max))"
    let connection = try await TestServer.space() + " application_name=\(name)"
    let options = PostgreSQLOptions.patient(connectionCount: 1, statementTimeout: isCancelled ? nil : .seconds(1))
    let store = Store(try PostgreSQLBackend(connection, options: options))
    let other = Store(try PostgreSQLBackend(connection.replacing(name, with: "other"), options: .patient()))
    try await other.prepare(HouseholdSchema.self)
    try await other.insert((0..<3).map { Tag(name: "\($0)") })
    for _ in 0..<3 { #expect(try await store.find(Tag.self, id: "0") != nil) }
    let processes = try await TestServer.run("SELECT pid FROM pg_stat_activity WHERE application_name = '\(name)'")
    for process in processes { _ = try await Shell.run("kill", ["-STOP", process[0]]) }
    // Lookups that wait for the connection of the first go to the one that replaces it.
    let finds = await store.findTags(0..<(isCancelled ? 3 : 1))
    if isCancelled { for find in finds { find.cancel() } }
    let failure = isCancelled ? StoreError.cancelled : .unreachable(reason: "the server did not answer in time")
    for find in finds { await #expect(throws: failure) { try await find.value } }
    // On a connection that replaces the one that was given up.
    for (name, find) in await store.findTags(0..<3).enumerated() { #expect(try await find.value == "\(name)") }
    for process in processes { _ = try await Shell.run("kill", ["-CONT", process[0]]) }
  }

  /// A connection that was cut while it lay idle is replaced, and nobody notices who looks for a row.
  @Test(.timeLimit(.minutes(10))) func cutWhileIdle() async throws {
    let name = "idle\(UInt32.random(in: 0...UInt32.max))"
    let (store, _, _) = try await crowdedHousehold(.patient(connectionCount: 2), named: name)
    for _ in 0..<3 {
      for (name, find) in await store.findTags(0..<10).enumerated() {
        #expect(try await find.value == "\(name)")
      }
      try await TestServer.run(
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = '\(name)'")
    }
  }
}
#endif
