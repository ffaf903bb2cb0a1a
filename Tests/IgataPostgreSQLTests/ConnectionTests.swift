#if PostgreSQL
import Foundation
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// Sessions in which tests run SQL of their own.
private func session(
  _ connection: String, _ options: PostgreSQLOptions = .patient(), _ access: SessionAccess = .singleRead
) async throws -> PostgreSQLSession {
  let backend = try PostgreSQLBackend(connection, options: options)
  guard let session = try await backend.begin(access) as? PostgreSQLSession else { throw StoreError.cancelled }
  return session
}

private func failure(_ body: () async throws -> Void) async -> StoreError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? StoreError ?? .backend(code: -1, message: "\(error)")
  }
}

@Suite(.enabled(if: TestServer.isThere)) struct ConnectionTests {
  let connection = TestServer.connection(to: "postgres")

  /// Decimals are encoded and decoded like the server does.
  @Test func decimals() async throws {
    let session = try await session(connection)
    var texts = [
      "0", "1", "-1", "10000", "9999", "0.0001", "-0.00010001", "123456789.123456789", "1e-20", "1e30",
      "99999999999999999999999999999999999999", "-0.5", "12340000", "0.12345678901234567890123456789",
    ]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let digits = String(UInt64.random(in: 0...UInt64.max, using: &random)).prefix(Int.random(in: 1...19))
      texts.append("\(Bool.random() ? "-" : "")\(digits)e\(Int.random(in: -30...15))")
    }
    for text in texts {
      let number = try #require(Decimal(string: text))
      var parameters = Parameters()
      try parameters.append(.decimal(number), .decimal)
      let result = try #require(
        try await session.run([.statement("SELECT $1::numeric, $1::numeric::text", parameters)], nil).last)
      #expect(Decimal(serverBytes: result.bytes(0, 0)) == number, "\(text)")
      #expect(String(serverBytes: result.bytes(0, 1)).flatMap { Decimal(string: $0) } == number, "\(text)")
    }
    await session.rollback()
  }

  /// A query without end is canceled together with its task, and its connection can be used again.
  @Test(.timeLimit(.minutes(10))) func cancellation() async throws {
    let options = PostgreSQLOptions.patient(connectionCount: 1)
    let backend = try PostgreSQLBackend(connection, options: options)
    for access in [SessionAccess.singleRead, .read, .write] {
      let session = try #require(try await backend.begin(access) as? PostgreSQLSession)
      let task = Task { try await session.texts("SELECT pg_sleep(100000)::text", []) }
      // The server ignores a request that arrives before the statement, so that it is repeated.
      if access != .read { try await Task.sleep(for: .milliseconds(50)) }
      task.cancel()
      await #expect(throws: StoreError.cancelled) { try await task.value }
      await session.rollback()
    }
    let session = try #require(try await backend.begin(.read) as? PostgreSQLSession)
    #expect(try await session.texts("SELECT 'still here'", []) == [["still here"]])
    await session.rollback()
  }

  @Test func statementTimeout() async throws {
    let session = try await session(connection, .patient(statementTimeout: .milliseconds(50)))
    let error = await failure { _ = try await session.texts("SELECT pg_sleep(100000)::text", []) }
    #expect(error == .unreachable(reason: "canceling statement due to statement timeout"))
    await session.rollback()
  }

  /// The error of a failed connection has the reason and never the password.
  @Test func refusals() async throws {
    try await TestServer.run(
      "DO $$ BEGIN CREATE ROLE guarded LOGIN PASSWORD 'right'; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
    for role in ["crowded LOGIN CONNECTION LIMIT 0", "barred NOLOGIN"] {
      try await TestServer.run(
        "DO $$ BEGIN CREATE ROLE \(role); EXCEPTION WHEN duplicate_object THEN NULL; END $$")
    }
    let right = TestServer.connection(to: "postgres", user: "guarded")
    let backend = try PostgreSQLBackend(right + " password=right", options: .patient())
    await (try await backend.begin(.read)).rollback()
    #expect(!"\(backend)".contains("right"))
    var dumped = ""
    dump(backend, to: &dumped)
    #expect(!dumped.contains("password=right") && !dumped.contains("\"right\""))

    let cases: [(String, StoreError)] = [
      (right + " password=hunter2", .accessDenied(reason: "password authentication failed for user \"guarded\"")),
      (right, .accessDenied(reason: "no password supplied")),
      (TestServer.connection(to: "nothing_here"), .accessDenied(reason: "database \"nothing_here\" does not exist")),
      ("host=/nowhere/at/all", .unreachable(reason: "No such file or directory")),
      ("host=nowhere.invalid", .unreachable(reason: "nowhere.invalid")),
      ("host=127.0.0.1 port=1", .unreachable(reason: "Connection refused")),
      (connection + " target_session_attrs=standby", .unreachable(reason: "hot standby")),
      (connection + " sslmode=verify", .accessDenied(reason: "sslmode")),
      (connection + " port=54x32", .accessDenied(reason: "from 1 to 65535")),
      (connection + " port=99999", .accessDenied(reason: "from 1 to 65535")),
      (connection + " host=a,b port=1,2,3", .accessDenied(reason: "3 port numbers")),
      (connection + " hostaddr=somewhere", .accessDenied(reason: "somewhere")),
      (connection + " target_session_attrs=secondary", .accessDenied(reason: "target_session_attrs")),
      (connection + " options='-c no_such_setting=1'", .accessDenied(reason: "no_such_setting")),
      (TestServer.connection(to: "postgres", user: "crowded"), .unreachable(reason: "crowded")),
      (TestServer.connection(to: "postgres", user: "barred"), .accessDenied(reason: "barred")),
    ]
    for (connection, expected) in cases {
      let error = await failure { _ = try await PostgreSQLBackend(connection, options: .patient()).begin(.read) }
      switch (error, expected) {
      case (.accessDenied(let reason), .accessDenied(let part)), (.unreachable(let reason), .unreachable(let part)):
        #expect(reason.contains(part), "\(reason)")
        #expect(!reason.contains("hunter2"))
      default: Issue.record("\(connection.count): \(String(describing: error))")
      }
    }
    let malformed = await failure { _ = try PostgreSQLBackend("postgresql://me:hunter2@[::1/db") }
    guard case .accessDenied(let reason) = malformed else {
      Issue.record("\(String(describing: malformed))")
      return
    }
    #expect(!reason.contains("hunter2"))
  }

  /// A connection that was closed during a session is not reused.
  @Test func lostConnections() async throws {
    let backend = try PostgreSQLBackend(connection, options: .patient(connectionCount: 1))
    let session = try #require(try await backend.begin(.write) as? PostgreSQLSession)
    let process = try await session.texts("SELECT pg_backend_pid()::text", [])[0][0]
    try await TestServer.run("SELECT pg_terminate_backend(\(process))")
    guard case .unreachable = await failure({ _ = try await session.texts("SELECT '1'", []) }) else {
      Issue.record("a lost connection was not told so")
      return
    }
    await session.rollback()
    let next = try #require(try await backend.begin(.read) as? PostgreSQLSession)
    #expect(try await next.texts("SELECT pg_backend_pid()::text", [])[0][0] != process)
    // A connection that was closed while it was idle is noticed before it is used.
    await next.rollback()
    let idle = try #require(try await backend.begin(.read) as? PostgreSQLSession)
    let other = try await idle.texts("SELECT pg_backend_pid()::text", [])[0][0]
    await idle.rollback()
    try await TestServer.run("SELECT pg_terminate_backend(\(other))")
    try await waitUntilGone(other)
    let last = try #require(try await backend.begin(.singleRead) as? PostgreSQLSession)
    #expect(try await last.texts("SELECT 'well'", []) == [["well"]])
    await last.rollback()
  }

  private func waitUntilGone(_ process: String) async throws {
    while try await TestServer.run("SELECT count(*) FROM pg_stat_activity WHERE pid = \(process)") != [["0"]] {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Tasks wait for a connection in order. A canceled task stops waiting, and others fail at the timeout.
  @Test func exhaustedPool() async throws {
    let options = PostgreSQLOptions.patient(connectionCount: 2, poolTimeout: .milliseconds(100))
    let backend = try PostgreSQLBackend(connection, options: options)
    let first = try await backend.begin(.read)
    let second = try await backend.begin(.read)
    // The second task starts while the first waits, and waits as long.
    let late = (0..<2).map { number in
      Task {
        try await Task.sleep(for: .milliseconds(60 * number))
        let start = ContinuousClock.now
        let failure = await failure { _ = try await backend.begin(.read) }
        #expect(ContinuousClock.now - start >= .milliseconds(99))
        return failure
      }
    }
    for late in late { #expect(try await late.value == .unreachable(reason: "all 2 connections are in use")) }
    let patient = try PostgreSQLBackend(connection, options: .patient(connectionCount: 1))
    let holder = try await patient.begin(.read)
    let cancelled = Task { _ = try await patient.begin(.read) }
    cancelled.cancel()
    await #expect(throws: StoreError.cancelled) { try await cancelled.value }
    let waiting = Task { await (try await patient.begin(.read)).rollback() }
    await holder.rollback()
    try await waiting.value
    await first.rollback()
    await second.rollback()
  }

  /// Connections are lent in the order of requests, also after one of them was canceled.
  @Test(.timeLimit(.minutes(10))) func poolOrder() async throws {
    let backend = try PostgreSQLBackend(connection, options: .patient(connectionCount: 1))
    let holder = try await backend.begin(.read)
    let (served, serving) = AsyncStream<Int>.makeStream()
    var waiting: [Task<Void, any Error>] = []
    for number in 0..<12 {
      waiting.append(
        Task {
          let session = try await backend.begin(.read)
          serving.yield(number)
          await session.rollback()
        })
      while backend.pool.waitingCount <= number { await Task.yield() }
    }
    for number in [0, 5, 11] {
      waiting[number].cancel()
      await #expect(throws: StoreError.cancelled) { try await waiting[number].value }
    }
    await holder.rollback()
    for number in 0..<12 where ![0, 5, 11].contains(number) { try await waiting[number].value }
    serving.finish()
    #expect(await served.reduce(into: []) { $0.append($1) } == [1, 2, 3, 4, 6, 7, 8, 9, 10])
  }

  @Test func idleConnectionsAreClosed() async throws {
    let name = "idle\(UInt32.random(in: 0...UInt32.max))"
    let backend = try PostgreSQLBackend(
      connection + " application_name=\(name)", options: .patient(idleTimeout: .seconds(1)))
    let sessions = [try await backend.begin(.read), try await backend.begin(.read)]
    let count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(name)'"
    #expect(try await TestServer.run(count) == [["2"]])
    for session in sessions { await session.rollback() }
    while try await TestServer.run(count) != [["0"]] { try await Task.sleep(for: .milliseconds(20)) }
    await (try await backend.begin(.read)).rollback()
  }

  /// A server that accepts a connection and never answers.
  @Test(.timeLimit(.minutes(10))) func silentServer() async throws {
    let folder = "/tmp/igata-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let listener = try SilentListener(path: folder + "/.s.PGSQL.5432")
    let backend = try PostgreSQLBackend(
      "host=\(folder) dbname=postgres", options: PostgreSQLOptions(connectTimeout: .seconds(2)))
    guard case .unreachable(let reason) = await failure({ _ = try await backend.begin(.read) }) else {
      Issue.record("a silent server was reached")
      return
    }
    #expect(reason.contains("timeout expired"))
    listener.close()
  }
}

/// A listening socket that never answers.
private final class SilentListener {
  private let descriptor: Int32

  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      for (index, byte) in path.utf8.enumerated() where index < bytes.count - 1 { bytes[index] = byte }
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    guard isBound, listen(descriptor, 5) == 0 else { throw Shell.Failure(message: "can't listen on \(path)") }
  }

  func close() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}
#endif
