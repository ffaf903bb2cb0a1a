#if PostgreSQL
import Foundation
import IgataPostgreSQL

/// The server that the tests' script has started.
enum CopyServer {
  private static let connection = ProcessInfo.processInfo.environment["IGATA_POSTGRESQL"]

  static var isThere: Bool { connection != nil }

  /// A backend for a new place in the server's database, empty but for these definitions.
  static func backend(_ definitions: String = "") async throws -> PostgreSQLBackend {
    let name = "c" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "psql", connection ?? "", "-qX", "-c", "CREATE SCHEMA \(name); SET search_path = \(name); \(definitions)",
    ]
    process.standardInput = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    return try PostgreSQLBackend((connection ?? "") + " options='-c search_path=\(name)'")
  }
}
#endif
