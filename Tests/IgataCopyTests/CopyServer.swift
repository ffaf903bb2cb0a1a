#if PostgreSQL
import Foundation
import IgataPostgreSQL

/// The server that the tests' script has started.
enum CopyServer {
  private static let connection = ProcessInfo.processInfo.environment["IGATA_POSTGRESQL"]

  static var isThere: Bool { connection != nil }

  /// A backend for a new, empty place in the server's database.
  static func backend() async throws -> PostgreSQLBackend {
    let name = "c" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["psql", connection ?? "", "-qX", "-c", "CREATE SCHEMA \(name)"]
    process.standardInput = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    return try PostgreSQLBackend((connection ?? "") + " options='-c search_path=\(name)'")
  }
}
#endif
