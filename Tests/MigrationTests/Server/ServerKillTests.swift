#if PostgreSQL
import Foundation
@_spi(Backend) import MigrationSupport
import TestSupport
import Testing

/// A process that migrates a server and is killed at random moments leaves the database at a version, whole, and the
/// next one continues.
@Suite(.enabled(if: ServerDatabase.isThere)) struct ServerKillTests {
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
      index(amount)
      index(owner, amount)
    }
    """

  private static let rowCount = 20_000

  @Test func killedMigrationsContinue() async throws {
    let scratch = try Scratch()
    let texts = [Self.first, Self.second]
    for (index, text) in texts.enumerated() { try scratch.write(text, to: "\(index + 1).igata") }
    let versions = try Versions(texts, in: "postgresql")
    let undisturbed = try ServerDatabase()
    try await Self.fill(undisturbed, versions)
    try await undisturbed.migrate(versions)
    var random = SplitMix64("killedMigrationsContinueOnServer", round: 0)
    var kills = ["1 created": 0, "2 indexing": 0]
    while kills.values.reduce(0, +) < FuzzingBudget.rounds(15) {
      let database = try ServerDatabase()
      try await Self.fill(database, versions)
      // On a slow machine, a process that never gets more time than the one before would never come to the end.
      var longest: TimeInterval = 0.4
      while let state = try Self.migrateUntilKilled(database, scratch, &random, longest) {
        longest += 0.1
        kills[state, default: 0] += 1
        #expect(try database.execute("SELECT count(*) FROM \(state == "1 created" ? "entry" : "record")") == [["20000"]])
      }
      let content = "SELECT r.id, text, amount, name FROM record r JOIN owner o ON o.id = owner_id ORDER BY r.id"
      #expect(try database.execute(content) == undisturbed.execute(content))
      let indexes = "SELECT indexrelid::regclass, indisvalid FROM pg_index WHERE indrelid = 'record'::regclass ORDER BY 1"
      #expect(try database.execute(indexes) == undisturbed.execute(indexes))
      let states = "SELECT number, state FROM igata_versions ORDER BY 1"
      #expect(try database.execute(states) == undisturbed.execute(states))
    }
    print("migrations on a server: killed at \(kills.sorted { $0.key < $1.key })")
  }

  private static func fill(_ database: ServerDatabase, _ versions: Versions) async throws {
    try await database.migrate(versions.prefix(1))
    try database.execute("INSERT INTO owner VALUES (1, 'a'), (2, '')")
    try database.execute(
      """
      INSERT INTO entry SELECT i, 'a note that is long ' || i, i, 1 + i % 2 FROM generate_series(1, \(rowCount)) i
      """)
  }

  /// Migrates a database with a process that is killed after a random time.
  ///
  /// - Returns: The version and the state that it was at when the process was killed; `nil` if it was done.
  private static func migrateUntilKilled(
    _ database: ServerDatabase, _ scratch: Scratch, _ random: inout SplitMix64, _ longest: TimeInterval
  ) throws -> String? {
    let delay = Double(random.below(1_000_000)) / 1_000_000 * longest
    let migrator = Program(
      built: "Migrator", [database.connection, "20", scratch.url("1.igata").path(), scratch.url("2.igata").path()])
    let outcome = try migrator.run(killedAfter: delay)
    guard outcome.signal == SIGKILL else {
      try #require(
        outcome.output.contains("migrated(from: 1, to: 2)") || outcome.output.contains("current(2)"), "\(outcome)")
      return nil
    }
    // The server finishes the statement that it is at before it notices.
    let others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    while try database.execute(others) != [["0"]] { usleep(1000) }
    let state = "SELECT number || ' ' || state FROM igata_versions ORDER BY number DESC LIMIT 1"
    return try database.execute(state).first?[0]
  }
}
#endif
