#if PostgreSQL
@_spi(Backend) import IgataRuntime
@_spi(Backend) import MigrationSupport
import Testing

@testable import IgataPostgreSQL

/// Indexes of a server that somebody drops by hand, that replace others, and by which versions are told.
@Suite(.enabled(if: ServerDatabase.isThere)) struct ServerIndexTests {
  private static let entry = """
    model Entry {
      id: Int64 @primaryKey
      owner: Owner
      code: String
    """

  private static let owner = "\nmodel Owner {\n  id: Int64 @primaryKey\n}"
  private static let plain = entry + "\n}" + owner
  private static let indexed = entry + "\n  index(code)\n}" + owner

  private static func exists(_ index: String, _ database: ServerDatabase) throws -> Bool {
    try database.execute("SELECT to_regclass('\(index)')") != [[nil]]
  }

  @Test func indexesTellTheVersion() async throws {
    let versions = try Versions(Self.plain, Self.indexed, Self.plain, in: "postgresql")
    for count in 1...2 {
      let database = try ServerDatabase()
      try await database.migrate(versions.prefix(count))
      try database.execute("DROP TABLE igata_versions")
      #expect(try await database.backend().status(of: versions.prefix(2).all).position == .fitting(count))
    }
  }
}
#endif
