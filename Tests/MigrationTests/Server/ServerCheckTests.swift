#if PostgreSQL
import Foundation
@_spi(Backend) import MigrationSupport
import TestSupport
import Testing

/// `igata migrate check --database`: right scripts for PostgreSQL pass, and wrong ones are found.
@Suite(.enabled(if: ServerDatabase.isThere)) struct ServerCheckTests {
  @Test(arguments: 1...3) func rightScriptsPass(seed: UInt64) async throws {
    let database = try ServerDatabase()
    let versions = try Versions(CheckTests.first, CheckTests.second, in: "postgresql")
    let difference = try await versions.firstDifference(rows: 40, seed: seed, server: database.url)
    #expect(difference == nil, "\(difference ?? "")")
    #expect(try database.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'igata%'") == [])
  }

  /// Version 10 comes after version 9, and not after version 1.
  @Test func versionsAreOrderedByTheirNumbers() async throws {
    let texts = (0...10).map { count in
      "model Item {\n  id: Int64 @primaryKey\n\((0..<count).map { "  f\($0): Int64?\n" }.joined())}"
    }
    let versions = try Versions(texts, in: "postgresql")
    let checked = try ServerDatabase()
    let difference = try await versions.firstDifference(rows: 2, seed: 1, server: checked.url)
    #expect(difference == nil, "\(difference ?? "")")
    let database = try ServerDatabase()
    #expect(try await database.migrate(versions.prefix(10)) == .created(10))
    #expect(try await database.migrate(versions) == .migrated(from: 10, to: 11))
  }

  private typealias Fault = CheckTests.Fault

  private static let faults = [
    Fault(
      "a value is lost", "DROP COLUMN \"email\";", "DROP COLUMN \"email\";\nUPDATE \"entry\" SET \"note\" = NULL;",
      "column 'note': found NULL, expected "),
    Fault(
      "a value is another one's", "(\"person\".\"email\")::text", "(\"person\".\"name\")::text", "column 'email'"),
    Fault("halves are rounded up", "% 2 = 0", "% 2 = 7", "column 'amount'"),
    Fault("a text is too short", "left(\"person\".\"name\", 20)", "left(\"person\".\"name\", 19)", "column 'name'"),
    Fault("a case becomes another one", "THEN 'credit-card'", "THEN 'bank'", "column 'kind'"),
    Fault(
      "rows are lost", "DROP COLUMN \"email\";", "DROP COLUMN \"email\";\nDELETE FROM \"entry\" WHERE \"id\" > 3;",
      "table 'entry': has "),
    Fault("no row is made", "WHERE \"person\".\"email\" IS NOT NULL", "WHERE false", "table 'contact': has 0 rows"),
    Fault("keys are made otherwise", "'Contact.person'", "'Contact.owner'", "table 'contact': there is no row X'"),
    Fault(
      "a stop is missing", "(\"entry\".\"count\" BETWEEN -32768 AND 32767) IS NOT TRUE", "false",
      "stops, but not for table 'entry', row "),
    Fault(
      "it stops for rows that fit", "(\"entry\".\"count\" BETWEEN -32768 AND", "(\"entry\".\"count\" BETWEEN 0 AND",
      "stops, but not for table 'entry', row "),
    Fault(
      "an index is missing", "ALTER INDEX IF EXISTS \"entry_title_idx\" RENAME TO \"entry_name_idx\"",
      "DROP INDEX \"entry_title_idx\"", "the index 'entry_name_idx' of (name) is missing"),
    Fault(
      "a check is missing", ",\n  ADD CONSTRAINT \"person_secret_length\" CHECK (char_length(\"secret\") >= 1)", "",
      "the check 'person_secret_length' (( char_length ( secret ) >= 1 )) is missing"),
    Fault(
      "a constraint isn't validated", "CHECK (char_length(\"secret\") >= 1)",
      "CHECK (char_length(\"secret\") >= 1) NOT VALID", "the constraint 'person_secret_length' is not validated"),
    Fault(
      "a column keeps its type", "ALTER TABLE \"entry\" ALTER COLUMN \"count\" TYPE smallint;", "",
      "found the column 'count' of type bigint"),
    Fault("a delete rule is another one", "ON DELETE CASCADE", "ON DELETE RESTRICT", "which deletes by restrict"),
    Fault(
      "rows come from nothing", "DROP COLUMN \"email\";",
      "DROP COLUMN \"email\";\nINSERT INTO \"person\" VALUES (gen_random_uuid(), 'x', 'y');",
      "table 'person': an empty database has 1 rows after it"),
    Fault(
      "a scale is recorded wrongly", "column amount fixed(10)", "column amount fixed(100)", "the record of version 1"),
    Fault(
      "a table stays", "DROP COLUMN \"email\";", "DROP COLUMN \"email\";\nCREATE TABLE \"left\" (\"id\" integer);",
      "table 'left' is there, and should not be"),
    Fault("a statement fails", "UPDATE \"person\"", "UPDATE \"persons\"", "its script fails on an empty database"),
  ]

  @Test(arguments: faults) func wrongScriptsAreFound(fault: CheckTests.Fault) async throws {
    let database = try ServerDatabase()
    var isEdited = false
    let versions = try Versions([CheckTests.first, CheckTests.second], in: "postgresql") { number, script in
      guard number == 2 else { return script }
      isEdited = script.contains(fault.old)
      return script.replacing(fault.old, with: fault.new)
    }
    #expect(isEdited)
    let found = try await versions.firstDifference(rows: 40, server: database.url)
    #expect(
      found?.hasPrefix("version 2 'v2': ") == true && found?.contains(fault.found) == true, "\(found ?? "nothing")")
  }

  /// Nothing of a database with tables is touched.
  @Test func onlyEmptyDatabasesAreUsed() async throws {
    let database = try ServerDatabase()
    try database.execute("CREATE SCHEMA mine; CREATE TABLE mine.item (id integer)")
    let versions = try Versions(CheckTests.first, in: "postgresql")
    await #expect { try await versions.firstDifference(server: database.url) } throws: {
      "\($0)".contains("the database has a table")
    }
    #expect(try database.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'igata%'") == [])
  }

  // MARK: The command

  @Test func theCommandChecksBothDialects() async throws {
    let database = try ServerDatabase()
    let scratch = try Scratch()
    try scratch.write(#"{"migrations": {"dialects": ["sqlite", "postgresql"]}}"#, to: "igata.json")
    func migrate(_ arguments: String...) throws -> Outcome {
      try Program(built: "igata", ["migrate"] + arguments, in: scratch.folder).run()
    }
    for (name, text) in [("first", CheckTests.first), ("second", CheckTests.second)] {
      try scratch.write(text, to: "shop.igata")
      #expect(try migrate("seal", name).status == 0)
    }
    let outcome = try migrate("check", "--database", database.url, "--kill", "3", "--rows", "30", "--seed", "1")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map { $0.prefix { $0 != "'" } + $0.drop { $0 != "'" }.prefix(24) }
    #expect(lines.count == 5 && lines.filter { $0.contains("on PostgreSQL") }.count == 2, "\(outcome.output)")
    #expect(outcome.output.split(separator: "\n").last?.split(separator: " ").last == "3", "\(outcome.output)")
    let path = try migrate("check", "--database", "shop.sqlite")
    #expect(path.status == 64 && path.errors.contains("must be a postgresql:// URL"), "\(path.errors)")
  }
}
#endif
