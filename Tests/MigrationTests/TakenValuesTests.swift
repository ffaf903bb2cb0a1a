import Foundation
@_spi(Backend) import IgataRuntime
import IgataSQLite
@_spi(Backend) import MigrationSupport
import Testing

/// Values that go to other tables while a store migrates.
struct TakenValuesTests {
  /// The rows that a struct becomes have the keys that a program would give to those of a wrapper.
  @Test(arguments: [
    ("UUID", "X'0123456789ABCDEF0123456789ABCDEF'"), ("Int64", "7"), ("String", "'seven'"), ("Date", "-7"),
    ("Bool", "1"), ("Decimal", "'12.5'"), ("Data", "X'000102030405060708090A0B0C0D0E0F'"),
  ])
  func derivedKeys(_ type: String, _ key: String) async throws {
    let versions = try Versions(
      "struct Address { city: String }\nmodel Person { id: \(type) @primaryKey\n home: Address\n work: Address? }",
      """
      model Address { id: UUID = uuid() @primaryKey\n city: String }
      model Person { id: \(type) @primaryKey\n home: Address\n work: Address? }
      """)
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute("INSERT INTO person VALUES (\(key), 'Aachen', 'Bonn')")
    try await database.migrate(versions)
    let owner: StoredValue =
      switch type {
      case "UUID": .uuid(try #require(UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF")))
      case "Int64": .integer(7)
      case "Date": .date(microseconds: -7)
      case "Bool": .bool(true)
      case "Decimal": .decimal(try #require(Decimal(string: "12.5")))
      case "Data": .data(Data(0..<16))
      default: .text("seven")
      }
    let keys = ["home", "work"].map { field in
      UUID.derived(from: [owner], for: "Person.\(field)").uuidString.replacing("-", with: "")
    }
    #expect(
      try database.execute("SELECT hex(home_id), hex(work_id) FROM person") == [keys]
        && database.execute("SELECT hex(id), city FROM address ORDER BY city") == [
          [keys[0], "Aachen"], [keys[1], "Bonn"],
        ])
  }

  /// A table with many rows.
  @Test func largeTables() async throws {
    let versions = try Versions(
      "model Account { id: Int64 @primaryKey\n note: String? }\nmodel Details { id: Int64 @primaryKey\n account: Account? }",
      """
      model Account { id: Int64 @primaryKey }
      model Details { id: Int64 @primaryKey\n account: Account?\n note: String? @renamed(from: "Account.note") }
      """.replacing("Account.note\")", with: "Account.note\") @allow(may-stop, \"each note has one\")"))
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO account SELECT i, 'note ' || i FROM n;
      INSERT INTO details SELECT id + 1000, id FROM account;
      """)
    try await database.migrate(versions, MigrationOptions(batchSize: 20))
    #expect(
      try database.execute("SELECT count(*), sum(note = 'note ' || account_id), sum(id = account_id + 1000) FROM details")
        == [["500", "500", "500"]])
  }

  /// Two models that exchange their names, with a foreign key between them.
  @Test func exchangedNames() async throws {
    let versions = try Versions(
      "model A { id: Int64 @primaryKey\n x: Int64\n b: B? }\nmodel B { id: Int64 @primaryKey\n y: String }",
      """
      model B @renamed(from: "A") { id: Int64 @primaryKey\n x: String\n b: A? }
      model A @renamed(from: "B") { id: Int64 @primaryKey\n y: String }
      """)
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute("INSERT INTO b VALUES (1, 'y'); INSERT INTO a VALUES (2, 3, 1)")
    try await database.migrate(versions)
    #expect(try database.execute("SELECT b.id, x, y FROM b JOIN a ON a.id = b_id") == [["2", "3", "y"]])
  }
}
