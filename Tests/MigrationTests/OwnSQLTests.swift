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

/// What a schema can't say is in the databases that are brought to a version, and in those that are created at it.
struct OwnObjectsTests {
  private static let first = """
    model Entry {
      id: Int64 @primaryKey
      note: String = ""
    }
    """

  private static let second = first.replacing("note: String = \"\"", with: "note: String = \"\"\n  amount: Int32 = 0")
  private static let third = second.replacing("amount", with: "total").replacing(
    "Int32 = 0", with: "Int32 = 0 @renamed(from: \"amount\")")

  private static let trigger = """
    CREATE TRIGGER IF NOT EXISTS trimmed AFTER INSERT ON entry BEGIN
      UPDATE entry SET note = trim(NEW.note) WHERE id = NEW.id;
    END;
    """

  private static func block(_ objects: String, before: String = "") -> String {
    "-- igata: before\n\(before)\n-- igata: end\n-- igata: objects\n\(objects)\n-- igata: end\n"
  }

  private static let names = "SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view') ORDER BY name"

  /// The third version has no block.
  @Test func objectsAreInNewDatabasesAndInOldOnes() async throws {
    let versions = try Versions([Self.first, Self.second, Self.third], own: [2: Self.block(Self.trigger)])
    for count in [1, 2] {
      let old = try Database()
      try await old.migrate(versions.prefix(count))
      #expect(try await old.migrate(versions) == .migrated(from: count, to: 3))
      #expect(try old.execute(Self.names) == [["trimmed"]])
    }
    let new = try Database()
    #expect(try await new.migrate(versions) == .created(3))
    #expect(try new.execute(Self.names) == [["trimmed"]])
    try new.execute("INSERT INTO entry (id, note, total) VALUES (1, ' a ', 0)")
    #expect(try new.execute("SELECT note FROM entry") == [["a"]])
  }

  /// A block defines all objects, so that only the newest one counts.
  @Test func aNewDatabaseHasTheNewestBlock() async throws {
    let view = "CREATE VIEW IF NOT EXISTS notes AS SELECT note FROM entry;"
    let versions = try Versions(
      [Self.first, Self.second, Self.third],
      own: [2: Self.block(Self.trigger), 3: Self.block(view, before: "DROP TRIGGER IF EXISTS trimmed;")])
    let (old, new) = (try Database(), try Database())
    try await old.migrate(versions.prefix(2))
    #expect(try await old.migrate(versions) == .migrated(from: 2, to: 3))
    #expect(try await new.migrate(versions) == .created(3))
    for database in [old, new] { #expect(try database.execute(Self.names) == [["notes"]]) }
  }

  @Test func anObjectThatNoLongerFitsIsReported() async throws {
    let view = "CREATE VIEW IF NOT EXISTS amounts AS SELECT amount FROM entry;"
    let versions = try Versions([Self.first, Self.second, Self.third], own: [2: Self.block(view)])
    let new = try Database()
    await #expect(
      throws: StoreError.misuse(
        reason: "the 'objects' of version 2 'v2' don't fit a new database of version 3: the view 'amounts' doesn't work: "
          + "no such column: amount; a later version has to define all objects again")
    ) { try await new.migrate(versions) }
    #expect(try new.execute("SELECT name FROM sqlite_schema") == [])
  }

  /// The program `sqlite3` runs the script with the same result.
  @Test func theScriptDoesTheSame() async throws {
    let versions = try Versions([Self.first, Self.second], own: [2: Self.block(Self.trigger)])
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute(versions.scripts[1].replacing(".bail on\n", with: ""))
    #expect(try database.execute(Self.names) == [["trimmed"]])
  }
}
