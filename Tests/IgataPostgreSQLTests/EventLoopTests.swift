#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataTesting
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

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
    let finds = await store.findTags(0..<3, on: loop)
    let busy = Task(executorPreference: loop) { while !Task.isCancelled { await Task.yield() } }
    if isCancelled { for find in finds { find.cancel() } }
    let failure = isCancelled ? StoreError.cancelled : .unreachable(reason: "the server did not answer in time")
    for find in finds { await #expect(throws: failure) { try await find.value } }
    busy.cancel()
    // On a connection that takes the place of the one that was given up.
    for (name, find) in await store.findTags(0..<3, on: loop).enumerated() {
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
