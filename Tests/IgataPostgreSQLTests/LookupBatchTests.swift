#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

extension Store {
  /// Looks up tags at the same time.
  func findTags(_ names: Range<Int>) async -> [Task<String?, any Error>] {
    let finds = names.map { name in
      Task { try await find(Tag.self, id: "\(name)")?.name }
    }
    await Task.yield()
    return finds
  }
}

extension TestServer {
  /// A session that locks the table of the tags.
  static func lockTags(on connection: String) async throws -> PostgreSQLSession {
    let other = try PostgreSQLBackend(connection, options: .patient())
    let lock = try #require(try await other.begin(.write) as? PostgreSQLSession)
    _ = try await lock.run([.command("LOCK TABLE tag IN ACCESS EXCLUSIVE MODE")], nil)
    return lock
  }
}

/// Lookups that are sent together find their own rows and do not affect each other.
@Suite(.enabled(if: TestServer.isThere)) struct LookupBatchTests {
  /// A store whose lookups are all sent in batches, as if there were always others at the same time.
  private func crowdedHousehold(
    _ options: PostgreSQLOptions, named name: String = "crowded"
  ) async throws -> (store: Store, backend: PostgreSQLBackend, connection: String) {
    let connection = try await TestServer.space() + " application_name=\(name)"
    let backend = try PostgreSQLBackend(connection, options: options)
    let store = Store(backend)
    // On a busy machine, the statements that create tables may take longer than the tested timeout.
    let filling = options.statementTimeout == nil ? store : Store(try PostgreSQLBackend(connection, options: .patient()))
    try await filling.prepare(HouseholdSchema.self)
    try await filling.insert((0..<100).map { Tag(name: "\($0)") })
    backend.inFlight.enter()
    return (store, backend, connection)
  }

  /// More lookups in two tables than fit into a batch, and more than there are connections, some of missing rows.
  @Test(.timeLimit(.minutes(10)), arguments: [1, 3])
  func manyTasks(connectionCount: Int) async throws {
    let (store, backend, _) = try await crowdedHousehold(.patient(connectionCount: connectionCount))
    let people = (0..<100).map { Person(name: "\($0)") }
    let settings = (1...100).map { Settings(warnBelow: Currency(storedInteger: $0)) }
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

  /// Lookups without a connection wait for one in batches of 64, in order with others. They can be canceled separately.
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

  /// A batch whose lookups are all canceled does not wait for a connection.
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

  /// Lookups fail at the pool's timeout, also those that were added late.
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

  /// A lookup that can't be sent in a batch is sent separately, and does not affect the others.
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

  /// A task does not join a batch of a lower priority, which may not run for a long time.
  @Test func priorities() throws {
    let finds = LookupBatch(Tag.table, .low)
    #expect(finds.add({ "1".write(to: &$0, at: 0) }, .background, nil) != nil)
    #expect(finds.add({ "2".write(to: &$0, at: 0) }, .low, nil) != nil)
    #expect(finds.add({ "3".write(to: &$0, at: 0) }, .medium, nil) == nil)
  }

  /// A canceled lookup does not affect the others, and lookups do not wait for those of another table.
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

  /// If all lookups are canceled, so is the statement on the server, and the connection can be used again.
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

  /// An error of the server fails each lookup.
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

  /// A server that does not answer is given up at the timeout, or after all lookups were canceled.
  @Test(.timeLimit(.minutes(10)), arguments: [false, true]) func hangingServer(isCancelled: Bool) async throws {
    let server = try await OwnServer()
    let failure = await error { try await hang(server, isCancelled: isCancelled) }
    #expect(failure == nil)
    try await server.remove()
  }

  private func hang(_ server: OwnServer, isCancelled: Bool) async throws {
    let connection = server.connection + " application_name=hanging"
    let options = PostgreSQLOptions.patient(connectionCount: 1, statementTimeout: isCancelled ? nil : .seconds(1))
    let store = Store(try PostgreSQLBackend(connection, options: options))
    let other = Store(try PostgreSQLBackend(server.connection, options: .patient()))
    try await other.prepare(HouseholdSchema.self)
    try await other.insert((0..<3).map { Tag(name: "\($0)") })
    for _ in 0..<3 { #expect(try await store.find(Tag.self, id: "0") != nil) }
    let processes = try await TestServer.run(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'hanging'", on: server.connection)
    for process in processes { _ = try await Shell.run("kill", ["-STOP", process[0]]) }
    // Lookups that wait for the connection of the first ones use the one that replaces it.
    let finds = await store.findTags(0..<(isCancelled ? 3 : 1))
    if isCancelled { for find in finds { find.cancel() } }
    let failure = isCancelled ? StoreError.cancelled : .unreachable(reason: "the server did not answer in time")
    for find in finds { await #expect(throws: failure) { try await find.value } }
    // On the connection that replaces the one that was given up.
    for (name, find) in await store.findTags(0..<3).enumerated() { #expect(try await find.value == "\(name)") }
    for process in processes { _ = try await Shell.run("kill", ["-CONT", process[0]]) }
  }

  /// A connection that was closed while it was idle is replaced, and lookups succeed.
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
