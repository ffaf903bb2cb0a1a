#if PostgreSQL
@_spi(Backend) import IgataRuntime
@_spi(Backend) import MigrationSupport
import Testing

@testable import IgataPostgreSQL

/// What belongs to the transaction of a version on a server: own SQL, and the record; and the lock around all of them.
@Suite(.enabled(if: ServerDatabase.isThere)) struct ServerStepTests {
  private static let first = """
    model Account {
      id: Int64 @primaryKey
      name: String
      comment: String?
    }
    """

  private static let second = first.replacing(
    "name: String", with: "name: String @unique @allow(may-stop, \"own SQL makes them different\")"
  ).replacing("comment: String?", with: "remark: String @renamed(from: \"comment\") @backfill(\"\")")

  private static let third = first.replacing("name: String", with: "name: String @unique").replacing(
    "comment: String?", with: "remark: String\n  city: String?")

  private static func versions(_ texts: String..., before: String = "", after: String = "") throws -> Versions {
    try Versions(
      texts, in: "postgresql",
      own: [2: "-- igata: before\n\(before)\n-- igata: end\n-- igata: after\n\(after)\n-- igata: end\n"])
  }

  /// Rows become different before the unique constraint is added.
  private static let numbering =
    "UPDATE \"account\" SET \"name\" = \"account\".\"name\" || \"account\".\"id\" WHERE \"account\".\"comment\" IS NULL;"

  private static func filled(_ versions: Versions) async throws -> ServerDatabase {
    let database = try ServerDatabase()
    try await database.migrate(versions.prefix(1))
    try database.execute(
      "INSERT INTO account VALUES (1, 'a', 'kept'), (2, 'a', NULL), (3, 'a', NULL), (4, 'b', 'c')")
    return database
  }

  private static func states(_ database: ServerDatabase) throws -> [[String?]] {
    try database.execute("SELECT number, state FROM igata_versions ORDER BY number")
  }

  private static let unchanged = [["1", "a", "kept"], ["2", "a", nil], ["3", "a", nil], ["4", "b", "c"]]

  // MARK: Own SQL

  @Test func ownSQLSeesBothSchemas() async throws {
    let versions = try Self.versions(
      Self.first, Self.second, before: Self.numbering,
      after: "UPDATE \"account\" SET \"remark\" = 'new' WHERE \"account\".\"remark\" = '';")
    let database = try await Self.filled(versions)
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
    #expect(
      try database.execute("SELECT id, name, remark FROM account ORDER BY id") == [
        ["1", "a", "kept"], ["2", "a2", "new"], ["3", "a3", "new"], ["4", "b", "c"],
      ])
    #expect(try Self.states(database) == [["1", "created"], ["2", "done"]])
    let status = try await database.backend().status(of: versions.all)
    #expect(status.differences == [] && status.missingIndexes == [])
  }

  private static let referring = first.replacing(
    "name: String", with: "name: String\n  owner: Person @backfill(7) @allow(may-stop, \"own SQL inserts it\")"
  ) + "\nmodel Person { id: Int64 @primaryKey }"

  /// The foreign key is there in `after`, and is checked after it.
  @Test func rowsCanReferToOnesOfTheirVersion() async throws {
    let versions = try Self.versions(
      Self.first, Self.referring, after: "INSERT INTO person SELECT 7 WHERE EXISTS (SELECT FROM account);")
    let database = try await Self.filled(versions)
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
    #expect(try database.execute("SELECT DISTINCT owner_id FROM account") == [["7"]])
    #expect(try database.execute("SELECT convalidated FROM pg_constraint WHERE contype = 'f'") == [["t"]])
    let status = try await database.backend().status(of: versions.all)
    #expect(status.differences == [] && status.missingIndexes == [])
  }

  @Test func rowsThatReferToNoneStopAfterOwnSQL() async throws {
    let versions = try Self.versions(Self.first, Self.referring, after: "INSERT INTO person VALUES (8);")
    let database = try await Self.filled(versions)
    let error = try await #require(throws: StoreError.self) { try await database.migrate(versions) }
    #expect(
      error.description.contains("table 'account', row 1: 'owner_id' refers to a row of 'person' that doesn't exist"),
      "\(error)")
    #expect(try database.execute("SELECT id, name, comment FROM account ORDER BY id") == Self.unchanged)
  }

  /// A database without a record is known by its tables; what is found out about them runs no own SQL.
  @Test func ownSQLCanReadOtherTables() async throws {
    let versions = try Self.versions(
      Self.first, Self.second,
      before: Self.numbering + "INSERT INTO log SELECT account.name FROM account WHERE true;",
      after: "DELETE FROM log WHERE log.name = 'b';")
    let database = try await Self.filled(versions)
    try database.execute("CREATE TABLE log (name text); DROP TABLE igata_versions")
    #expect(try await database.backend().status(of: versions.all).position == .fitting(1))
    #expect(try database.execute("SELECT count(*) FROM log") == [["0"]])
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
    #expect(try database.execute("SELECT name FROM log ORDER BY name") == [["a"], ["a2"], ["a3"]])
    #expect(try Self.states(database) == [["1", "adopted"], ["2", "done"]])
  }

  /// What own SQL refuses takes back everything before it.
  @Test func ownSQLThatFails() async throws {
    let versions = try Self.versions(
      Self.first, Self.second, before: Self.numbering, after: "INSERT INTO \"log\" SELECT 1 WHERE true;")
    let database = try await Self.filled(versions)
    let error = await #expect(throws: StoreError.self) { try await database.migrate(versions) }
    guard case .migrationFailed(2, "v2", let reason)? = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(reason.hasSuffix("\"log\" does not exist, in: INSERT INTO \"log\" SELECT 1 WHERE true; nothing was changed"))
    #expect(try database.execute("SELECT id, name, comment FROM account ORDER BY id") == Self.unchanged)
    #expect(try Self.states(database) == [["1", "created"]])
  }

  // MARK: The record

  /// A version whose record can't be written has not happened.
  @Test func theRecordIsPartOfTheVersion() async throws {
    let versions = try Self.versions(Self.first, Self.second, before: Self.numbering)
    let database = try await Self.filled(versions)
    try database.execute(
      """
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no record''; END';
      CREATE TRIGGER refuse BEFORE INSERT ON igata_versions FOR EACH ROW EXECUTE FUNCTION refuse()
      """)
    await #expect(throws: StoreError.self) { try await database.migrate(versions) }
    #expect(try database.execute("SELECT id, name, comment FROM account ORDER BY id") == Self.unchanged)
    try database.execute("DROP TRIGGER refuse ON igata_versions")
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
    #expect(try Self.states(database) == [["1", "created"], ["2", "done"]])
  }

  // MARK: The lock

  /// Nothing is done after the lock is lost, as if a pooler had given the next transaction another connection.
  @Test func theLockIsLookedForBeforeEachVersion() async throws {
    let versions = try Self.versions(
      Self.first, Self.second, Self.third, before: Self.numbering, after: "SELECT pg_advisory_unlock_all();")
    let database = try await Self.filled(versions)
    try await Self.expectMisuse { try await database.migrate(versions) }
    #expect(try Self.states(database) == [["1", "created"], ["2", "done"]])
    #expect(try await database.migrate(versions) == .migrated(from: 2, to: 3))
  }

  @Test func theLockIsLookedForBeforeEachIndex() async throws {
    let indexed = Self.second.replacing("remark:", with: "index(remark)\n  remark:")
    let versions = try Self.versions(
      Self.first, indexed, before: Self.numbering, after: "SELECT pg_advisory_unlock_all();")
    let database = try await Self.filled(versions)
    try await Self.expectMisuse { try await database.migrate(versions) }
    #expect(try Self.states(database) == [["1", "created"], ["2", "indexing"]])
    #expect(try database.execute("SELECT to_regclass('account_remark_idx')") == [[nil]])
    #expect(try await database.migrate(versions) == .current(2))
    #expect(try database.execute("SELECT to_regclass('account_remark_idx')") == [["account_remark_idx"]])
  }

  private static func expectMisuse(_ body: () async throws -> MigrationOutcome) async throws {
    let error = await #expect(throws: StoreError.self) { _ = try await body() }
    guard case .misuse(let reason)? = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(reason.contains("not to a pooler"))
  }
}
#endif
