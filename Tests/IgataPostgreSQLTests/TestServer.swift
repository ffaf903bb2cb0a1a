#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
import TestSupport

extension PostgreSQLOptions {
  /// Options for tests that do not test timeouts: if many tests run at once, a task may wait for minutes.
  static func patient(
    connectionCount: Int = 8, idleTimeout: Duration = .seconds(60), poolTimeout: Duration = .seconds(7200),
    statementTimeout: Duration? = nil, isolation: Isolation = .oneWriter
  ) -> PostgreSQLOptions {
    PostgreSQLOptions(
      connectionCount: connectionCount, idleTimeout: idleTimeout, poolTimeout: poolTimeout,
      connectTimeout: .seconds(7200), statementTimeout: statementTimeout, isolation: isolation)
  }
}

/// The server that the script of the tests has started, and schemas in it.
enum TestServer {
  /// The connection string; `nil` if the tests run without the script.
  static let connection = environment("IGATA_POSTGRESQL")

  static func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

  static var isThere: Bool { connection != nil }

  /// The connection string of the coordinator of a Citus cluster, in keywords; `nil` if there is none.
  static let cluster = environment("IGATA_CITUS")

  /// Creates an empty schema in the database, or in another, and returns its connection string.
  static func space(of connection: String? = connection) async throws -> String {
    let name = "t" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    try await run("CREATE SCHEMA \(name)", on: connection)
    return (connection ?? "") + " options='-c search_path=\(name)'"
  }

  static func connection(to database: String, user: String? = nil) -> String {
    (connection ?? "") + " dbname=\(database)" + (user.map { " user=\($0)" } ?? "")
  }

  static func backend(options: PostgreSQLOptions = .patient()) async throws -> PostgreSQLBackend {
    try PostgreSQLBackend(try await space(), options: options)
  }

  /// A store on a new schema, prepared for the household, and its connection string.
  static func household(
    _ options: PostgreSQLOptions = .patient()
  ) async throws -> (Store, connection: String) {
    let connection = try await space()
    let store = Store(try PostgreSQLBackend(connection, options: options))
    try await store.prepare(HouseholdSchema.self)
    return (store, connection)
  }

  /// The number of statements that wait for a lock on the table.
  static func waitingCount(for table: String, on connection: String) async throws -> Int {
    let rows = try await run(
      "SELECT count(*) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation WHERE NOT granted "
        + "AND c.relname = '\(table)' AND c.relnamespace = current_schema()::regnamespace", on: connection)
    return Int(rows.first?.first ?? "") ?? 0
  }

  static func untilLocked(_ table: String, on connection: String) async throws {
    while try await waitingCount(for: table, on: connection) == 0 { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// Runs a statement outside of any transaction.
  @discardableResult
  static func run(_ sql: String, on connection: String? = nil) async throws -> [[String]] {
    let result = try await Shell.run(
      "psql", [connection ?? Self.connection ?? "", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", sql])
    guard result.status == 0 else { throw Shell.Failure(message: result.output) }
    return result.output.split(separator: "\n").map {
      $0.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
    }
  }
}

/// A separate server, which a test can stop, or one of its processes: while a process is stopped, whoever drops a
/// database of its server waits, and other tests drop theirs on the few threads that run all tests. Its folder is in
/// that of the common server, together with which it is stopped if the test fails to do so.
struct OwnServer {
  private let folder: String
  let connection: String

  init(_ settings: String...) async throws {
    let keywords = (TestServer.connection ?? "").split(separator: " ").map { $0.split(separator: "=") }
    let parent = keywords.first { $0.first == "host" }?.last.map { String($0) } ?? "/tmp"
    folder = "\(parent)/own-\(UInt32.random(in: 0...UInt32.max))"
    connection = try await Shell.server(["start", folder, "fsync = off"] + settings)
  }

  /// The certificate of a server that was started with `ssl = on`.
  var certificate: String { folder + "/data/server.crt" }

  /// What the server logs.
  var log: URL { URL(filePath: folder + "/log") }

  func run(_ command: String) async throws { try await Shell.server([command, folder]) }

  /// Creates a tablespace of this size, and returns the connection string for tables in it. `nil` if no file system can
  /// be mounted.
  func room(megabytes: Int) async throws -> String? {
    let isMade = (try? await Shell.server(["room", folder, String(megabytes)])) != nil
    return isMade ? connection + " options='-c default_tablespace=room'" : nil
  }

  /// Stops the server and removes its folder.
  func remove() async throws {
    try await run("stop")
    _ = try await Shell.run("rm", ["-rf", folder])
  }
}

/// Commands of the system.
enum Shell {
  struct Failure: Error {
    var message: String
  }

  /// Runs a command and waits for its end.
  static func run(_ command: String, _ arguments: [String]) async throws -> Outcome {
    try await apart { try Program(system: command, arguments).run(joinsStreams: true) }
  }

  /// Runs the script that starts, restarts and stops servers.
  @discardableResult
  static func server(_ arguments: [String]) async throws -> String {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(".postgresql").path
    let result = try await run(script, arguments)
    guard result.status == 0 else { throw Failure(message: result.output) }
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
#endif
