import IgataRuntime
import IgataSQLite
@_spi(Backend) import MigrationSupport
import Testing

/// What is in a database besides the tables of a schema survives a migration, or stops it by name.
struct OtherObjectsTests {
  private static let first = """
    model Entry {
      id: Int64 @primaryKey
      note: String = ""
      amount: Int32 = 0
      index(note)
    }
    """

  /// The bounds make the table be created again.
  private static let second = """
    model Entry {
      id: Int64 @primaryKey
      text: String = "" @length(...100) @renamed(from: "note") @backfill(truncated)
      amount: Int32 = 0
      index(text)
    }
    """

  private let database: Database
  private let versions: Versions

  init() async throws {
    database = try Database()
    versions = try Versions(Self.first, Self.second)
    try await database.migrate(versions.prefix(1))
    try database.execute("INSERT INTO entry (id, note, amount) VALUES (1, 'a', 5), (2, 'b', 7)")
  }

  /// Why the migration fails.
  private func reason(_ versions: Versions) async throws -> String {
    let error = await #expect(throws: StoreError.self) { try await database.migrate(versions) }
    guard case .migrationFailed(2, "v2", let reason)? = error else { throw try #require(error) }
    #expect(try database.execute("SELECT note FROM entry ORDER BY id") == [["a"], ["b"]])
    #expect(try database.execute("SELECT max(number) FROM igata_versions") == [["1"]])
    return reason
  }

  @Test func triggersIndexesAndViewsStay() async throws {
    try database.execute(
      """
      CREATE TABLE log (entry INTEGER);
      CREATE TRIGGER noted AFTER UPDATE ON entry BEGIN INSERT INTO log VALUES (NEW.id); END;
      CREATE INDEX by_amount ON entry (amount);
      CREATE VIEW texts AS SELECT note FROM entry;
      """)
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
    try database.execute("UPDATE entry SET amount = 6 WHERE id = 1")
    #expect(try database.execute("SELECT entry FROM log") == [["1"]])
    #expect(try database.execute("SELECT * FROM texts ORDER BY 1") == [["a"], ["b"]])
    #expect(
      try database.execute("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
        == [["by_amount"], ["entry_text_idx"]])
  }

  @Test func anUnknownColumnStopsTheRebuild() async throws {
    try database.execute("ALTER TABLE entry ADD COLUMN tag TEXT DEFAULT 'x'")
    let reason = try await reason(versions)
    #expect(reason.contains("a column 'tag' that no version of the schema has"))
  }

  @Test func aTriggerThatNoLongerWorksStopsIt() async throws {
    let without = Self.second.replacing("  amount: Int32 = 0\n", with: "  reserved amount\n")
    try database.execute(
      "CREATE TRIGGER counted AFTER INSERT ON entry BEGIN UPDATE entry SET amount = NEW.amount WHERE id = NEW.id; END")
    let versions = try Versions(Self.first, without)
    let reason = try await reason(versions)
    #expect(reason.contains("the trigger 'counted' on 'entry'"))
  }

  @Test func aViewThatNoLongerWorksStopsIt() async throws {
    let without = Self.second.replacing("  amount: Int32 = 0\n", with: "  reserved amount\n")
    try database.execute("CREATE VIEW amounts AS SELECT amount FROM entry")
    let versions = try Versions(Self.first, without)
    let reason = try await reason(versions)
    #expect(reason.contains("the view 'amounts' would no longer work: no such column: amount"))
  }

  /// In double quotes, the name of a column that is gone is a text to SQLite.
  @Test func anIndexThatNoLongerWorksStopsIt() async throws {
    let without = Self.second.replacing("  amount: Int32 = 0\n", with: "  reserved amount\n")
    try database.execute("CREATE INDEX by_amount ON entry (\"amount\")")
    let versions = try Versions(Self.first, without)
    let reason = try await reason(versions)
    #expect(reason.contains("the index 'by_amount' on 'entry' no longer works: no such column: amount"))
  }

  /// A unique that was added to a table is an index there, and one of the schema, not another one.
  @Test(arguments: [
    "amount: Int32 = 0\n", "amount: Int32 = 0 @range(0...9) @backfill(clamped)\n", "reserved amount\n",
    "amount: Int32 = 0 @unique @range(...9) @backfill(none) @allow(may-stop, \"small\")\n",
  ])
  func anAddedUniqueIsReplaced(by field: String) async throws {
    let unique = Self.first.replacing("Int32 = 0", with: "Int32 = 0 @unique @allow(may-stop, \"they differ\")")
    let last = Self.first.replacing("amount: Int32 = 0\n", with: field)
    try await database.migrate(try Versions(Self.first, unique, last))
    let isUnique = field.contains("@unique")
    #expect(
      try database.execute("SELECT count(*) FROM pragma_index_list('entry') WHERE \"unique\"")
        == [[isUnique ? "1" : "0"]])
    #expect(try database.execute("SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL") == [["1"]])
  }

  @Test func aViewThatWouldReadATextStopsIt() async throws {
    let without = Self.second.replacing("  amount: Int32 = 0\n", with: "  reserved amount\n")
    try database.execute("CREATE VIEW amounts AS SELECT \"id\", \"amount\" FROM entry WHERE \"note\" <> ''")
    let versions = try Versions(Self.first, without)
    let reason = try await reason(versions)
    #expect(reason.contains("the view 'amounts' would no longer work: a column that it reads is gone"))
  }

  @Test func rowsThatDoNotFitAreNamed() async throws {
    let narrow = Self.second.replacing("Int32 = 0", with: "Int16 = 0 @range(0...6) @backfill(none) @allow(may-stop, \"small\")")
    let versions = try Versions(Self.first, narrow)
    let reason = try await reason(versions)
    #expect(reason.contains("table 'entry', row 2:"))
  }

  @Test func equalRowsStopAUnique() async throws {
    try database.execute("UPDATE entry SET amount = 5")
    let unique = Self.second.replacing("index(text)", with: "unique(amount)")
      .replacing("model Entry", with: "model Entry @allow(may-stop, \"they differ\")")
    let error = await #expect(throws: StoreError.self) { try await database.migrate(try Versions(Self.first, unique)) }
    guard case .migrationFailed(2, _, let reason)? = error else { throw try #require(error) }
    #expect(reason == "table 'entry', row 2: another row has the same 'amount'; nothing was changed")
    #expect(try database.execute("SELECT note, amount FROM entry ORDER BY id") == [["a", "5"], ["b", "5"]])
  }

  @Test func rowsBrokenBeforeDoNotStopIt() async throws {
    let first = "model Owner {\n  id: Int64 @primaryKey\n}\n\n" + Self.first.replacing("  index", with: "  owner: Owner?\n  index")
    let second = "model Owner {\n  id: Int64 @primaryKey\n}\n\n" + Self.second.replacing("  index", with: "  owner: Owner?\n  index")
    let database = try Database()
    let versions = try Versions(first, second)
    try await database.migrate(versions.prefix(1))
    try database.execute("PRAGMA foreign_keys = OFF; INSERT INTO entry (id, owner_id) VALUES (1, 9)")
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
    #expect(try database.execute("SELECT owner_id FROM entry") == [["9"]])
  }

  @Test func aBackupIsMadeBefore() async throws {
    let path = database.path + "-backup"
    defer { Database.remove(path) }
    try await database.migrate(versions, MigrationOptions(backup: path))
    #expect(try Database(path: path).execute("SELECT note FROM entry ORDER BY id") == [["a"], ["b"]])
  }
}
