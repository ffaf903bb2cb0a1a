import Foundation
@_spi(Backend) import IgataRuntime
import IgataSQLite
@_spi(Backend) import MigrationSupport
import Testing

/// Own SQL in versions, as a store runs it.
struct OwnSQLTests {
  private static let first = """
    model Person { id: Int64 @primaryKey }
    model Account {
      id: Int64 @primaryKey
      name: String
      comment: String?
      owner: Person
    }
    """

  private static let second = first.replacing("name: String", with: "name: String @unique").replacing(
    "comment: String?", with: "remark: String @renamed(from: \"comment\") @backfill(\"\")")

  private static func versions(_ before: String, _ after: String = "") throws -> Versions {
    try Versions(
      first, second,
      own: [2: "-- igata: before\n\(before)\n-- igata: end\n-- igata: after\n\(after)\n-- igata: end\n"])
  }

  /// Rows become different before the unique constraint is added.
  private static let numbering =
    "UPDATE \"account\" SET \"name\" = \"account\".\"name\" || \"account\".\"id\" WHERE \"account\".\"comment\" IS NULL;"

  private static func filled(_ versions: Versions) async throws -> Database {
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute("INSERT INTO person VALUES (1)")
    try database.execute(
      "INSERT INTO account VALUES (1, 'a', 'kept', 1), (2, 'a', NULL, 1), (3, 'a', NULL, 1), (4, 'b', 'c', 1)")
    return database
  }

  @Test(arguments: [10_000, 2])
  func ownSQLSeesBothSchemas(_ batchSize: Int) async throws {
    let versions = try Self.versions(
      Self.numbering, "UPDATE \"account\" SET \"remark\" = 'new' WHERE \"account\".\"remark\" = '';")
    let database = try await Self.filled(versions)
    #expect(try await database.migrate(versions, MigrationOptions(batchSize: batchSize)) == .migrated(from: 1, to: 2))
    #expect(
      try database.execute("SELECT id, name, remark FROM account ORDER BY id") == [
        ["1", "a", "kept"], ["2", "a2", "new"], ["3", "a3", "new"], ["4", "b", "c"],
      ])
  }

  /// The program `sqlite3` runs the script with the same result.
  @Test func theScriptDoesTheSame() async throws {
    let versions = try Self.versions(Self.numbering)
    let database = try await Self.filled(versions)
    try database.execute(versions.scripts[1].replacing(".bail on\n", with: ""))
    #expect(try database.execute("SELECT name FROM account ORDER BY id") == [["a"], ["a2"], ["a3"], ["b"]])
  }

  @Test func referencesThatOwnSQLBreaksStopTheVersion() async throws {
    let versions = try Self.versions(Self.numbering + "DELETE FROM person WHERE true;")
    let database = try await Self.filled(versions)
    await #expect(
      throws: StoreError.migrationFailed(
        version: 2, name: "v2",
        reason: "4 rows would refer to rows that don't exist, because of the SQL in 'before' or 'after'; nothing was "
          + "changed")
    ) { try await database.migrate(versions) }
    #expect(try database.execute("SELECT count(*), max(name) FROM account") == [["4", "b"]])
    #expect(try database.execute("SELECT count(*) FROM person") == [["1"]])
  }

  /// A database without a record is known by its tables, although own SQL reads one that no version has.
  @Test func ownSQLCanReadOtherTables() async throws {
    let versions = try Self.versions(
      Self.numbering + "INSERT INTO log SELECT account.name FROM account WHERE true;", "DELETE FROM log WHERE false;")
    let database = try await Self.filled(versions)
    try database.execute("CREATE TABLE log (name TEXT); DROP TABLE igata_versions;")
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
    #expect(try database.execute("SELECT count(*) FROM log") == [["4"]])
  }

  @Test func aVersionCanBeOwnSQLAlone() async throws {
    let versions = try Versions(
      Self.first, Self.first, own: [2: "-- igata: before\n\(Self.numbering)\n-- igata: end\n"])
    let database = try await Self.filled(versions)
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
    #expect(try database.execute("SELECT name FROM account WHERE id = 2") == [["a2"]])
    #expect(try await database.migrate(versions) == .current(2))
  }
}
