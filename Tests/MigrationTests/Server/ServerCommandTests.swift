#if PostgreSQL
import Foundation
@_spi(Backend) import IgataRuntime
@_spi(Backend) import MigrationSupport
import TestSupport
import Testing

/// `igata migrate status`, `apply`, `adopt` and `sql` with a PostgreSQL server.
@Suite(.enabled(if: ServerDatabase.isThere)) struct ServerCommandTests {
  private let scratch: Scratch
  private let database: ServerDatabase

  private static let first = """
    model Item {
      id: Int64 @primaryKey
      title: String
      index(title)
    }
    """

  private static let second = first.replacing(
    "title: String", with: "name: String @length(...3) @renamed(from: \"title\") @backfill(truncated)"
  ).replacing("index(title)", with: "index(name)")

  init() throws {
    scratch = try Scratch()
    database = try ServerDatabase()
    try scratch.write(#"{"migrations": {"dialects": ["sqlite", "postgresql"]}}"#, to: "igata.json")
    for (name, text) in [("first", Self.first), ("second", Self.second)] {
      try scratch.write(text, to: "shop.igata")
      let outcome = try migrate("seal", name, "--keep")
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  private var url: String { database.url }

  private func migrate(_ arguments: String...) throws -> Outcome {
    try Program(built: "igata", ["migrate"] + arguments, in: scratch.folder).run()
  }

  private func expectNewest() async throws {
    let status = try migrate("status", url)
    #expect(
      status.output == """
        version  2 'second'
        state    done
        pending  none
        drift    none

        """ && status.status == 0, "\(status)")
    #expect(try database.execute("SELECT id, name FROM item ORDER BY id") == [["1", "pen"], ["2", "ink"]])
    let versions = try Versions(Self.first, Self.second, in: "postgresql")
    #expect(try database.execute("SELECT sum FROM igata_versions WHERE number = 2") == [[versions.all[1].sum]])
    #expect(try await database.prepare(versions) == .current(2))
  }

  /// `igata database verify` prints what the server doesn't rely on.
  @Test func verified() throws {
    try database.execute("CREATE TABLE a (b int)")
    let program = Program(built: "igata", ["database", "verify", url], in: scratch.folder)
    let nothing = try program.run()
    #expect(nothing.status == 0 && nothing.errors == "igata: the PostgreSQL database has no problems\n", "\(nothing)")
    try database.execute("ALTER TABLE a ADD CHECK (b > 0) NOT VALID")
    let outcome = try program.run()
    #expect(outcome.status == 1 && outcome.output == "the constraint 'a_b_check' is not validated\n", "\(outcome)")
  }

  @Test func rowsAreBroughtForward() async throws {
    let created = try migrate("apply", url, "--to", "1")
    #expect(created.status == 0 && created.errors == "igata: created the database at version 1 'first'\n", "\(created)")
    try database.execute("INSERT INTO item VALUES (1, 'pencil'), (2, 'ink')")
    let pending = try migrate("status", url)
    #expect(pending.status == 1 && pending.output.contains("pending  2 'second'\n"), "\(pending)")
    let user = try database.another()
    try user.execute("BEGIN; SELECT * FROM item FOR UPDATE")
    let locked = try migrate("apply", url, "--lock-timeout", "100ms")
    #expect(locked.status == 75 && locked.errors.contains("a program that uses the tables has the lock"), "\(locked)")
    try user.execute("COMMIT")
    let applied = try migrate("apply", url)
    #expect(
      applied.status == 0 && applied.errors.hasSuffix("igata: brought the database from version 1 to 2 'second'\n"),
      "\(applied)")
    try await expectNewest()
  }

  @Test func statementsForPsql() async throws {
    for range in [("0", "1"), ("1", "2")] {
      let sql = try migrate("sql", "--from", range.0, "--to", range.1, "--dialect", "postgresql")
      #expect(sql.status == 0, "\(sql)")
      try scratch.write(sql.output, to: "script.sql")
      let psql = Program(system: "psql", [url, "-qX", "-f", scratch.path("script.sql")], in: scratch.folder)
      let outcome = try psql.run(joinsStreams: true)
      #expect(outcome.status == 0 && outcome.output == "", "\(outcome)")
      if range.0 == "0" { try database.execute("INSERT INTO item VALUES (1, 'pencil'), (2, 'ink')") }
      // A second time, the database is at another version.
      #expect(try psql.run(joinsStreams: true).status != 0)
    }
    try await expectNewest()
  }

  @Test func tablesWithoutARecordAreAdopted() throws {
    #expect(try migrate("apply", url, "--to", "1").status == 0)
    try database.execute("DROP TABLE igata_versions; DROP INDEX item_title_idx")
    let found = try migrate("status", url)
    #expect(
      found.status == 1 && found.output.hasPrefix("version  1 'first'\nstate    not recorded; its tables fit"), "\(found)")
    #expect(found.output.contains("index 'item_title_idx' does not exist"))
    #expect(try migrate("adopt", url, "--as", "2").status == 1)
    let adopted = try migrate("adopt", url)
    #expect(adopted.status == 0 && adopted.errors == "igata: recorded version 1 'first'\n", "\(adopted)")
    try database.execute("ALTER TABLE item ALTER COLUMN title DROP NOT NULL")
    let drift = try migrate("status", url)
    #expect(drift.status == 1 && drift.output.contains("ALTER TABLE \"item\" ALTER COLUMN \"title\" SET NOT NULL;"))
  }

  @Test func versionsWithoutScripts() throws {
    try FileManager.default.removeItem(at: scratch.url("Migrations"))
    try scratch.write("{}", to: "igata.json")
    #expect(try migrate("seal", "first").status == 0)
    for command in ["status", "apply", "adopt"] {
      let refused = try migrate(command, url)
      #expect(
        refused.status == 64 && refused.errors.contains("not every sealed version has a script for postgresql"),
        "\(refused)")
    }
    #expect(try migrate("sql", "--from", "0", "--dialect", "postgresql").status == 1)
    // A program would have no versions for the server.
    try scratch.write(
      #"{"migrations": {"dialects": ["sqlite", "postgresql"], "embed": ["postgresql"]}}"#, to: "igata.json")
    let generated = try Program(built: "igata", ["generate", "-o", "out"], in: scratch.folder).run()
    #expect(generated.status == 1 && generated.errors.contains("version 1 'first' has no script for postgresql"))
  }
}
#endif
