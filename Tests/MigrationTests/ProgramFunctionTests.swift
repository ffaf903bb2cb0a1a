import Foundation
@_spi(Backend) import IgataRuntime
import IgataSQLite
@_spi(Backend) import MigrationSupport
import Testing

/// `@backfill(swift: "…")`: functions of the program compute values of existing rows.
struct ProgramFunctionTests {
  private struct Refused: Error, CustomStringConvertible {
    var description: String { "no space in the name" }
  }

  private static let first = """
    model Person {
      id: Int64 @primaryKey
      name: String
    }
    """

  private static let second = """
    model Person {
      id: Int64 @primaryKey
      given: String @backfill(swift: "given({name})")
      initial: String? @backfill(swift: "initial({name})")
      reserved name
    }
    """

  private static let given = MigrationFunction("given") { (name: String) throws -> String in
    guard let space = name.firstIndex(of: " ") else { throw Refused() }
    return String(name[..<space])
  }

  private static let initial = MigrationFunction("initial") { (name: String) -> String? in
    name.last.map { String($0) }
  }

  private static func versions(_ functions: MigrationFunction...) throws -> Versions {
    var versions = try Versions(first, second)
    versions.functions = functions
    return versions
  }

  private static func filled(_ rows: String) async throws -> Database {
    let database = try Database()
    try await database.migrate(try versions().prefix(1))
    try database.execute("INSERT INTO person VALUES \(rows)")
    return database
  }

  @Test func rowsGetWhatFunctionsReturn() async throws {
    let database = try await Self.filled("(1, 'Hanako Sato'), (2, 'Taro Ito')")
    #expect(try await database.migrate(Self.versions(Self.given, Self.initial)) == .migrated(from: 1, to: 2))
    #expect(try database.execute("SELECT * FROM person ORDER BY id") == [["1", "Hanako", "o"], ["2", "Taro", "o"]])
  }

  /// In one transaction, and in portions that come before it.
  @Test(arguments: [10_000, 2])
  func aFunctionThatThrowsStopsTheVersion(_ batchSize: Int) async throws {
    let database = try await Self.filled("(1, 'A B'), (2, 'C D'), (3, 'E F'), (41, 'Taro'), (50, 'G H')")
    let failure = StoreError.migrationFailed(
      version: 2, name: "v2",
      reason: "the function 'given' failed for row 41 of 'Person': no space in the name; nothing was changed")
    let options = MigrationOptions(batchSize: batchSize)
    await #expect(throws: failure) {
      try await database.migrate(try Self.versions(Self.given, Self.initial), options)
    }
    #expect(try database.execute("SELECT count(*), max(name) FROM person") == [["5", "Taro"]])
    try database.execute("UPDATE person SET name = 'Taro Ito' WHERE id = 41")
    try await database.migrate(try Self.versions(Self.given, Self.initial), options)
    #expect(try database.execute("SELECT given FROM person WHERE id = 41") == [["Taro"]])
    #expect(try database.execute("SELECT count(*) FROM person") == [["5"]])
  }

  @Test func sensitiveKeysAreNotShown() async throws {
    let first = Self.first.replacing("@primaryKey", with: "@primaryKey @sensitive")
    var versions = try Versions(first, Self.second.replacing("@primaryKey", with: "@primaryKey @sensitive"))
    versions.functions = [Self.given, Self.initial]
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute("INSERT INTO person VALUES (41, 'Taro')")
    let reason = "the function 'given' failed for row … of 'Person': no space in the name; nothing was changed"
    await #expect(throws: StoreError.migrationFailed(version: 2, name: "v2", reason: reason)) {
      try await database.migrate(versions)
    }
  }

  @Test func aVersionWithoutItsFunctionIsNotBegun() async throws {
    let third = Self.second.replacing(" @backfill(swift: \"given({name})\")", with: "").replacing(
      " @backfill(swift: \"initial({name})\")", with: ""
    ).replacing(
      "String?",
      with: "String? @length(...4) @backfill(swift: \"shortened({value})\") @allow(may-stop, \"it cuts\")")
    var versions = try Versions(Self.first, Self.second, third)
    versions.functions = [Self.given, Self.initial]
    let database = try await Self.filled("(1, 'Hanako Sato')")
    await #expect(
      throws: StoreError.migrationFailed(
        version: 3, name: "v3",
        reason: "it calls the function 'shortened' of a program, which brings the database to it: "
          + "'store.migrate(Schema.migrations(shortened: …))'")
    ) { try await database.migrate(versions) }
    #expect(try database.execute("SELECT max(number) FROM igata_versions") == [["2"]])
    #expect(try database.execute("SELECT given FROM person") == [["Hanako"]])
  }

  @Test func preparingNeedsNoFunction() async throws {
    let new = try Database()
    #expect(try await new.prepare(Self.versions()) == .created(2))
    let old = try await Self.filled("(1, 'Hanako Sato')")
    await #expect(throws: StoreError.migrationNeeded(from: 1, to: 2)) { try await old.prepare(Self.versions()) }
    #expect(try await new.migrate(Self.versions()) == .current(2))
  }

  /// A database without a record is compared with the tables of all versions, whose scripts run in memory.
  @Test func databasesWithoutARecordAreKnown() async throws {
    let versions = try Versions(
      """
      model Account {
        id: Int64 @primaryKey
        note: String
        details: Details?
      }
      model Details { id: Int64 = autoincrement() @primaryKey }
      """,
      """
      model Account {
        id: Int64 @primaryKey
        details: Details?
      }
      model Details {
        id: Int64 = autoincrement() @primaryKey
        note: String @renamed(from: "Account.note") @length(...5) @backfill(swift: "short({note})")
          @allow(may-stop, "no")
      }
      """)
    let database = try Database()
    try await database.prepare(versions)
    try database.execute("DROP TABLE igata_versions")
    #expect(try await database.prepare(versions) == .current(2))
  }

  // MARK: Values

  /// Every scalar is passed as its column stores it, and comes back so.
  @Test func everyScalarIsPassed() async throws {
    let types = [
      "Bool", "Int16", "Int32", "Int64", "Int", "Float", "Double", "Decimal", "String", "Data", "Date", "UUID", "URL",
      "JSON",
    ]
    func model(_ field: (Int, String) -> String) -> String {
      "model T {\n  id: Int64 @primaryKey\n" + types.enumerated().map { "  \(field($0, $1))\n" }.joined()
        + "  money: Currency\n  kind: Kind\n  level: Level\n}\nenum Kind: String { case a = \"A\" }\n"
        + "enum Level: Int16 { case low = 7 }"
    }
    let old = model { "a\($0): \($1)" }
    let new = model { "a\($0): \($1)\n  b\($0): \($1)? @backfill(swift: \"f\($0)({a\($0)})\")" }.replacing(
      "  money: Currency",
      with: "  money: Currency\n  units: Int64 @backfill(swift: \"units({money}, {kind}, {level})\")")
    var versions = try Versions(old, new)
    versions.functions = [
      Self.same(0, Bool.self), Self.same(1, Int16.self), Self.same(2, Int32.self), Self.same(3, Int64.self),
      Self.same(4, Int.self), Self.same(5, Float.self), Self.same(6, Double.self), Self.same(7, Decimal.self),
      Self.same(8, String.self), Self.same(9, Data.self), Self.same(10, Date.self), Self.same(11, UUID.self),
      Self.same(12, URL.self), Self.same(13, JSON.self),
      MigrationFunction("units") { (money: Int64, kind: String, level: Int16) -> Int64 in
        kind == "A" ? money + Int64(level) : 0
      },
    ]
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute(
      """
      INSERT INTO t VALUES (1, 1, -32768, 5, 6, 7, 0.5, 1e300, '123456789012345678901234567890.5', 'a''é', X'00FF', \
      -1, X'00112233445566778899AABBCCDDEEFF', 'https://a.example/b', '{"a":[1,null]}', 1500, 'A', 7)
      """)
    try await database.migrate(versions)
    let same = types.indices.map { "a\($0) IS b\($0)" }.joined(separator: " AND ")
    #expect(try database.execute("SELECT \(same), units FROM t") == [["1", "1507"]])
  }

  private static func same<Value: Storable>(_ number: Int, _ type: Value.Type) -> MigrationFunction {
    MigrationFunction("f\(number)") { (value: Value) -> Value? in value }
  }

  /// A result that no column can store, and a null in a column that can't have one.
  @Test func unusableValuesStop() async throws {
    let nan = MigrationFunction("given") { (_: String) -> Double in .nan }
    let database = try await Self.filled("(7, 'A B')")
    let error = await #expect(throws: StoreError.self) {
      try await database.migrate(try Self.versions(nan, Self.initial))
    }
    let reason = "the function 'given' failed for row 7 of 'Person': its result is"
    #expect("\(error.map { "\($0)" } ?? "")".contains(reason))
    let wrong = MigrationFunction("given") { (_: Int64) -> String in "" }
    let other = await #expect(throws: StoreError.self) {
      try await database.migrate(try Self.versions(wrong, Self.initial))
    }
    #expect("\(other.map { "\($0)" } ?? "")".contains("for row 7 of 'Person': argument 1 is"))
  }
}
