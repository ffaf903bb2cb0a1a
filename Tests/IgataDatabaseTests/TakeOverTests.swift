import Foundation
@_spi(Backend) import IgataRuntime
import IgataTool
import TestSupport
import Testing

@_spi(Backend) @testable import IgataDatabase
@_spi(Backend) @testable import IgataSQLite

/// `igata copy --from`, which makes the tables of another program igata's own.
@Suite struct TakeOverTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static let old = """
    model User @table("users") @external {
      let uuid: UUID @primaryKey @stored(as: text(upper))
      created: Date @stored(as: text(iso))
      seen: Date? @stored(as: seconds)
      balance: Currency @stored(as: number)
      born: Day? @stored(as: compact)
      total: Int? @readOnly
      boss: User? @onDelete(unconstrained)
      folders: [Folder] @inverse(owner)
    }

    model Folder @table("folders") @external {
      let id: Int = autoincrement() @primaryKey
      name: String
      owner: User @column("owner") @onDelete(cascade)
    }

    model Count @table("counts") @external @readOnly {
      let owner: String @primaryKey
    }
    """

  private static let new = """
    model User @table("users") {
      balance: Currency
      let uuid: UUID @primaryKey
      created: Date
      seen: Date?
      born: Day?
      total: Int?
      boss: User? @onDelete(noAction)
      folders: [Folder] @inverse(owner)
    }

    model Folder @table("folders") {
      let id: Int = autoincrement() @primaryKey
      name: String
      owner: User @column("owner") @onDelete(cascade)
    }
    """

  private static let ann = "2F1F4F4E-0C3A-4F57-9D5E-6F0F4A1B2C3D"
  private static let ben = "00000000-0C3A-4F57-9D5E-6F0F4A1B2C3D"

  private func connection(_ name: String) throws -> Connection { try Connection(path: scratch.path(name), flags: 6) }

  private func makeDatabase() throws {
    let connection = try connection("old.sqlite")
    for statement in [
      "CREATE TABLE folders (owner TEXT NOT NULL REFERENCES users (uuid) ON DELETE CASCADE, id INTEGER PRIMARY KEY, "
        + "name VARCHAR(80) NOT NULL COLLATE NOCASE)",
      "CREATE TABLE users (uuid TEXT NOT NULL PRIMARY KEY, created DATETIME NOT NULL, seen INTEGER, "
        + "balance NUMERIC NOT NULL, born CHAR(8), total INTEGER AS (length(uuid)), boss_uuid TEXT)",
      "CREATE VIEW counts AS SELECT owner FROM folders GROUP BY owner",
      "INSERT INTO users VALUES ('\(Self.ann)', '2024-05-27T11:12:13Z', 1716808333, 12.345, '20240229', NULL), "
        + "('\(Self.ben)', '1969-12-31T23:59:59.999999Z', NULL, -0.1, NULL, '\(Self.ann)')",
      "INSERT INTO folders VALUES ('\(Self.ann)', -3, 'Inbox'), ('\(Self.ben)', 9, 'inbox')",
    ] { _ = try connection.texts(statement) }
    try scratch.write(Self.old, to: "Old/Shop.igata")
    try scratch.write(Self.new, to: "Shop.igata")
  }

  private func igata(_ arguments: String...) async throws -> Outcome {
    let program = Program(built: "igata", arguments, in: scratch.folder)
    return try await apart { try program.run() }
  }

  private func copy(_ source: String = "old.sqlite", _ target: String = "own.sqlite") async throws -> Outcome {
    try await igata("copy", source, target, "--schema", "Shop.igata", "--from", "Old/Shop.igata", "--batch", "1")
  }

  /// Each value is the same one, in igata's form; FROM stays as it is.
  @Test func valuesGetOwnForms() async throws {
    try makeDatabase()
    let before = try scratch.bytes("old.sqlite")
    let outcome = try await copy()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try scratch.bytes("old.sqlite") == before)
    let own = try connection("own.sqlite")
    #expect(
      try own.texts("SELECT hex(uuid), created, seen, balance, born, total, hex(boss_uuid) FROM users ORDER BY 1") == [
        [Self.ben.replacing("-", with: ""), "-1", nil, "-100", nil, "36", Self.ann.replacing("-", with: "")],
        [Self.ann.replacing("-", with: ""), "1716808333000000", "1716808333000000", "12345", "2024-02-29", "36", ""],
      ])
    #expect(try own.texts("SELECT id, name, hex(owner) FROM folders ORDER BY id").map { $0[0] } == ["-3", "9"])
    #expect(try own.texts("SELECT count(*) FROM pragma_index_list('folders')") == [["1"]])
    // They are the tables of a version from here on.
    #expect(try await igata("migrate", "seal", "first", "Shop.igata").status == 0)
    #expect(try await igata("migrate", "adopt", "own.sqlite").status == 0)
    #expect(try await igata("migrate", "status", "own.sqlite").status == 0)
    // The same copy again has nothing to do; one by another schema is another copy.
    #expect(try await copy().status == 0)
    try scratch.write(Self.old.replacing("text(iso)", with: "text(offset)"), to: "Old/Shop.igata")
    #expect(try await copy().status != 0)
  }

  /// A row that can't be taken over stops the copy, with its key, and nothing of FROM changes.
  @Test(arguments: [
    ("UPDATE folders SET owner = '10000000-0C3A-4F57-9D5E-6F0F4A1B2C3D' WHERE id = 9", "row '9'"),
    ("UPDATE users SET created = '27.05.2024' WHERE seen IS NULL", "'created'"),
    ("UPDATE users SET born = '20240230'",
      "the database has '20240230' in 2 of the 2 rows that were looked at, such as row '"),
    ("UPDATE users SET born = '20240230' WHERE seen IS NULL",
      "'20240230' in 1 of the 2 rows that were looked at: row '\(ben)'"),
    ("UPDATE users SET balance = 0.00049 WHERE seen IS NULL", "'balance'"),
    ("UPDATE users SET born = '20240230' WHERE seen IS NULL", "'born'"),
    ("UPDATE users SET boss_uuid = lower(uuid) WHERE seen IS NULL", "'boss_uuid'"),
    ("UPDATE users SET boss_uuid = '10000000-0C3A-4F57-9D5E-6F0F4A1B2C3D' WHERE seen IS NULL", "'User.boss'"),
  ])
  func rowsThatCannotBeTakenOver(_ statement: String, _ part: String) async throws {
    try makeDatabase()
    _ = try connection("old.sqlite").texts(statement)
    let before = try scratch.bytes("old.sqlite")
    let outcome = try await copy()
    #expect(outcome.status != 0 && outcome.errors.contains(part), "\(outcome)")
    #expect(try scratch.bytes("old.sqlite") == before)
  }

  /// A row that breaks a rule of igata's own table is named, also in a batch of many.
  @Test(arguments: [
    ("UPDATE folders SET owner = '10000000-0C3A-4F57-9D5E-6F0F4A1B2C3D' WHERE id = 77", "",
      "table 'folders', row '77': 'Folder.owner' refers to a row that does not exist"),
    ("UPDATE folders SET name = 'n 33' WHERE id = 77", "\n  unique(name)",
      "table 'folders', row '77': a row of 'Folder' already exists (folders_name_key: name)"),
    ("UPDATE folders SET name = 'none' WHERE id = 77", "\n  check(name != \"none\")",
      "table 'folders', row '77': a value of 'Folder.name' breaks "),
    ("UPDATE users SET boss_uuid = '10000000-0C3A-4F57-9D5E-6F0F4A1B2C3D' WHERE seen IS NULL", "",
      "table 'users', row '\(ben)': 'User.boss' refers to a row that does not exist"),
  ], [1, 7, 5000])
  func rowsThatBreakARuleAreNamed(_ fault: (statement: String, rule: String, message: String), _ batch: Int) async throws {
    try makeDatabase()
    let old = try connection("old.sqlite")
    _ = try old.texts(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO folders "
        + "SELECT '\(Self.ann)', i + 9, 'n ' || i FROM n")
    _ = try old.texts(fault.statement)
    let owner = "owner: User @column(\"owner\") @onDelete(cascade)"
    try scratch.write(Self.new.replacing(owner, with: owner + fault.rule), to: "Shop.igata")
    let outcome = try await igata(
      "copy", "old.sqlite", "own.sqlite", "--schema", "Shop.igata", "--from", "Old/Shop.igata", "--batch", "\(batch)")
    #expect(outcome.status != 0 && outcome.errors.contains(fault.message), "\(outcome)")
  }

  /// The value in another form is told, and not that of a `@sensitive` column.
  @Test func secretsAreNotTold() async throws {
    try makeDatabase()
    _ = try connection("old.sqlite").texts("UPDATE users SET seen = 'never', created = 'secret' WHERE seen IS NULL")
    _ = try connection("old.sqlite").texts("UPDATE users SET seen = 1 WHERE seen = 'never'")
    let secret = Self.old.replacing("created: Date", with: "created: Date @sensitive")
    try scratch.write(secret, to: "Old/Shop.igata")
    try scratch.write(Self.new.replacing("created: Date", with: "created: Date @sensitive"), to: "Shop.igata")
    let outcome = try await copy()
    #expect(outcome.status != 0 && outcome.errors.contains("'created'") && !outcome.errors.contains("secret"), "\(outcome)")
  }

  /// A value that `prepare` doesn't look at is found when it is read.
  @Test func rowsThatAreNotLookedAtBefore() async throws {
    try makeDatabase()
    let old = try connection("old.sqlite")
    _ = try old.texts(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) INSERT INTO users "
        + "SELECT printf('%08X', i) || '-0000-4000-8000-000000000000', '2024-05-27T11:12:13Z', i, i, NULL, NULL FROM n")
    for number in stride(from: 5000, to: 30000, by: 5000) {
      _ = try old.texts("UPDATE users SET seen = 'never' WHERE seen = \(number + 77)")
    }
    let outcome = try await igata(
      "copy", "old.sqlite", "own.sqlite", "--schema", "Shop.igata", "--from", "Old/Shop.igata")
    let message = "-0000-4000-8000-000000000000, column 'seen': 'never' isn't a number of seconds since 1970"
    #expect(outcome.status != 0 && outcome.errors.contains(message), "\(outcome)")
  }

  /// No message shows a `@sensitive` key.
  @Test func sensitiveKeysAreNotTold() async throws {
    try makeDatabase()
    _ = try connection("old.sqlite").texts("UPDATE users SET born = '20240230'")
    for (path, text) in [("Old/Shop.igata", Self.old), ("Shop.igata", Self.new)] {
      try scratch.write(text.replacing("let uuid: UUID", with: "let uuid: UUID @sensitive"), to: path)
    }
    let outcome = try await copy()
    #expect(outcome.errors.contains("'20240230' in 2 of the 2 rows that were looked at"), "\(outcome)")
    #expect(!outcome.errors.contains("such as row") && !outcome.errors.contains("4F57"), "\(outcome)")
  }

  /// What isn't the same in both schemas is refused before anything is written.
  @Test(arguments: [
    ("seen: Date?", "", "column 'seen' of FROM isn't in the schema"),
    ("born: Day?", "born: Day?\n  age: Int?", "FROM has no column 'age'"),
    ("born: Day?", "born: Date?", "column 'born' has another type in FROM"),
    ("owner: User @column(\"owner\") @onDelete(cascade)", "owner: User\n  unique(owner)", "column 'owner' of FROM isn't in the schema"),
    ("let id: Int = autoincrement() @primaryKey\n  name: String", "let id: Int\n  name: String @primaryKey",
      "FROM has another key"),
    ("@table(\"folders\")", "@table(\"other\")", "table 'folders' of FROM isn't in the schema"),
    ("model Folder", "model More {\n  id: Int @primaryKey\n}\n\nmodel Folder", "FROM has no table 'more'"),
  ])
  func otherTables(_ text: String, _ replacement: String, _ message: String) async throws {
    try makeDatabase()
    #expect(Self.new.contains(text))
    try scratch.write(Self.new.replacing(text, with: replacement), to: "Shop.igata")
    let outcome = try await copy()
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("own.sqlite")))
  }

  /// The steps that the page shows, for the database that it shows.
  @Test func thePageIsTrue() async throws {
    let page = testsFolder + "/../Sources/IgataRuntime/IgataRuntime.docc/DatabasesOfOthers.md"
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## Taking it over\n").last)
    let sql = try #require(text.split(separator: "```").first { $0.hasPrefix("sql\n") }).dropFirst(4)
    let connection = try connection("vault.sqlite")
    for statement in sql.split(separator: ";\n") { _ = try connection.texts(String(statement)) }
    #expect(try await igata("introspect", "vault.sqlite", "-o", "Vault.igata").status == 0)
    try scratch.write(try scratch.read("Vault.igata"), to: "Old/Vault.igata")
    let blocks = section.split(separator: "```").map(String.init)
    try scratch.write(String(try #require(blocks.first { $0.hasPrefix("igata\n") }).dropFirst(6)), to: "Vault.igata")
    let commands = try #require(blocks.first { $0.hasPrefix("\nigata copy ") }).split(separator: "\n")
    #expect(commands.count == 3)
    for command in commands {
      let program = Program(built: "igata", command.split(separator: " ").dropFirst().map(String.init), in: scratch.folder)
      let outcome = try await apart { try program.run() }
      #expect(outcome.status == 0, "\(command): \(outcome)")
    }
    let rows = try self.connection("own.sqlite").texts("SELECT created_at FROM users, folders WHERE owner = uuid")
    #expect(rows == [["1716808333000000"]])
    #expect(section.contains("`1716808333000000`"))
  }

  // MARK: Own tables beside those of others

  /// Versions are made of one's own tables, and the other program's table stays as it is.
  private func migrateBeside(_ backend: any VersionedBackend) async throws -> [MigrationOutcome] {
    let first = """
      model Item @table("items") @external {
        let id: Int @primaryKey
        name: String
      }

      model Note {
        id: UUID @primaryKey
        itemID: Int @index
      }
      """
    try scratch.write(#"{"migrations": {"dialects": ["sqlite", "postgresql"]}}"#, to: "igata.json")
    var outcomes: [MigrationOutcome] = []
    for (name, text) in [("first", first), ("second", first.replacing("@index", with: "@index\n  pinned: Bool = true"))] {
      try scratch.write(text, to: "Shop.igata")
      #expect(try await igata("migrate", "seal", name, "Shop.igata").status == 0)
      let path = scratch.path("Shop.igata")
      guard case .migrate(let request) = try databaseRequest(["migrate", "apply", "a", "--schema", path]),
        case .copy(let tables) = try databaseRequest(["copy", "a", "b", "--schema", path])
      else { return [] }
      let versions = request.versions.mapValues { $0.map { SchemaVersion($0) } }
      let migrations = SchemaMigrations(
        models: [], sqlite: versions["sqlite"] ?? [], postgresql: versions["postgresql"] ?? [])
      // As a program does: with all tables of the schema, of which the other program's is compared.
      let all = CopiedTable.all(tables.tables).map(\.table)
      #expect(all.count == 2 && request.tables.count == 1)
      let step = MigrationRequest(tables: all, migrations, options: MigrationOptions(), goesForward: true)
      outcomes.append(try await backend.migrate(step) { _ in }.outcome)
      let session = try await backend.begin(.singleRead)
      #expect(try await session.count(all[0]) == 2)
      await session.rollback()
    }
    return outcomes
  }

  private static let items = """
    CREATE TABLE items (id integer PRIMARY KEY, name varchar(80) NOT NULL);
    INSERT INTO items VALUES (1, 'a'), (2, 'b');
    """

  /// A version doesn't take over a table of another program; a copy does, with one's own tables.
  @Test func anotherProgramsTableBecomesOwn() async throws {
    let folders = "model Folder @table(\"folders\") @external {\n  let id: Int = autoincrement() @primaryKey\n  name: String\n}\n"
    let note = "model Note {\n  id: Int @primaryKey\n}\n"
    _ = try connection("shop.sqlite").texts("CREATE TABLE folders (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    _ = try connection("shop.sqlite").texts("INSERT INTO folders VALUES (-7, 'a')")
    for path in ["Old/Shop.igata", "Shop.igata"] { try scratch.write(note + folders, to: path) }
    #expect(try await igata("migrate", "seal", "first", "Shop.igata").status == 0)
    #expect(try await igata("migrate", "apply", "shop.sqlite", "--schema", "Shop.igata").status == 0)
    _ = try connection("shop.sqlite").texts("INSERT INTO note VALUES (5)")
    try scratch.write(note + folders.replacing(" @external", with: ""), to: "Shop.igata")
    #expect(try await igata("migrate", "seal", "second", "Shop.igata").status == 0)
    let refused = try await igata("migrate", "apply", "shop.sqlite", "--schema", "Shop.igata")
    #expect(refused.status != 0 && refused.errors.contains("with 'igata copy FROM TO --schema SCHEMA --from OLD'"), "\(refused)")
    #expect(try await copy("shop.sqlite").status == 0)
    #expect(try await igata("migrate", "adopt", "own.sqlite", "--schema", "Shop.igata").status == 0)
    let rows = try connection("own.sqlite").texts("SELECT number, name, (SELECT id FROM note), (SELECT id FROM folders) FROM igata_versions")
    #expect(rows == [["2", "second", "5", "-7"]])
  }

  @Test func ownTablesBesideThoseOfOthers() async throws {
    for statement in Self.items.split(separator: "\n") { _ = try connection("shop.sqlite").texts(String(statement)) }
    let definition = "SELECT sql FROM sqlite_schema WHERE tbl_name = 'items'"
    let before = try connection("shop.sqlite").texts(definition)
    let outcomes = try await migrateBeside(SQLiteBackend(path: scratch.path("shop.sqlite")))
    #expect(outcomes == [.created(1), .migrated(from: 1, to: 2)])
    #expect(try connection("shop.sqlite").texts(definition) == before)
    #expect(try connection("shop.sqlite").texts("SELECT name FROM pragma_table_info('note')").count == 3)
    #expect(try await igata("migrate", "status", "shop.sqlite").status == 0)
  }

  #if PostgreSQL
  @Test(.enabled(if: CopyServer.isThere)) func ownTablesBesideThoseOfOthersOnAServer() async throws {
    let outcomes = try await migrateBeside(try await CopyServer.backend(Self.items))
    #expect(outcomes == [.created(1), .migrated(from: 1, to: 2)])
  }

  private static let oldOnServer = """
    type Units = Fixed(scale: 1000)

    enum Mood: String {
      case happy
      case soSo = "so so"
    }

    model User @table("User") @external {
      let id: UUID @primaryKey @stored(as: text)
      createdAt: Date @column("createdAt") @stored(as: local(3))
      mood: Mood @stored(as: native("Mood"))
      name: String?
      balance: Units @stored(as: number)
      born: Day?
      visits: [Visit] @inverse(user)
    }

    model Visit @table("visits") @external {
      let id: Int = autoincrement() @primaryKey
      user: User @column("userId") @onDelete(cascade) @onUpdate(cascade)
    }
    """

  /// From PostgreSQL, with its own types, to PostgreSQL and to SQLite.
  @Test(.enabled(if: CopyServer.isThere)) func fromAServer() async throws {
    let source = try await CopyServer.backend(
      """
      CREATE TYPE \"Mood\" AS ENUM ('happy', 'so so');
      CREATE TABLE \"User\" (id varchar(36) PRIMARY KEY, \"createdAt\" timestamp(3) NOT NULL, mood \"Mood\" NOT NULL,
        name varchar(80), balance numeric(20, 3) NOT NULL, born date);
      CREATE TABLE visits (id bigserial PRIMARY KEY, \"userId\" varchar(36) NOT NULL REFERENCES \"User\" ON DELETE CASCADE
        ON UPDATE CASCADE);
      INSERT INTO \"User\" VALUES ('2f1f4f4e-0c3a-4f57-9d5e-6f0f4a1b2c3d', '1969-12-31 23:59:59.999', 'so so', 'Ann',
        -12.345, '2024-02-29');
      INSERT INTO visits (\"userId\") SELECT id FROM \"User\", generate_series(1, 5);
      """)
    let new = Self.oldOnServer.replacing(" @external", with: "").replacing(#/ @stored\(as: [^)]*\)?\)/#, with: "")
    #expect(!new.contains("@stored") && !new.contains("))"))
    try scratch.write(Self.oldOnServer, to: "Old/Shop.igata")
    try scratch.write(new, to: "Shop.igata")
    let arguments = ["copy", "a", "b", "--schema", scratch.path("Shop.igata"), "--from", scratch.path("Old/Shop.igata")]
    guard case .copy(let request) = try databaseRequest(arguments) else { return }
    let tables = try CopiedTable.all(request.tables, from: try #require(request.sourceTables))
    let target = try await CopyServer.backend()
    #expect(try await DatabaseCopy(from: source, to: target, tables, batch: 2) { _ in }.run() == 6)
    let file = try SQLiteBackend(path: scratch.path("own.sqlite"))
    #expect(try await DatabaseCopy(from: source, to: file, tables, batch: 2) { _ in }.run() == 6)
    #expect(
      try connection("own.sqlite").texts(#"SELECT hex(id), "createdAt", mood, name, balance, born FROM "User""#)
        == [["2F1F4F4E0C3A4F579D5E6F0F4A1B2C3D", "-1000", "so so", "Ann", "-12345", "2024-02-29"]])
    // The tables in TO are igata's own, so that one copy of them is like any other.
    let again = try SQLiteBackend(path: scratch.path("again.sqlite"))
    #expect(try await DatabaseCopy(from: target, to: again, request.tables).run() == 6)
  }
  #endif
}
