@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
@_spi(Backend) import MigrationSupport
import Testing

/// Indexes that somebody drops by hand, and versions that differ in nothing else.
struct IndexTests {
  private static let entry = """
    model Entry {
      id: Int64 @primaryKey
      owner: String
      code: String
    """

  private static let indexed = entry + "\n  index(code)\n}"

  @Test func aDroppedIndexIsDroppedAgain() async throws {
    let versions = try Versions(Self.indexed, Self.entry + "\n}")
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute("DROP INDEX entry_code_idx")
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
  }

  @Test func indexesTellTheVersion() async throws {
    let versions = try Versions(
      Self.entry + "\n}", Self.indexed, Self.indexed.replacing("(code)", with: "(code)\n  index(owner)"))
    for count in 1...3 {
      let database = try Database()
      try await database.migrate(versions.prefix(count))
      try database.execute("DROP TABLE igata_versions")
      #expect(try await database.backend().status(of: versions.all).position == .fitting(count))
      #expect(try await database.backend().adopt(nil, of: versions.all) == count)
    }
  }

  /// The database fits all of them, and none exactly.
  @Test func aDroppedIndexLeavesTheVersionOpen() async throws {
    let versions = try Versions(
      Self.entry + "\n}", Self.indexed, Self.indexed.replacing("(code)", with: "(code)\n  index(owner)"))
    let database = try Database()
    try await database.migrate(versions)
    try database.execute("DROP TABLE igata_versions; DROP INDEX entry_code_idx")
    #expect(try await database.backend().status(of: versions.all).position == .ambiguous(1, 2))
    #expect(try await database.backend().adopt(3, of: versions.all) == 3)
    #expect(try database.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'entry_code_idx'") == [["1"]])
  }

  /// A version that changes rows isn't told by an index that somebody may have dropped.
  @Test func indexesDoNotTellRows() async throws {
    let versions = try Versions(
      Self.indexed, Self.entry + "\n}",
      own: [2: "-- igata: before\nUPDATE \"entry\" SET \"code\" = '' WHERE true;\n-- igata: end\n"])
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute("DROP TABLE igata_versions; DROP INDEX entry_code_idx")
    #expect(try await database.backend().status(of: versions.all).position == .ambiguous(1, 2))
  }
}
