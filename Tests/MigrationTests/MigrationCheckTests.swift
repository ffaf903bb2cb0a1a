import IgataRuntime
import IgataSQLite
import IgataTesting
import MigrationSupport
import Testing

/// What a program's tests check of its versions.
struct MigrationCheckTests {
  private static let first = """
    model Person {
      id: UUID = uuid() @primaryKey
      name: String
    }

    model Item {
      id: Int64 = autoincrement() @primaryKey
      title: String
      note: String?
      owner: Person?
      tags: [Person]
    }
    """

  private static let second = first.replacing("title: String", with: "name: String @renamed(from: \"title\")")

  private static let third = second.replacing(" @renamed(from: \"title\")", with: " @length(...9) @backfill(truncated)")

  private func failures(_ edit: (Int, String) -> String = { $1 }) async throws -> [String] {
    let versions = try Versions([Self.first, Self.second, Self.third], edit: edit)
    let migrations = SchemaMigrations(models: [], sqlite: versions.all)
    return await MigrationCheck(migrations).run { try SQLiteBackend.inMemory() }.map(\.description)
  }

  @Test func rightVersionsPass() async throws { #expect(try await failures() == []) }

  private static let faults: [(old: String, new: String, found: String)] = [
    (
      "FROM \"item\";",
      "FROM (SELECT * FROM \"item\" LIMIT 1) AS \"item\";",
      "from version 1: a row stops version 3: table 'item_tags', rows "
    ),
    (
      "\"name\" TEXT NOT NULL CHECK",
      "\"name\" TEXT CHECK",
      "from version 1: the database does not fit the schema at Item.name"
    ),
    (
      "-- igata: swap \"item\"",
      "INSERT INTO \"person\" VALUES (zeroblob(16), 'x');\n-- igata: swap \"item\"",
      "from version 1: an empty database has 1 rows in 'person'"
    ),
    (
      "CREATE INDEX \"item_owner_id_idx\" ON \"item\" (\"owner_id\");",
      "",
      "from version 1: no script creates 'item_owner_id_idx'"
    ),
    (
      "substr(\"item\".\"name\", 1, 9)",
      "substr(\"item\".\"none\", 1, 9)",
      "from version 1: the backend failed: no such column"
    ),
    (
      "substr(\"item\".\"name\", 1, 9)",
      "NULL || substr(\"item\".\"name\", 1, 9)",
      "from version 1: a row stops version 3: "
    ),
  ]

  @Test(arguments: faults.indices) func wrongVersionsAreFound(index: Int) async throws {
    let fault = Self.faults[index]
    var isEdited = false
    let found = try await failures { number, script in
      guard number == 3 else { return script }
      isEdited = script.contains(fault.old)
      return script.replacing(fault.old, with: fault.new)
    }
    #expect(isEdited && found.first?.hasPrefix(fault.found) == true, "\(found)")
  }

  /// A row stops only a version that may stop.
  @Test(arguments: [false, true]) func stops(_ mayStop: Bool) async throws {
    let third = Self.second.replacing(
      " @renamed(from: \"title\")", with: " @length(...9) @backfill(none) @allow(may-stop, \"all of them are short\")")
    let versions = try Versions(Self.first, Self.second, third)
    let check = MigrationCheck(SchemaMigrations(models: [], sqlite: versions.all), mayStop: mayStop ? [3] : [])
    let found = await check.run { try SQLiteBackend.inMemory() }.map(\.description)
    let isFound = found.first?.hasPrefix("from version 1: a row stops version 3: ") ?? false
    #expect(mayStop ? found == [] : isFound, "\(found)")
  }

  @Test func memoryCantBeChecked() async throws {
    let versions = try Versions(Self.first, Self.second)
    let check = MigrationCheck(SchemaMigrations(models: [], sqlite: versions.all))
    #expect(await check.run { MemoryBackend() }.count == 1)
  }
}
