import Foundation
import IgataRuntime
import IgataSQLite
@_spi(Backend) import MigrationSupport
import TestSupport
import Testing

/// A migrating process that is killed at random moments leaves the database at a version, whole, and the next one
/// continues.
struct KillTests {
  private static let first = """
    model Owner {
      id: Int64 @primaryKey
      name: String
    }

    model Entry {
      id: Int64 @primaryKey
      note: String = ""
      amount: Int32 = 0
      owner: Owner?
      index(note)
    }
    """

  private static let second = """
    model Owner {
      id: Int64 @primaryKey
      name: String @length(1...50) @backfill("?")
    }

    model Record @renamed(from: "Entry") {
      id: Int64 @primaryKey
      text: String = "" @length(...20) @renamed(from: "note") @backfill(truncated)
      amount: Int64 = 0
      owner: Owner?
      index(text)
    }
    """

  private static let rowCount = 600

  @Test func killedMigrationsContinue() async throws {
    let scratch = try Scratch()
    for (name, text) in [("1.igata", Self.first), ("2.igata", Self.second)] { try scratch.write(text, to: name) }
    let versions = try Versions(Self.first, Self.second)
    var random = SplitMix64("killedMigrationsContinue", round: 0)
    var count = KillCount()
    let wanted = FuzzingBudget.rounds(40)
    while count.kills < wanted { try await Self.migrate(versions, scratch, &random, &count) }
    print("migrations: \(count.kills) kills, \(count.whileCopying) of them while rows were copied")
  }

  private struct KillCount {
    var kills = 0
    var whileCopying = 0
  }

  /// Migrates one database, with kills in between.
  private static func migrate(
    _ versions: Versions, _ scratch: Scratch, _ random: inout SplitMix64, _ count: inout KillCount
  ) async throws {
    let (database, undisturbed) = (try Database(), try Database())
    for database in [database, undisturbed] { try await database.migrate(versions.prefix(1)) }
    try fill([database, undisturbed])
    var copied = 0
    while true {
      let delay = Double(random.below(60_000)) / 1_000_000
      let migrator = Program(
        built: "Migrator", [database.path, "20", scratch.url("1.igata").path(), scratch.url("2.igata").path()])
      let outcome = try migrator.run(killedAfter: delay)
      guard outcome.signal == SIGKILL else {
        try #require(outcome.output.contains("migrated(from: 1, to: 2)") || outcome.output.contains("current(2)"))
        break
      }
      count.kills += 1
      let isDone = try database.execute("SELECT max(number) FROM igata_versions WHERE state <> 'begun'") == [["2"]]
      let table = isDone ? "record" : "entry"
      #expect(try database.execute("SELECT count(*) FROM \(table)") == undisturbed.execute("SELECT count(*) FROM entry"))
      if isDone { continue }
      // The copied rows never begin again at nothing.
      let now = try copiedRows(of: database)
      #expect(now >= copied)
      if now > 0 { count.whileCopying += 1 }
      copied = now
      // A program of the version before writes in between.
      let write = write(&random)
      for database in [database, undisturbed] { try database.execute(write) }
    }
    #expect(try database.execute("PRAGMA integrity_check") == [["ok"]])
    #expect(try database.execute("PRAGMA foreign_key_check") == [])
    try await undisturbed.migrate(versions)
    let content = "SELECT * FROM record ORDER BY id"
    #expect(try database.execute(content) == undisturbed.execute(content))
    let schema = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
    #expect(try database.execute(schema) == undisturbed.execute(schema))
  }

  private static func fill(_ databases: [Database]) throws {
    for database in databases {
      try database.execute("INSERT INTO owner VALUES (1, 'a'), (2, '')")
      try database.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rowCount)) \
        INSERT INTO entry SELECT i, 'a note that is long ' || i, i, 1 + i % 2 FROM n
        """)
    }
  }

  /// How many rows were copied, for the tables of all rebuilds: a table that is done counts as all of its rows.
  private static func copiedRows(of database: Database) throws -> Int {
    let names = try database.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'igata_new_%' AND type = 'table'")
    return try names.compactMap { $0[0] }.reduce(0) { count, name in
      count + (Int(try database.execute("SELECT max(id) FROM \"\(name)\"")[0][0] ?? "") ?? 0)
    }
  }

  private static func write(_ random: inout SplitMix64) -> String {
    let id = random.below(rowCount + 200)
    return switch random.below(4) {
    case 0: "DELETE FROM entry WHERE id = \(id) AND id < \(rowCount - 50)"
    case 1: "UPDATE entry SET note = 'changed ' || note, amount = amount + 1 WHERE id = \(id)"
    case 2: "INSERT OR REPLACE INTO entry VALUES (\(id), 'new', -1, 2)"
    default: "UPDATE OR IGNORE entry SET id = id + 300 WHERE id = \(id)"
    }
  }
}
