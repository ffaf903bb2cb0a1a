import Foundation
import IgataRuntime
import IgataSQLite
import TestSupport
import Testing

#if PostgreSQL
import IgataPostgreSQL
#endif

/// The backends on which every scenario runs: PostgreSQL too if the script of the tests has started a server.
enum BackendChoice: CaseIterable {
  case memory, sqliteInMemory, sqliteFile, postgresql

  private static let server = ProcessInfo.processInfo.environment["IGATA_POSTGRESQL"]

  static var allCases: [BackendChoice] {
    #if PostgreSQL
    if server != nil { return [.memory, .sqliteInMemory, .sqliteFile, .postgresql] }
    #endif
    return [.memory, .sqliteInMemory, .sqliteFile]
  }

  func make() async throws -> any Backend {
    switch self {
    case .memory: MemoryBackend()
    case .sqliteInMemory: try SQLiteBackend.inMemory()
    // A busy machine may come back to a test after minutes.
    case .sqliteFile: try SQLiteBackend(path: temporaryFile(), options: SQLiteOptions(busyTimeout: .seconds(600)))
    case .postgresql: try await newSchema()
    }
  }

  private func temporaryFile() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID().uuidString).sqlite").path
  }

  /// An empty schema of the server's database.
  private func newSchema() async throws -> any Backend {
    let server = try #require(Self.server)
    #if PostgreSQL
    let schema = "scenario\(UInt64.random(in: 0 ... .max))"
    let program = Program(system: "psql", [server, "-qAtX", "-c", "CREATE SCHEMA \(schema)"])
    let made = try await apart { try program.run() }
    try #require(made.status == 0, "\(made.errors)")
    let patient = PostgreSQLOptions(poolTimeout: .seconds(7200), connectTimeout: .seconds(7200))
    return try PostgreSQLBackend(server + " options='-c search_path=\(schema)'", options: patient)
    #else
    throw StoreError.misuse(reason: "there is no PostgreSQL backend for \(server)")
    #endif
  }
}
