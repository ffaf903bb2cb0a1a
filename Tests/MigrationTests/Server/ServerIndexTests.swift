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

  @Test func aDroppedIndexIsDroppedOrRenamedAgain() async throws {
    let renamed = Self.indexed.replacing("code", with: "kind").replacing(
      "kind: String", with: "kind: String @renamed(from: \"code\")")
    let kept = renamed.replacing(" @renamed(from: \"code\")", with: "")
    let versions = try Versions(Self.indexed, renamed, kept.replacing("  index(kind)\n", with: ""), in: "postgresql")
    for target in [2, 3] {
      let database = try ServerDatabase()
      try await database.migrate(versions.prefix(1))
      try database.execute("DROP INDEX entry_code_idx")
      #expect(try await database.migrate(versions.prefix(target)) == .migrated(from: 1, to: target))
      #expect(try Self.exists("entry_kind_idx", database) == (target == 2))
    }
  }

  /// The index of a foreign key serves queries until the one that replaces it is there.
  @Test func anIndexIsReplaced() async throws {
    let versions = try Versions(
      Self.plain, Self.entry + "\n  index(owner, code)\n}" + Self.owner, in: "postgresql")
    let database = try ServerDatabase()
    try await database.migrate(versions.prefix(1))
    let connection = MigrationConnection(try database.backend())
    try await connection.inTransaction { session throws(StoreError) in
      try await session.perform(versions.all[1], of: versions.all, [])
    }
    #expect(try Self.exists("entry_owner_id_idx", database))
    #expect(try await database.migrate(versions) == .current(2))
    #expect(try !Self.exists("entry_owner_id_idx", database))
    #expect(try Self.exists("entry_owner_id_code_idx", database))
    // As after a program that was killed before it could write that down.
    try database.execute("UPDATE igata_versions SET state = 'indexing' WHERE number = 2")
    #expect(try await database.migrate(versions) == .current(2))
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
