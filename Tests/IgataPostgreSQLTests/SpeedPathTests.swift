#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataTesting
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// The faster paths have the same results as the ordinary ones.
@Suite(.enabled(if: TestServer.isThere)) struct SpeedPathTests {
  /// A lookup whose answer arrives late waits like other statements, and can be canceled.
  @Test(.timeLimit(.minutes(10))) func lateAnswers() async throws {
    let (store, connection) = try await TestServer.household(.patient(connectionCount: 2))
    try await store.save(Tag(name: "kept"))
    // The first lookup prepares the statement. The others use the fast path.
    for _ in 0..<3 { #expect(try await store.find(Tag.self, id: "kept") == Tag(name: "kept")) }
    #expect(try await store.find(Tag.self, id: "missing") == nil)
    for isCancelled in [false, true, false] {
      let lock = try await TestServer.lockTags(on: connection)
      let find = Task { try await store.find(Tag.self, id: "kept") }
      try await TestServer.untilLocked("tag", on: connection)
      if isCancelled {
        find.cancel()
        await #expect(throws: StoreError.cancelled) { try await find.value }
        await lock.rollback()
      } else {
        await lock.rollback()
        #expect(try await find.value == Tag(name: "kept"))
      }
      #expect(try await store.find(Tag.self, id: "kept") == Tag(name: "kept"))
    }
  }

  /// An answer that is not read may lose its connection, which is then replaced.
  @Test(.timeLimit(.minutes(10))) func droppedAnswers() async throws {
    let connection = try await TestServer.space()
    let backend = try PostgreSQLBackend(connection, options: .patient(connectionCount: 1))
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await store.save(Tag(name: "kept"))
    for _ in 0..<3 { #expect(try await store.find(Tag.self, id: "kept") == Tag(name: "kept")) }
    let lock = try await TestServer.lockTags(on: connection)
    do {
      let asked = try backend.lookUp(Tag.table, key: { "kept".write(to: &$0, at: 0) }, for: nil) { _ in }
      guard case .awaited = asked else {
        Issue.record("\(asked)")
        return
      }
    }
    await lock.rollback()
    for _ in 0..<3 { #expect(try await store.find(Tag.self, id: "kept") == Tag(name: "kept")) }
    #expect(backend.inFlight.isEmpty)
  }

  /// Requests in pipeline mode and outside of it alternate on one connection.
  @Test(.timeLimit(.minutes(10))) func turns() async throws {
    let (store, _) = try await TestServer.household(.patient(connectionCount: 1, isolation: .serializable))
    for round in 0..<5 {
      let tag = Tag(name: "tag \(round)")
      try await store.insert(tag)
      for _ in 0..<2 { #expect(try await store.find(Tag.self, id: tag.name) == tag) }
      try await store.insert((0..<2000).map { Tag(name: "\(round) of \($0)") })
      #expect(try await store.find(Tag.self, id: "\(round) of 7") == Tag(name: "\(round) of 7"))
      #expect(try await store.fetch(Tag.all).count == (round + 1) * 2001)
      #expect(try await store.find(Tag.self, id: "missing") == nil)
    }
  }

  /// A connection that was closed while it was idle is replaced, and reads succeed.
  @Test(.timeLimit(.minutes(10))) func cutWhileIdle() async throws {
    let name = "idle\(UInt32.random(in: 0...UInt32.max))"
    let connection = try await TestServer.space() + " application_name=\(name)"
    let store = Store(try PostgreSQLBackend(connection, options: .patient(connectionCount: 1)))
    try await store.prepare(HouseholdSchema.self)
    try await store.save(Tag(name: "kept"))
    for _ in 0..<3 {
      for _ in 0..<3 { #expect(try await store.find(Tag.self, id: "kept") == Tag(name: "kept")) }
      try await TestServer.run(
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = '\(name)'")
    }
  }

  /// Many concurrent lookups find their rows, also while connections are closed.
  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func crowds(isClosed: Bool) async throws {
    let name = "crowd\(UInt32.random(in: 0...UInt32.max))"
    let connection = try await TestServer.space() + " application_name=\(name)"
    let backend = try PostgreSQLBackend(connection, options: .patient(connectionCount: 4))
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    try await store.insert((0..<50).map { Tag(name: "\($0) " + String(repeating: "x", count: $0 * 1000)) })
    let names = try await store.fetch(Tag.all).map(\.name)
    let cutter = Task {
      while isClosed, !Task.isCancelled {
        try await TestServer.run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(name)' LIMIT 1")
      }
    }
    let found = await withTaskGroup(of: Int.self) { group in
      for task in 0..<16 {
        group.addTask {
          var found = 0
          for step in 0..<200 {
            let name = (task + step) % 7 == 0 ? "missing" : names[(task * 31 + step) % names.count]
            do {
              #expect(try await store.find(Tag.self, id: name)?.name == (name == "missing" ? nil : name))
              found += 1
            } catch {
              guard isClosed, case .unreachable? = error as? StoreError else {
                Issue.record("\(error)")
                continue
              }
            }
          }
          return found
        }
      }
      return await group.reduce(0, +)
    }
    cutter.cancel()
    _ = try? await cutter.value
    if isClosed { #expect(found > 0) } else { #expect(found == 3200) }
    // Each lookup is counted out once.
    while !backend.inFlight.isEmpty { await Task.yield() }
    backend.inFlight.enter()
    #expect(!backend.inFlight.isEmpty)
    // All connections were returned.
    var sessions: [any BackendSession] = []
    for _ in 0..<4 { sessions.append(try await backend.begin(.read)) }
    for session in sessions { await session.rollback() }
  }

  /// Rows that are sent in parts get their keys and are read back unchanged. One that can't be sent undoes all of them.
  @Test func parts() async throws {
    let (store, connection) = try await TestServer.household()
    let account = try await store.save(Account(name: "現金", owner: Person(name: "Hanako")))
    let note = String(repeating: "記", count: 100)
    let entries = (0..<3000).map { Entry(account: account, amount: Currency(storedInteger: Int64($0)), note: note) }
    let saved = try await store.save(entries)
    #expect(Set(saved.map(\.id)).count == entries.count)
    #expect(saved.map(\.amount) == entries.map(\.amount))
    #expect(try await store.fetch(Entry.all).map(\.id) == saved.map(\.id).sorted())

    let tags = (0..<20_000).map { Tag(name: "tag \($0)") }
    let broken = Array(tags.dropLast(10)) + [Tag(name: "a NUL \0")] + tags.suffix(10)
    try await store.transaction { store in
      try await store.insert(Tag(name: "before"))
      for isInsert in [true, false] {
        let failure = await error { _ = isInsert ? try await store.insert(broken) : try await store.save(broken) }
        guard case .unstorable(model: "Tag", field: "name", _) = failure else {
          Issue.record("\(String(describing: failure))")
          return
        }
      }
      try await store.insert(Tag(name: "after"))
    }
    #expect(try await store.fetch(Tag.all).map(\.name) == ["after", "before"])
    try await store.insert(tags)
    #expect(try await store.count(Tag.all) == tags.count + 2)
    // A wrapper of the session that passes on all rows at once.
    let spy = SpyBackend(try PostgreSQLBackend(connection, options: .patient()))
    try await Store(spy).insert(tags.map { Tag(name: "spied \($0.name)") })
    #expect(try await store.count(Tag.all) == 2 * tags.count + 2)
    let twice = await error { _ = try await store.insert(tags.reversed()) }
    guard case .duplicateKey = twice else {
      Issue.record("\(String(describing: twice))")
      return
    }
  }
}

#endif
