#if PostgreSQL
@_spi(Backend) import IgataRuntime
@_spi(Backend) import MigrationSupport
import Testing

@testable import IgataPostgreSQL

/// The message of a version that stops on a server because of a constraint names a row, and nothing is changed.
@Suite(.enabled(if: ServerDatabase.isThere)) struct ServerRefusedRowTests {
  typealias Case = RefusedRowTests.Case

  private static let entry = RefusedRowTests.entry

  private static let rows = """
    INSERT INTO entry (id, owner, code, size) VALUES (1, 'x', 'a', 0), (2, 'y', '', 1), (3, 'y', '', 2), (4, 'x', 'b', 3),
      (8, 'y', 'c', 5), (9, 'y', 'c', 6)
    """

  private static let person = RefusedRowTests.person

  private static let cases = [
    Case(
      testDescription: "unique", first: entry + "\n}", second: entry + "\n  unique(owner, code)\n}",
      rows: rows + "; UPDATE entry SET owner = 'z' WHERE id = 3",
      reason: "table 'entry', row 9: another row has the same 'owner' and 'code'"),
    Case(
      testDescription: "unique with a condition, beside a new column", first: entry + "\n}",
      second: entry + "\n  kind: String = \"b\"\n  unique(code, where: code != \"\")\n}", rows: rows,
      reason: "table 'entry', row 9: another row has the same 'code'"),
    Case(
      testDescription: "unique of a new column", first: entry + "\n}", second: entry + "\n  kind: String = \"b\" @unique\n}",
      rows: "INSERT INTO entry VALUES (1, '', ''), (2, '', '')",
      reason: "table 'entry', row 2: another row has the same 'kind'"),
    Case(
      testDescription: "unique of an expression", first: entry + "\n}", second: entry + "\n  unique(lower(owner))\n}",
      rows: "INSERT INTO entry VALUES (1, 'x', ''), (2, 'X', ''), (3, 'y', '')",
      reason: "table 'entry', row 2: another row has the same 'lower(owner)'"),
    Case(
      testDescription: "unique of a key of several columns",
      first: "model Entry @allow(may-stop, \"a test\") {\n  a: String\n  b: Int64\n  c: String\n  primaryKey(a, b)\n}",
      second:
        "model Entry @allow(may-stop, \"a test\") {\n  a: String\n  b: Int64\n  c: String @unique\n  primaryKey(a, b)\n}",
      rows: "INSERT INTO entry (a, b, c) VALUES ('it''s', 1, 'c'), ('it''s', 2, 'c')",
      reason: "table 'entry', row it's, 2: another row has the same 'c'"),
    Case(
      testDescription: "a key with a line break", first: "model Entry {\n  id: String @primaryKey\n}",
      second: "model Entry {\n  id: String @primaryKey\n  size: Int32 @backfill(none) @allow(may-stop, \"a test\")\n}",
      rows: "INSERT INTO entry VALUES (E'a\\nb')",
      reason: "table 'entry', row a\nb: there is a row, and nothing gives it 'size'"),
    Case(
      testDescription: "another key", first: entry + "\n}",
      second: entry.replacing("id: Int64 @primaryKey", with: "id: Int64")
        .replacing("code: String", with: "code: String @primaryKey") + "\n}",
      rows: rows + "; UPDATE entry SET code = 'd' WHERE id = 3",
      reason: "table 'entry', row c: another row has the same 'code'"),
    Case(
      testDescription: "a check of a new column", first: entry + "\n}",
      second: entry + "\n  most: Int64 = 5\n  check(size <= most)\n}", rows: rows,
      reason: "table 'entry', row 9: the check 'entry_size_most_check' is violated"),
    Case(
      testDescription: "a check", first: entry + "\n}", second: entry + "\n  check(size < 6, name: \"small\")\n}", rows: rows,
      reason: "table 'entry', row 9: the check 'small' is violated"),
    Case(
      testDescription: "a foreign key", first: person + entry + "\n  person: Int64 = 1\n}",
      second: person + entry + "\n  person: Person @column(\"person\")\n}",
      rows: "INSERT INTO person VALUES (1); " + rows + "; UPDATE entry SET person = 7 WHERE id = 4",
      reason: "table 'entry', row 4: 'person' refers to a row of 'person' that doesn't exist"),
  ]

  @Test(arguments: cases + RefusedRowTests.sensitive) func rowsAreNamed(_ item: Case) async throws {
    let versions = try Versions(item.first, item.second, in: "postgresql")
    let database = try ServerDatabase()
    try await database.migrate(versions.prefix(1))
    try database.execute(item.rows)
    let before = try database.execute("SELECT * FROM entry ORDER BY entry")
    await #expect(
      throws: StoreError.migrationFailed(version: 2, name: "v2", reason: "\(item.reason); nothing was changed")
    ) { try await database.migrate(versions) }
    #expect(try database.execute("SELECT * FROM entry ORDER BY entry") == before)
    #expect(try database.execute("SELECT number, state FROM igata_versions") == [["1", "created"]])
    #expect(try database.execute("SELECT 1 FROM pg_constraint WHERE NOT convalidated") == [])
  }
}
#endif
