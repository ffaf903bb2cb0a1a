#if PostgreSQL
import Foundation
import IgataPostgreSQL
import TestSupport
import Testing

/// The server that the script of the tests has started.
enum CopyServer {
  private static let connection = ProcessInfo.processInfo.environment["IGATA_POSTGRESQL"]

  static var isThere: Bool { connection != nil }

  /// Makes a schema of the server's database, which only has these definitions, and returns the URL of the database and
  /// the name of the schema.
  static func schema(_ definitions: String) async throws -> (url: String, name: String) {
    let name = "I \(UUID().uuidString)"
    try await run("CREATE SCHEMA \"\(name)\"; \(definitions)", in: name)
    // The words of the connection, such as `host=… user=…`, as a URL.
    let words = (connection ?? "").split(separator: " ").map { $0.replacing("/", with: "%2F") }
    return ("postgresql:///?" + words.joined(separator: "&"), name)
  }

  /// Runs statements in a schema of the server's database.
  static func run(_ statements: String, in schema: String) async throws {
    let all = "SET search_path = \"\(schema)\"; \(statements)"
    let outcome = try await apart { try Program(system: "psql", [connection ?? "", "-qX", "-c", all]).run() }
    try #require(outcome.status == 0, "\(outcome)")
  }

  /// A backend for a new schema in the server's database, which only has these definitions.
  static func backend(_ definitions: String = "") async throws -> PostgreSQLBackend {
    let name = "c" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    let definitions = "CREATE SCHEMA \(name); SET search_path = \(name); \(definitions)"
    _ = try await apart { try Program(system: "psql", [connection ?? "", "-qX", "-c", definitions]).run() }
    // A busy machine may come back to a test after minutes.
    let patient = PostgreSQLOptions(poolTimeout: .seconds(7200), connectTimeout: .seconds(7200))
    return try PostgreSQLBackend((connection ?? "") + " options='-c search_path=\(name)'", options: patient)
  }
}
#endif
