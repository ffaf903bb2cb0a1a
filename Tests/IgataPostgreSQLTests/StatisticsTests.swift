#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// What the statistics and `check` say, at moments that are known.
@Suite(.enabled(if: TestServer.isThere)) struct StatisticsTests {
  /// A pool of two and twenty tasks.
  @Test(.timeLimit(.minutes(10))) func waitingTasks() async throws {
    let options = PostgreSQLOptions.patient(connectionCount: 2)
    let backend = try PostgreSQLBackend(try await TestServer.space(), options: options)
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    #expect(backend.statistics.connections.limit == 2 && backend.statistics.connections.waiting == 0)
    let sleep: SQL = "SELECT pg_sleep(0.2)::text"
    let tasks = (0..<20).map { _ in Task { try await store.select(sql: sleep, as: String.self) } }
    var statistics = backend.statistics
    while statistics.connections.waiting < 14 || statistics.oldestSession == nil {
      try await Task.sleep(for: .milliseconds(1))
      statistics = backend.statistics
    }
    #expect(statistics.connections.open == 2 && statistics.connections.busy == 2 && statistics.connections.idle == 0)
    #expect(statistics.connections.longestWait > .zero)
    await #expect(throws: StoreError.unreachable(reason: "there was no answer within \(Duration.milliseconds(1))")) {
      try await store.check(within: .milliseconds(1))
    }
    for task in tasks { _ = try await task.value }
    #expect(backend.statistics.connections.longestWait > .zero)
    #expect(backend.statistics.connections.busy == 0 && backend.statistics.connections.longestWait == .zero)
    #expect(backend.statistics.statements.read.statements >= 20)
    try await store.check(within: .seconds(3600))
  }

  /// A server that is stopped answers nothing, and one that was restarted has lost all connections.
  @Test(.timeLimit(.minutes(10))) func stoppedServer() async throws {
    let server = try await OwnServer()
    let backend = try PostgreSQLBackend(server.connection + " application_name=checked", options: .patient())
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await store.check(within: .seconds(3600))
    let processes = try await TestServer.run(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'checked'", on: server.connection)
    for process in processes { _ = try await Shell.run("kill", ["-STOP", process[0]]) }
    let start = ContinuousClock.now
    await #expect(throws: StoreError.unreachable(reason: "there was no answer within \(Duration.milliseconds(50))")) {
      try await store.check(within: .milliseconds(50))
    }
    // Not the seconds for which a cancellation is repeated; with room for a machine on which much else runs.
    #expect(start.duration(to: .now) < .seconds(60))
    for process in processes { _ = try await Shell.run("kill", ["-CONT", process[0]]) }
    try await store.check(within: .seconds(3600))
    let lost = backend.statistics.lostConnections
    try await server.run("restart")
    while (try? await store.check(within: .seconds(3600))) == nil { try await Task.sleep(for: .milliseconds(50)) }
    #expect(backend.statistics.lostConnections > lost)
    #expect(backend.statistics.statements.read.errors > 0 || backend.statistics.connections.open > 0)
    try await store.close()
    try await server.remove()
  }

  @Test(.timeLimit(.minutes(10))) func checks() async throws {
    let (store, connection) = try await TestServer.household()
    try await store.check(within: .seconds(3600))
    try await TestServer.run("ALTER TABLE person RENAME COLUMN name TO title; DROP TABLE entry CASCADE", on: connection)
    let error = await #expect(throws: StoreError.self) { try await store.check(within: .seconds(3600)) }
    guard case .schemaMismatch(let differences)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(differences.contains { $0.table == "entry" && $0.column == nil })
    #expect(differences.contains { $0.table == "person" && $0.column == "name" })
  }

  /// A waiter names the transaction that has been open longest.
  @Test(.timeLimit(.minutes(10))) func poolTimeout() async throws {
    let options = PostgreSQLOptions.patient(poolTimeout: .milliseconds(50))
    let store = Store(try PostgreSQLBackend(try await TestServer.space(), options: options))
    while (try? await store.prepare(HouseholdSchema.self)) == nil {}
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
}
#endif
