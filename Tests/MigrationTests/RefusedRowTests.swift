@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
@_spi(Backend) import MigrationSupport
import Testing

/// The message of a version that stops because of a constraint names a row, and nothing is changed.
struct RefusedRowTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var first: String
    var second: String
    var rows: String
    var reason: String
    var batchSize = 100
  }

  static let entry = """
    model Entry @allow(may-stop, "a test") {
      id: Int64 @primaryKey
      owner: String
      code: String
      size: Int64 = 0
    """

  private static let rows = """
    INSERT INTO entry (id, owner, code, size) VALUES (1, 'x', 'a', 0), (2, 'y', '', 1), (3, 'y', '', 2), (4, 'x', 'b', 3),
      (7, 'x', 'a', 4), (8, 'y', 'c', 5), (9, 'y', 'c', 6)
    """

  static let person = "model Person {\n  id: Int64 @primaryKey\n}\n"
  private static let city = "model City {\n  id: Int64 @primaryKey\n}\n"

  private static let cases = [
    Case(
      testDescription: "unique", first: entry + "\n}", second: entry + "\n  unique(owner, code)\n}", rows: rows,
      reason: "table 'entry', rows 3 and 7 and 9: another row has the same 'owner' and 'code'"),
    Case(
      testDescription: "unique with a condition", first: entry + "\n}",
      second: entry + "\n  unique(code, where: code != \"\" && code != \"a\")\n}", rows: rows,
      reason: "table 'entry', row 9: another row has the same 'code'"),
    Case(
      testDescription: "unique of an expression", first: entry + "\n}", second: entry + "\n  unique(lower(owner))\n}",
      rows: "INSERT INTO entry (id, owner, code) VALUES (1, 'x', ''), (2, 'X', ''), (3, 'y', '')",
      reason: "table 'entry', row 2: another row has the same values in the index 'entry_owner_lower_key'"),
    Case(
      testDescription: "unique of a key of several columns",
      first: "model Entry @allow(may-stop, \"a test\") {\n  a: String\n  b: Int64\n  c: String\n  primaryKey(a, b)\n}",
      second:
        "model Entry @allow(may-stop, \"a test\") {\n  a: String\n  b: Int64\n  c: String @unique\n  primaryKey(a, b)\n}",
      rows: "INSERT INTO entry (a, b, c) VALUES ('it''s', 1, 'c'), ('it''s', 2, 'c')",
      reason: "table 'entry', row 'it''s', 2: another row has the same 'c'"),
    Case(
      testDescription: "a rebuild with a unique of its own", first: entry + "\n}",
      second: entry.replacing("id: Int64 @primaryKey", with: "id: Int64").replacing("size: Int64", with: "size: Int32")
        .replacing("code: String", with: "code: String @primaryKey").replacing("= 0", with: "= 0 @backfill(clamped)")
        + "\n}",
      rows: rows, reason: "table 'entry', row 3: another row has the same 'code'"),
    Case(
      testDescription: "a check", first: entry + "\n}", second: entry + "\n  check(size < 4, name: \"small\")\n}", rows: rows,
      reason: "table 'entry', row 7: the check 'small' is violated"),
    Case(
      testDescription: "a check, in portions", first: entry + "\n}",
      second: entry + "\n  check(size < 4, name: \"small\")\n}", rows: rows,
      reason: "table 'entry', row 7: the check 'small' is violated", batchSize: 2),
    Case(
      testDescription: "a foreign key", first: person + entry + "\n  person: Int64 = 1\n}",
      second: person + entry + "\n  person: Person @column(\"person\")\n}",
      rows: "INSERT INTO person VALUES (1); " + rows + "; UPDATE entry SET person = id - 3 WHERE id > 2",
      reason: "table 'entry', rows 3 and 7 and 8 and 1 more: 'person' refers to a row of 'person' that doesn't exist"),
    Case(
      testDescription: "a foreign key where another one was broken before",
      first: person + city + entry + "\n  city: City\n  person: Int64 = 1\n}",
      second: person + city + entry + "\n  city: City\n  person: Person @column(\"person\")\n}",
      rows: """
        INSERT INTO person VALUES (1);
        INSERT INTO entry (id, owner, code, city_id, person) VALUES (1, 'x', 'a', 5, 1), (2, 'x', 'b', 5, 2)
        """,
      reason: "table 'entry', row 2: 'person' refers to a row of 'person' that doesn't exist"),
  ]

  private static func secret(_ members: String, _ key: String = "mail: String") -> String {
    "model Entry @allow(may-stop, \"a test\") {\n  \(key) @primaryKey @sensitive\n  \(members)\n}"
  }

  /// Keys that no message shows, on every engine.
  static let sensitive = [
    Case(
      testDescription: "a part of a key is sensitive",
      first: secret("n: Int64\n  code: String\n  primaryKey(mail, n)").replacing(" @primaryKey", with: ""),
      second: secret("n: Int64\n  code: String @unique\n  primaryKey(mail, n)").replacing(" @primaryKey", with: ""),
      rows: "INSERT INTO entry (mail, n, code) VALUES ('a@b.c', 1, 'x'), ('d@e.f', 2, 'x')",
      reason: "table 'entry', row …, 2: another row has the same 'code'"),
    Case(
      testDescription: "a check of a row with a sensitive key", first: secret("size: Int64"),
      second: secret("size: Int64\n  check(size < 4, name: \"small\")"),
      rows: "INSERT INTO entry (mail, size) VALUES ('a@b.c', 1), ('d@e.f', 4)",
      reason: "table 'entry', row …: the check 'small' is violated"),
    Case(
      testDescription: "a foreign key of a row with a sensitive key", first: person + secret("person: Int64"),
      second: person + secret("person: Person @column(\"person\")"),
      rows: "INSERT INTO entry (mail, person) VALUES ('a@b.c', 1)",
      reason: "table 'entry', row …: 'person' refers to a row of 'person' that doesn't exist"),
    Case(
      testDescription: "a value of a row with a sensitive key", first: secret("size: Int64"),
      second: secret("size: Int32 @backfill(none)"),
      rows: "INSERT INTO entry (mail, size) VALUES ('a@b.c', 1), ('d@e.f', 5000000000)",
      reason: "table 'entry', row …: the value of 'size' doesn't fit"),
    Case(
      testDescription: "a sensitive key that is renamed", first: secret("code: String"),
      second: secret("code: String @unique", "address: String @renamed(from: \"mail\")"),
      rows: "INSERT INTO entry (mail, code) VALUES ('a@b.c', 'x'), ('d@e.f', 'x')",
      reason: "table 'entry', row …: another row has the same 'code'"),
    Case(
      testDescription: "a key that becomes sensitive", first: secret("code: String").replacing(" @sensitive", with: ""),
      second: secret("code: String @unique"),
      rows: "INSERT INTO entry (mail, code) VALUES ('a@b.c', 'x'), ('d@e.f', 'x')",
      reason: "table 'entry', row …: another row has the same 'code'"),
    Case(
      testDescription: "a key that is no longer sensitive", first: secret("size: Int64"),
      second: secret("size: Int32 @backfill(none)").replacing(" @sensitive", with: ""),
      rows: "INSERT INTO entry (mail, size) VALUES ('a@b.c', 1), ('d@e.f', 5000000000)",
      reason: "table 'entry', row …: the value of 'size' doesn't fit"),
  ]

  @Test(arguments: cases + sensitive) func rowsAreNamed(_ item: Case) async throws {
    let versions = try Versions(item.first, item.second)
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute(item.rows)
    let before = try database.execute("SELECT * FROM entry")
    let options = MigrationOptions(batchSize: item.batchSize)
    await #expect(
      throws: StoreError.migrationFailed(version: 2, name: "v2", reason: "\(item.reason); nothing was changed")
    ) { try await database.migrate(versions, options) }
    #expect(try database.execute("SELECT * FROM entry") == before)
    #expect(try database.execute("SELECT number, state FROM igata_versions WHERE state <> 'begun'") == [["1", "created"]])
  }

  /// A table that is created again is referred to by others, of which some referred to no row before.
  @Test(arguments: [
    (1, false, nil), (2, false, nil),
    (1, true, "table 'entry', row 1: 'person_id' refers to a row of 'person' that doesn't exist"),
    (2, true, "1 row would refer to rows of 'person' that don't exist"),
  ])
  func rowsOfOtherTables(_ count: Int, _ isWrong: Bool, _ reason: String?) async throws {
    let entry = "\nmodel Entry {\n  id: Int64 @primaryKey\n  person: Person\n}\n"
    let person = "model Person {\n  id: Int64 @primaryKey\n  size: Int64\n}" + entry
    let versions = try Versions([person, person.replacing("size: Int64", with: "size: Int16 @backfill(clamped)")]) {
      $0 == 2 && isWrong ? $1.replacing("SELECT \"person\".\"id\"", with: "SELECT \"person\".\"id\" + 1") : $1
    }
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute("INSERT INTO person VALUES (1, 70000); INSERT INTO entry VALUES (1, 1)")
    if count == 2 { try database.execute("INSERT INTO entry VALUES (2, 9)") }
    if let reason {
      await #expect(
        throws: StoreError.migrationFailed(version: 2, name: "v2", reason: "\(reason); nothing was changed")
      ) { try await database.migrate(versions) }
    } else {
      #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
    }
    let size = isWrong ? "70000" : "32767"
    #expect(try database.execute("SELECT * FROM person") == [["1", size]])
    #expect(try database.execute("SELECT * FROM entry").count == count)
  }

  /// The key of a row that was changed while rows were copied ahead.
  @Test func rowsThatAreCopiedAgainAreNamed() async throws {
    let small = Self.entry + "\n  check(size < 10, name: \"small\")\n}"
    let versions = try Versions(Self.entry + "\n}", small)
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute(Self.rows)
    let backend = try database.backend()
    let migration = Task {
      try await backend.migrate(versions.request(MigrationOptions(batchSize: 3))) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: StoreError.cancelled) { try await migration.value }
    try database.execute("UPDATE entry SET size = 10 WHERE id = 2")
    let reason = "table 'entry', row 2: the check 'small' is violated; nothing was changed"
    await #expect(throws: StoreError.migrationFailed(version: 2, name: "v2", reason: reason)) {
      try await database.migrate(versions, MigrationOptions(batchSize: 3))
    }
  }
}
