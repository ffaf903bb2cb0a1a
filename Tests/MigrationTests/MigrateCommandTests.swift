import Foundation
@_spi(Backend) import IgataRuntime
@_spi(Backend) import MigrationSupport
import TestSupport
import Testing

/// `igata migrate status`, `apply`, `adopt` and `sql`, on databases with rows.
struct MigrateCommandTests {
  private let scratch: Scratch
  private let database: Database

  private static let first = """
    model Person {
      id: Int64 @primaryKey
      name: String
    }

    model Item {
      id: Int64 @primaryKey
      title: String
      owner: Person
      index(title)
    }
    """

  private static let short = first.replacing(
    "title: String", with: "title: String @length(...3) @backfill(none) @allow(may-stop, \"all of them are short\")")

  private static let second = short.replacing("name: String", with: "name: String\n  nickname: String?")

  private static let third = second.replacing(
    "title: String @length(...3) @backfill(none)", with: "name: String @length(...3) @renamed(from: \"title\")"
  ).replacing("index(title)", with: "index(name)")

  init() throws {
    scratch = try Scratch()
    database = try Database(path: scratch.path("shop.sqlite"))
    try seal([("first", Self.first), ("second", Self.second), ("third", Self.third)])
  }

  private func seal(_ versions: [(name: String, text: String)]) throws {
    try? FileManager.default.removeItem(at: scratch.url("Migrations"))
    for (name, text) in versions {
      try scratch.write(text, to: "shop.igata")
      let outcome = try migrate("seal", name, "--keep")
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  private func migrate(_ arguments: String...) throws -> Outcome {
    try Program(built: "igata", ["migrate"] + arguments, in: scratch.folder).run()
  }

  /// Runs statements as the program `sqlite3` does.
  private func runLikeProgram(_ text: String) throws {
    try database.execute(text.split(separator: "\n").filter { $0 != ".bail on" }.joined(separator: "\n"))
  }

  private func fill() throws {
    try database.execute("INSERT INTO person VALUES (1, 'Hanako'), (2, 'Taro')")
    try database.execute("INSERT INTO item VALUES (1, 'pen', 1), (2, 'ink', 2)")
  }

  private func expectNewest() async throws {
    let status = try migrate("status", "shop.sqlite")
    #expect(
      status.output == """
        version  3 'third'
        state    done
        pending  none
        drift    none

        """ && status.status == 0, "\(status)")
    // A store accepts the database, and has nothing to do.
    let versions = try Versions(Self.first, Self.second, Self.third)
    let recorded = try database.execute("SELECT sum FROM igata_versions WHERE number = 3")
    let outcome = try await database.migrate(versions)
    #expect(outcome == .current(3) && recorded == [[versions.all[2].sum]])
    #expect(
      try database.execute("SELECT item.id, item.name, person.name FROM item JOIN person ON person.id = owner_id")
        == [["1", "pen", "Hanako"], ["2", "ink", "Taro"]])
  }

  @Test func rowsAreBroughtForward() async throws {
    #expect(try migrate("apply", "shop.sqlite", "--to", "1").status == 0)
    try fill()
    let pending = try migrate("status", "shop.sqlite")
    #expect(pending.status == 1 && pending.output.contains("pending  2 'second', 3 'third'\n"), "\(pending)")
    let applied = try migrate("apply", "shop.sqlite", "--batch", "1")
    #expect(applied.status == 0)
    #expect(
      applied.errors == """
        igata: from version 1 to 3
        igata: brought the database from version 1 to 3 'third'

        """)
    try await expectNewest()
  }

  /// What isn't sealed is not applied, which is said.
  @Test func aChangeThatIsNotSealedIsNoted() throws {
    #expect(!(try migrate("apply", "shop.sqlite").errors.contains("has changed since")))
    let fourth = Self.third.replacing("nickname: String?", with: "nickname: String?\n  city: String?")
    try scratch.write(fourth, to: "shop.igata")
    let applied = try migrate("apply", "shop.sqlite")
    #expect(applied.status == 0)
    #expect(applied.errors.contains("igata: the schema has changed since version 3 'third', "), "\(applied)")
    #expect(try migrate("status", "shop.sqlite").errors.contains("the schema has changed since version 3 'third', "))
  }

  /// The error has the keys of rows that don't fit, and the database remains at the version before.
  @Test func rowsThatDoNotFit() throws {
    #expect(try migrate("apply", "shop.sqlite", "--to", "1").status == 0)
    try fill()
    try database.execute("INSERT INTO item VALUES (7, 'pencil', 1)")
    let applied = try migrate("apply", "shop.sqlite")
    #expect(applied.status == 1)
    #expect(
      applied.errors.hasPrefix("igata: error: the migration to version 2 'second' failed: table 'item', row 7: "),
      "\(applied)")
    #expect(try migrate("status", "shop.sqlite").output.hasPrefix("version  1 'first'\nstate    done\n"))
    #expect(try database.execute("SELECT title FROM item WHERE id = 7") == [["pencil"]])
  }

  /// The versions before one that calls functions of a program are applied.
  @Test func versionsWithFunctionsAreLeftToPrograms() throws {
    let fourth = Self.third.replacing(
      "nickname: String?", with: "nickname: String?\n  short: String @backfill(swift: \"short({name})\")")
    try seal([("first", Self.first), ("second", Self.second), ("third", Self.third), ("fourth", fourth)])
    #expect(try migrate("apply", "shop.sqlite", "--to", "1").status == 0)
    try fill()
    let applied = try migrate("apply", "shop.sqlite")
    #expect(applied.status == 1)
    #expect(
      applied.errors.contains(
        "igata: error: the migration to version 4 'fourth' failed: it calls the function 'short' of a program"),
      "\(applied)")
    #expect(try migrate("status", "shop.sqlite").output.hasPrefix("version  3 'third'\nstate    done\n"))
    #expect(try migrate("sql", "--from", "3").status == 1)
  }

  @Test func anotherProgramLocksTheDatabase() throws {
    #expect(try migrate("apply", "shop.sqlite", "--to", "1").status == 0)
    try database.execute("BEGIN IMMEDIATE")
    let applied = try migrate("apply", "shop.sqlite", "--lock-timeout", "100ms")
    #expect(applied.status == 75 && applied.errors.contains("another process or transaction has locked the database"), "\(applied)")
    try database.execute("ROLLBACK")
    #expect(try migrate("apply", "shop.sqlite", "--lock-timeout", "100ms").status == 0)
  }

  /// A signal ends the command after it has printed how to continue, and the next one continues.
  @Test(arguments: [SIGINT, SIGTERM]) func aStoppedCommand(_ signal: Int32) throws {
    #expect(try migrate("apply", "shop.sqlite", "--to", "1").status == 0)
    try database.execute("INSERT INTO person VALUES (1, 'Hanako')")
    try database.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) \
      INSERT INTO item SELECT i, 'pen', 1 FROM n
      """)
    let errors = Pipe()
    let process = Program(built: "igata", ["migrate", "apply", "shop.sqlite", "--batch", "500"], in: scratch.folder)
      .process(errors: errors.fileHandleForWriting)
    try process.start()
    try errors.fileHandleForWriting.close()
    // The first line comes when the first rows are copied.
    let first = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    kill(process.processIdentifier, signal)
    let rest = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    #expect(first == "igata: from version 1 to 3\n", "\(first)")
    #expect(rest == "igata: stopped; run the same command to continue\n", "\(rest)")
    let status = try migrate("status", "shop.sqlite")
    #expect(status.status == 1 && status.output.contains("rows were copied for version 2; 'apply' continues"))
    #expect(try migrate("apply", "shop.sqlite").status == 0)
    #expect(try migrate("status", "shop.sqlite").status == 0)
    #expect(try database.execute("SELECT count(*), min(name), max(id) FROM item") == [["200000", "pen", "200000"]])
  }

  // MARK: The program sqlite3

  /// A database that was migrated by the printed statements is the same as one that a store has migrated.
  @Test func statementsForAnotherProgram() async throws {
    try runLikeProgram(try migrate("sql", "--from", "0", "--to", "1").output)
    try fill()
    try runLikeProgram(try migrate("sql", "--from", "1").output)
    try await expectNewest()
  }

  /// The statements change nothing in a database at another version.
  @Test func statementsForAnotherVersion() throws {
    let sql = try migrate("sql", "--from", "2").output
    for version in ["1", "3"] {
      #expect(try migrate("apply", "shop.sqlite", "--to", version).status == 0)
      let before = try database.execute("SELECT sql FROM sqlite_schema")
      #expect(throws: Database.Failure.self) { try runLikeProgram(sql) }
      try database.execute("ROLLBACK")
      #expect(try database.execute("SELECT sql FROM sqlite_schema") == before)
      #expect(try database.execute("SELECT max(number) FROM igata_versions") == [[version]])
    }
    // Indexes of the next version are missing, or those of this one: another program was killed.
    for change in [
      "UPDATE igata_versions SET state = 'indexing' WHERE number = 3",
      "DELETE FROM igata_versions WHERE number = 3; UPDATE igata_versions SET state = 'indexing' WHERE number = 2",
    ] {
      try database.execute(change)
      #expect(throws: (any Error).self) { try runLikeProgram(sql) }
      // It was the first statement that stopped.
      #expect(try database.execute("SELECT count(*) FROM temp.igata_stop") == [["0"]])
      try database.execute("ROLLBACK")
    }
    let status = try migrate("status", "shop.sqlite")
    #expect(
      status.output.hasPrefix("version  2 'second'\nstate    changes of indexes are pending; 'apply' makes them\n"),
      "\(status)")
  }

  // MARK: Adopting

  @Test func tablesWithoutARecordAreAdopted() async throws {
    #expect(try migrate("apply", "shop.sqlite", "--to", "1").status == 0)
    try fill()
    try database.execute("DROP TABLE igata_versions")
    let found = try migrate("status", "shop.sqlite")
    #expect(found.status == 1)
    #expect(
      found.output.hasPrefix("version  1 'first'\nstate    not recorded; its tables fit, 'igata migrate adopt'"),
      "\(found)")
    // Its tables are not those of these versions.
    for version in ["2", "3"] {
      let refused = try migrate("adopt", "shop.sqlite", "--as", version)
      #expect(refused.status == 1, "\(refused)")
      #expect(refused.errors.hasPrefix("igata: error: the tables are not those of version \(version)\n  table '"))
    }
    #expect(try database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'igata_versions'").isEmpty)
    let adopted = try migrate("adopt", "shop.sqlite")
    #expect(adopted.status == 0 && adopted.errors == "igata: recorded version 1 'first'\n", "\(adopted)")
    #expect(try database.execute("SELECT number, state FROM igata_versions") == [["1", "adopted"]])
    let again = try migrate("adopt", "shop.sqlite", "--as", "1")
    #expect(again.status == 1 && again.errors.hasPrefix("igata: error: version 1 is recorded already\n"), "\(again)")
    #expect(try migrate("apply", "shop.sqlite").status == 0)
    try await expectNewest()
  }

  /// The tables also fit a version that has fewer columns, from which they could not be brought forward.
  @Test func aVersionWithFewerColumns() throws {
    try seal([
      ("first", Self.first), ("second", Self.first.replacing("name: String", with: "name: String\n  nickname: String?")),
    ])
    #expect(try migrate("apply", "shop.sqlite", "--to", "2").status == 0)
    try database.execute("DROP TABLE igata_versions; ALTER TABLE item ADD COLUMN note TEXT")
    let refused = try migrate("adopt", "shop.sqlite", "--as", "1")
    #expect(refused.status == 1, "\(refused)")
    #expect(
      refused.errors.hasPrefix(
        "igata: error: the tables have columns that version 1 doesn't have, and version 2 has\n"), "\(refused)")
    #expect(try migrate("adopt", "shop.sqlite").errors == "igata: recorded version 2 'second'\n")
  }

  /// Only the rows of these versions differ.
  @Test func severalVersionsFit() throws {
    try seal([("first", Self.first), ("second", Self.short)])
    #expect(try migrate("apply", "shop.sqlite", "--to", "1").status == 0)
    try database.execute("DROP TABLE igata_versions")
    let found = try migrate("status", "shop.sqlite")
    #expect(
      found.output == """
        version  1 'first' or 2 'second'
        state    not recorded; 'igata migrate adopt --as' records one
        drift    none

        """ && found.status == 1, "\(found)")
    for command in ["adopt", "apply"] {
      let refused = try migrate(command, "shop.sqlite")
      #expect(refused.status == 1 && refused.errors.contains("its tables fit versions 1 and 2: "), "\(refused)")
    }
    #expect(try migrate("adopt", "shop.sqlite", "--as", "1").status == 0)
    #expect(try migrate("apply", "shop.sqlite").status == 0)
    #expect(try migrate("status", "shop.sqlite").status == 0)
  }

  @Test func whatCanNotBeAdopted() throws {
    #expect(try migrate("adopt", "nowhere.sqlite").status == 66)
    let empty = try migrate("adopt", "shop.sqlite")
    #expect(empty.status == 1 && empty.errors.contains("none of the tables of any version"), "\(empty)")
    #expect(try migrate("status", "shop.sqlite").output.hasPrefix("version  none\nstate    the database has no table"))
    try database.execute("CREATE TABLE person (id INTEGER PRIMARY KEY)")
    let unknown = try migrate("status", "shop.sqlite")
    #expect(unknown.status == 1 && unknown.output.hasPrefix("version  none\nstate    the tables fit no version; "))
    #expect(unknown.output.contains("\ndrift    table "), "\(unknown)")
  }

  // MARK: Status

  @Test func changesThatNoVersionMade() throws {
    #expect(try migrate("apply", "shop.sqlite").status == 0)
    try database.execute("ALTER TABLE person DROP COLUMN nickname; DROP INDEX item_name_idx")
    let changed = try migrate("status", "shop.sqlite")
    #expect(changed.status == 1)
    #expect(
      changed.output == """
        version  3 'third'
        state    done
        pending  none
        drift    table 'person', column 'nickname': the database has no such column, the schema asks for TEXT
                   ALTER TABLE "person" ADD COLUMN "nickname" TEXT;
                   or change 'Person.nickname' in the schema to what the database has
                 index 'item_name_idx' does not exist
                   'igata migrate apply' creates it

        """, "\(changed)")
    try database.execute("ALTER TABLE person ADD COLUMN nickname TEXT")
    #expect(try migrate("apply", "shop.sqlite").status == 0)
    #expect(try migrate("status", "shop.sqlite").status == 0)
  }

  @Test func aDatabaseOfAnotherHistory() throws {
    #expect(try migrate("apply", "shop.sqlite").status == 0)
    func expectState(_ change: String, _ state: String, apply: Int32) throws {
      try database.execute(change)
      let status = try migrate("status", "shop.sqlite")
      #expect(status.status == 1 && status.output.contains("state    \(state)"), "\(status)")
      let applied = try migrate("apply", "shop.sqlite")
      #expect(applied.status == apply, "\(applied)")
    }
    try expectState(
      "UPDATE igata_versions SET sum = 'x'", "another version than 3 'third', which is sealed here", apply: 1)
    try expectState("UPDATE igata_versions SET name = ''", "another version than 3 'third'", apply: 1)
    try expectState("UPDATE igata_versions SET number = 4", "not sealed", apply: 0)
    try expectState(
      "UPDATE igata_versions SET name = 'fourth'", "later than 3 'third', and usable from version 3 on", apply: 0)
    try expectState(
      "UPDATE igata_versions SET compatible_from = 4", "later than 3 'third', and usable from version 4 on", apply: 1)
  }

  /// A program was killed while it copied the rows of a large table.
  @Test func aBegunVersion() async throws {
    #expect(try migrate("apply", "shop.sqlite", "--to", "1").status == 0)
    try fill()
    try database.execute(
      "INSERT INTO igata_versions SELECT 2, 'second', sum, 'begun', 1, '1', 2, 'x', 0, NULL FROM igata_versions")
    let status = try migrate("status", "shop.sqlite")
    #expect(status.status == 1 && status.output.contains("rows were copied for version 2"), "\(status)")
    #expect(status.output.hasPrefix("version  1 'first'\n"))
    #expect(try migrate("apply", "shop.sqlite").status == 0)
    try await expectNewest()
  }

  // MARK: Differences

  /// A database stands for the version that it is at, on either side.
  @Test func databasesAreCompared() throws {
    #expect(try migrate("apply", "shop.sqlite", "--to", "1").status == 0)
    try scratch.write(Self.second, to: "shop.igata")
    func diff(_ arguments: String...) throws -> Outcome {
      try Program(built: "igata", ["diff"] + arguments, in: scratch.folder).run()
    }
    let found = try diff("shop.sqlite")
    #expect(found.errors.hasPrefix("igata: 'shop.sqlite' is at version 1 'first'\n"), "\(found)")
    #expect(try found.output == diff("1").output && found.output.contains("field 'nickname' is added"), "\(found)")
    try FileManager.default.copyItem(at: scratch.url("shop.sqlite"), to: scratch.url("other.sqlite"))
    #expect(try migrate("apply", "other.sqlite", "--to", "2").status == 0)
    let both = try diff("shop.sqlite", "sqlite:other.sqlite", "--breaking", "storage", "--format=json")
    #expect(try both.output == diff("1", "2", "--breaking", "storage", "--format=json").output, "\(both)")
    #expect(try diff("2", "shop.sqlite").output.contains("field 'nickname' is removed"))
    try database.execute("ALTER TABLE item RENAME COLUMN title TO other")
    let drifted = try diff("shop.sqlite")
    #expect(drifted.errors.contains("it differs from that version; 'igata migrate status' shows how\n"), "\(drifted)")
  }

  @Test func whatCanNotBeCompared() throws {
    func expectRefusal(_ operand: String, _ reason: String, _ status: Int32 = 1) throws {
      let refused = try Program(built: "igata", ["breaking", operand], in: scratch.folder).run()
      #expect(refused.status == status && refused.errors.contains(reason), "\(refused)")
    }
    try expectRefusal("sqlite:nowhere.sqlite", "there is no file 'nowhere.sqlite'", 66)
    try expectRefusal("postgresql://nowhere/shop", "not every sealed version has a script for postgresql", 64)
    try database.execute("CREATE TABLE person (id INTEGER PRIMARY KEY)")
    try expectRefusal("shop.sqlite", "is at no version that is sealed here: the tables fit no version")
  }
}
