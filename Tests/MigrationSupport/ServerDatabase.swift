#if PostgreSQL
public import CPostgreSQL
import Foundation
public import IgataPostgreSQL
@_spi(Backend) public import IgataRuntime

/// A database of its own in the server that the script of the tests has started: `CREATE INDEX CONCURRENTLY` waits for
/// every transaction in its database.
public final class ServerDatabase {
  public struct Failure: Error, CustomStringConvertible {
    public var description: String

    public init(description: String) { self.description = description }
  }

  /// The connection string; `nil` if the tests run without the script.
  private static let server = ProcessInfo.processInfo.environment["IGATA_POSTGRESQL"]
  public static var isThere: Bool { server != nil }

  private let name: String
  private let isOwner: Bool
  private let handle: OpaquePointer?

  /// The keywords of a connection to it.
  public let connection: String

  public convenience init() throws {
    let name = "m" + UUID().uuidString.replacing("-", with: "").lowercased()
    try Self.run("CREATE DATABASE \(name) TEMPLATE template0")
    try self.init(name, isOwner: true)
  }

  private init(_ name: String, isOwner: Bool) throws {
    self.name = name
    self.isOwner = isOwner
    connection = "\(Self.server ?? "") dbname=\(name)"
    handle = PQconnectdb(connection)
    guard PQstatus(handle) == CONNECTION_OK else { throw failure }
    try execute("SET client_min_messages = warning")
  }

  /// Another connection to the same database.
  public func another() throws -> ServerDatabase { try ServerDatabase(name, isOwner: false) }

  deinit {
    PQfinish(handle)
    guard isOwner else { return }
    // It waits for all processes of the server, and one may wait for a program that a test has stopped: not on a thread
    // that the test needs to let it go on.
    Thread.detachNewThread { [name] in try? Self.run("DROP DATABASE \(name) WITH (FORCE)") }
  }

  /// The URL of the database. Its password, if the server wants one, is where libpq looks for it.
  public var url: String {
    let keywords = connection.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }
    let values = Dictionary(keywords.map { ($0[0], $0[1]) }) { _, last in last }
    let host = values["host"].map { $0.replacing("/", with: "%2F") } ?? ""
    return "postgresql://\(values["user"] ?? "")@\(host)\(values["port"].map { ":\($0)" } ?? "")/\(values["dbname"] ?? "")"
  }

  /// Runs a statement in the server's own database.
  private static func run(_ sql: String) throws {
    let handle = PQconnectdb(server ?? "")
    defer { PQfinish(handle) }
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else {
      throw Failure(description: String(cString: PQerrorMessage(handle)))
    }
  }

  /// A busy machine may come back to a test after minutes.
  public static let patient = PostgreSQLOptions(poolTimeout: .seconds(7200), connectTimeout: .seconds(7200))

  public func backend(_ options: PostgreSQLOptions = patient) throws -> PostgreSQLBackend {
    try PostgreSQLBackend(connection, options: options)
  }

  @discardableResult
  public func migrate(
    _ versions: Versions, _ options: MigrationOptions = MigrationOptions(),
    progress: @Sendable (MigrationProgress) async -> Void = { _ in }
  ) async throws -> MigrationOutcome {
    try await backend().migrate(versions.request(options), progress).outcome
  }

  /// Prepares the database for versions, without migrating.
  @discardableResult
  public func prepare(_ versions: Versions) async throws -> MigrationOutcome {
    try await backend().migrate(versions.request(goesForward: false)) { _ in }.outcome
  }

  /// Runs statements, and returns the rows of the last one with their columns as texts.
  ///
  /// - Parameter spelled: What becomes of a text, by the type of its column.
  @discardableResult
  public func execute(
    _ sql: String, spelled: (String, Oid) -> String = { text, _ in text }
  ) throws -> [[String?]] {
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return []
    case PGRES_TUPLES_OK:
      return (0..<PQntuples(result)).map { row in
        (0..<PQnfields(result)).map { column in
          guard PQgetisnull(result, row, column) == 0, let text = PQgetvalue(result, row, column) else { return nil }
          return spelled(String(cString: text), PQftype(result, column))
        }
      }
    default: throw Failure(description: "\(failure)\(sql.prefix(400))")
    }
  }

  private var failure: Failure { Failure(description: String(cString: PQerrorMessage(handle))) }
}
#endif
