#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import Synchronization
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// Each failure becomes an error that the caller can handle, and no acknowledged write is lost.
@Suite(.enabled(if: TestServer.isThere)) struct FailureTests {
  /// The server is restarted during a load and during a stream, as if its machine had failed.
  @Test(.timeLimit(.minutes(10))) func restart() async throws {
    let server = try await OwnServer()
    let failure = await error { try await restart(server) }
    #expect(failure == nil)
    try await server.remove()
  }

  private func restart(_ server: OwnServer) async throws {
    let store = Store(try PostgreSQLBackend(server.connection, options: .patient()))
    try await store.prepare(HouseholdSchema.self)
    try await store.insert((0..<2000).map { Tag(name: "before \($0)") })
    var stream = store.stream(Tag.all).makeAsyncIterator()
    _ = try await stream.next()

    let acknowledged = Mutex<[String]>([])
    let load = Task {
      while !Task.isCancelled {
        let tag = Tag(name: "during \(UUID())")
        try await store.save(tag)
        acknowledged.withLock { $0.append(tag.name) }
      }
    }
    let reads = Task { while !Task.isCancelled { _ = try await store.fetch(Tag.all) } }
    defer {
      load.cancel()
      reads.cancel()
    }
    while acknowledged.withLock({ $0.count }) < 50 { try await Task.sleep(for: .milliseconds(2)) }
    try await server.run("restart")
    // Whoever is between two statements when the server stops gets another connection, and goes on for ever.
    load.cancel()
    reads.cancel()
    for reason in [await error { try await load.value }, await error { try await reads.value }] {
      switch reason {
      case nil, .cancelled, .unreachable: break
      case let other?: Issue.record(other)
      }
    }
    let cut = await error { while try await stream.next() != nil {} }
    guard case .unreachable = cut else {
      Issue.record("\(String(describing: cut))")
      return
    }
    let kept = Set(try await store.fetch(Tag.all).map(\.name))
    #expect(acknowledged.withLock { $0 }.allSatisfy(kept.contains))
    #expect(kept.count >= 2050)
    // The acknowledged writes, and possibly the one whose answer was lost.
    #expect(kept.count <= 2001 + acknowledged.withLock { $0.count })

    try await server.run("crash")
    let down = await error { try await store.save(Tag(name: "down")) }
    guard case .unreachable = down else {
      Issue.record("\(String(describing: down))")
      return
    }
    try await server.run("start")
    try await store.save(Tag(name: "after"))
    #expect(try await store.count(Tag.all) == kept.count + 1)
  }

  /// A connection that is closed during a transaction rolls it back.
  @Test(.timeLimit(.minutes(10))) func cutInATransaction() async throws {
    let name = "cut\(UInt32.random(in: 0...UInt32.max))"
    let connection = try await TestServer.space() + " application_name=\(name)"
    let store = Store(try PostgreSQLBackend(connection, options: .patient()))
    try await store.prepare(HouseholdSchema.self)
    let failure = await error {
      try await store.transaction { store in
        try await store.save(Tag(name: "first"))
        try await TestServer.run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(name)'")
        try await store.save(Tag(name: "second"))
      }
    }
    guard case .unreachable = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(try await store.fetch(Tag.all) == [])
  }

  /// A server that hangs and does not even answer a request to cancel.
  @Test(.timeLimit(.minutes(10))) func hangingServer() async throws {
    let server = try await OwnServer()
    let failure = await error { try await hang(server) }
    #expect(failure == nil)
    try await server.remove()
  }

  private func hang(_ server: OwnServer) async throws {
    let options = PostgreSQLOptions.patient(connectionCount: 1, statementTimeout: .milliseconds(100))
    let backend = try PostgreSQLBackend(server.connection, options: options)
    let (session, process) = try await answer(to: "SELECT pg_backend_pid()::text", .write, backend)
    _ = try await Shell.run("kill", ["-STOP", process])
    let late = await error { _ = try await session.texts("SELECT 'never'", []) }
    #expect(late == .unreachable(reason: "the server did not answer in time"))
    await session.rollback()
    let (next, other) = try await answer(to: "SELECT pg_backend_pid()::text", .read, backend)
    #expect(other != process)
    await next.rollback()
    _ = try await Shell.run("kill", ["-CONT", process])

    // Without a timeout, a canceled task does not wait for such a server either.
    let patient = try PostgreSQLBackend(server.connection, options: .patient())
    let stuck = try #require(try await patient.begin(.singleRead) as? PostgreSQLSession)
    let stopped = try await stuck.texts("SELECT pg_backend_pid()::text", [])[0][0]
    _ = try await Shell.run("kill", ["-STOP", stopped])
    let task = Task { try await stuck.texts("SELECT 'never'", []) }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: StoreError.cancelled) { try await task.value }
    await stuck.rollback()
    _ = try await Shell.run("kill", ["-CONT", stopped])
  }

  /// A session and the result of its first statement. On a busy machine the statement may exceed its short timeout, and
  /// is then repeated.
  private func answer(
    to sql: String, _ access: SessionAccess, _ backend: PostgreSQLBackend
  ) async throws -> (PostgreSQLSession, String) {
    while true {
      let session = try #require(try await backend.begin(access) as? PostgreSQLSession)
      if let text = try? await session.texts(sql, []).first?.first { return (session, text) }
      await session.rollback()
    }
  }

  /// A canceled task leaves no rows of a large save, and a large load that is canceled leaves a usable connection.
  @Test(.timeLimit(.minutes(10))) func cancelledLoads() async throws {
    let (store, connection) = try await TestServer.household(.patient(connectionCount: 1))
    try await TestServer.run(
      """
      CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(1000); RETURN NEW; END $$;
      CREATE TRIGGER slow BEFORE INSERT ON tag FOR EACH ROW WHEN (NEW.name LIKE '%99') EXECUTE FUNCTION slow();
      """, on: connection)
    for count in [100, 1000] {
      for isSave in [false, true] {
        let tags = (0..<count).map { Tag(name: "\($0)") }
        let task = Task {
          if isSave { try await store.save(tags) } else { try await store.insert(tags) }
        }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        #expect(await error { _ = try await task.value } == .cancelled, "\(count) \(isSave)")
      }
    }
    #expect(try await store.count(Tag.all) == 0)
    try await store.insert((100..<2099).filter { $0 % 100 != 99 }.map { Tag(name: "\($0)") })
    let load = Task { while true { _ = try await store.fetch(Tag.all) } }
    try await Task.sleep(for: .milliseconds(50))
    load.cancel()
    #expect(await error { try await load.value } == .cancelled)
    #expect(try await store.count(Tag.all) > 1900)
  }

  /// Of two transactions that conflict, one fails, and is repeated if retries are enabled.
  @Test(.timeLimit(.minutes(10)), arguments: [PostgreSQLOptions.Isolation.serializable, .readCommitted])
  func conflicts(_ isolation: PostgreSQLOptions.Isolation) async throws {
    for attempts in [1, 100] {
      let (store, _) = try await TestServer.household(.patient(isolation: isolation))
      let people = [Person(name: "0"), Person(name: "0")]
      try await store.insert(people)
      let meeting = Meeting()
      // Each changes one row and then the other, in opposite orders: a deadlock, and no serial order.
      let tasks = [[0, 1], [1, 0]].map { order in
        Task { () -> StoreError? in
          await error {
            try await store.transaction(attempts: attempts) { store in
              var isFirst = true
              for index in order {
                var person = try #require(try await store.find(Person.self, id: people[index].id))
                person.name = String((Int(person.name) ?? 0) + 1)
                try await store.save(person)
                if isFirst { try await meeting.wait() }
                isFirst = false
              }
            }
          }
        }
      }
      let errors = [await tasks[0].value, await tasks[1].value].compactMap(\.self)
      let names = try await store.fetch(Person.all).map(\.name)
      if attempts > 1 {
        #expect(errors == [])
        // If each statement sees what is committed by then, the second may have read before the first was committed.
        if isolation == .serializable { #expect(names == ["2", "2"]) }
      } else {
        #expect(errors.count == 1)
        guard case .conflict? = errors.first else {
          Issue.record("\(errors)")
          continue
        }
        #expect(names == ["1", "1"])
      }
    }
  }

  /// A full disk loses no acknowledged writes, and writes succeed again after space was freed.
  @Test(.timeLimit(.minutes(10))) func fullDisk() async throws {
    let server = try await OwnServer()
    let failure = await error {
      // If nothing can be mounted, only the next test covers the server's error.
      guard let room = try await server.room(megabytes: 8) else { return }
      try await fill(Store(try PostgreSQLBackend(room, options: .patient())))
    }
    #expect(failure == nil)
    try await server.remove()
  }

  private func fill(_ store: Store) async throws {
    try await store.prepare(HouseholdSchema.self)
    var acknowledged = 0
    var full: StoreError?
    while full == nil {
      let tags = (0..<2000).map { Tag(name: "\(acknowledged + $0) " + String(repeating: "x", count: 100)) }
      full = await error {
        // By COPY and by single statements.
        if acknowledged < 4000 { try await store.save(tags) } else { try await store.insert(tags) }
        acknowledged += tags.count
      }
    }
    guard case .full = full else {
      Issue.record("\(String(describing: full))")
      return
    }
    let one = await error { for number in 0..<100_000 { try await store.save(Tag(name: "late \(number)")) } }
    guard case .full = one else {
      Issue.record("\(String(describing: one))")
      return
    }
    #expect(try await store.count(Tag.where { !$0.name.hasPrefix("late ") }) == acknowledged)
  }

  /// The server's error for a full disk becomes the store's, for every kind of statement.
  @Test func noRoom() async throws {
    let (store, connection) = try await TestServer.household()
    try await TestServer.run(
      """
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON tag FOR EACH ROW EXECUTE FUNCTION full_disk();
      """, on: connection)
    for count in [1, 100] {
      let failure = await error { try await store.insert((0..<count).map { Tag(name: "\($0)") }) }
      #expect(failure == .full(reason: "no space left"))
    }
    #expect(try await store.fetch(Tag.all) == [])
  }

  /// Observers receive the commits of other processes, and none of other schemas of the database.
  @Test(.timeLimit(.minutes(10))) func otherProcesses() async throws {
    let (store, connection) = try await TestServer.household()
    let (stranger, _) = try await TestServer.household()
    let other = Store(try PostgreSQLBackend(connection, options: .patient()))
    var names = store.observe(Tag.all).makeAsyncIterator()
    var changes = store.changes(of: Tag.self).makeAsyncIterator()
    #expect(try await names.next() == [])
    try await stranger.save(Tag(name: "elsewhere"))
    try await other.save(Person(name: "of another table"))
    let own = try await store.save(Tag(name: "own"))
    #expect(try await names.next()?.map(\.name) == ["own"])
    try await other.save(Tag(name: "other"))
    #expect(try await names.next()?.map(\.name) == ["other", "own"])
    try await TestServer.run(
      "INSERT INTO tag VALUES ('psql'); NOTIFY igata_changes, 'something'", on: connection)
    #expect(try await names.next()?.map(\.name) == ["other", "own", "psql"])
    #expect(await changes.next() == .committed([.inserted(own)]))
    #expect(await changes.next() == .unknown(.fromOutside))
  }
}

/// Lets two tasks wait for each other once. Later tasks do not wait.
actor Meeting {
  private var count = 0

  func wait() async throws {
    count += 1
    while count < 2 { try await Task.sleep(for: .milliseconds(2)) }
  }
}
#endif
