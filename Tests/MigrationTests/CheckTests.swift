import Foundation
import IgataEvolution
@_spi(Backend) import MigrationSupport
import TestSupport
import Testing

/// `igata migrate check`: right scripts pass, and each kind of wrong one is found.
struct CheckTests {
  static let first = """
    enum Kind: String { case cash, bank, card }
    type Amount = Fixed(scale: 100)

    model Person {
      id: UUID = uuid() @primaryKey
      name: String
      secret: String @sensitive
      email: String?
    }

    model Entry {
      id: Int64 = autoincrement() @primaryKey
      title: String
      amount: Amount
      count: Int64
      note: String?
      kind: Kind = .cash
      owner: Person
      index(title)
    }
    """

  static let second = """
    enum Kind: String { case cash, bank, card = "credit-card" }
    type Amount = Fixed(scale: 10) @backfill(rounded)

    model Person {
      id: UUID = uuid() @primaryKey
      name: String @length(...20) @backfill(truncated)
      secret: String @sensitive @length(1...) @backfill("?")
    }

    model Contact {
      id: UUID = uuid() @primaryKey
      person: Person @unique @onDelete(cascade)
      email: String? @renamed(from: "Person.email")
    }

    model Entry {
      id: Int64 = autoincrement() @primaryKey
      name: String @renamed(from: "title")
      amount: Amount
      count: Int16 @backfill(none) @allow(may-stop, "nobody counts so far")
      note: String?
      kind: Kind = .cash
      owner: Person
      index(name)
    }
    """

  @Test(arguments: 1...6) func rightScriptsPass(seed: UInt64) async throws {
    #expect(try await Versions(Self.first, Self.second).firstDifference(rows: 40, seed: seed) == nil)
  }

  /// A version that can't stop, as far as the schema tells, and stops.
  @Test(arguments: [false, true]) func onlyAVersionThatMayStopStops(_ mayStop: Bool) async throws {
    let allowed = mayStop ? "@length(...5000) @allow(may-stop, \"all have a note\")" : ""
    let second = Self.first.replacing(
      "note: String?",
      with: """
        note: String?
          other: String \(allowed) @backfill(sql: "CASE WHEN {count} > 0 THEN 'a' ELSE {note} END")
        """)
    let found = try await Versions(Self.first, second).firstDifference(rows: 20, seed: 1)
    #expect(mayStop ? found == nil : found?.contains("no change of it is one that can stop") == true, "\(found ?? "")")
  }

  struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What is replaced in the script of version 2.
    let old: String
    let new: String
    /// A part of what is found.
    let found: String

    init(_ title: String, _ old: String, _ new: String, _ found: String) {
      (testDescription, self.old, self.new, self.found) = (title, old, new, found)
    }
  }

  private static let faults = [
    Fault("a value is lost", "\"entry\".\"note\", CASE", "NULL, CASE", "column 'note': found NULL, expected "),
    Fault(
      "a value is another one's", "\"person\".\"id\", \"person\".\"email\"",
      "\"person\".\"id\", \"person\".\"name\"",
      "column 'email'"),
    Fault("halves are rounded up", "> 5 OR", ">= 5 OR", "column 'amount'"),
    Fault("a text is too short", "1, 20), CASE", "1, 19), CASE", "column 'name'"),
    Fault("a case becomes another one", "THEN 'credit-card'", "THEN 'bank'", "column 'kind'"),
    Fault(
      "rows are lost", "FROM \"entry\";\nCREATE",
      "FROM (SELECT * FROM \"entry\" LIMIT 3) AS \"entry\";\nCREATE",
      "table 'entry': has 3 rows"),
    Fault("no row is made", "WHERE \"person\".\"email\" IS NOT NULL", "WHERE 0", "table 'contact': has 0 rows"),
    Fault("keys are made otherwise", "'Contact.person'", "'Contact.owner'", "table 'contact': there is no row X'"),
    Fault(
      "a stop is missing", " WHERE NOT coalesce(\"entry\".\"count\" BETWEEN -32768 AND 32767, 0)",
      " WHERE 0",
      "stops for 1 rows at most, and was to stop for "),
    Fault(
      "it stops for rows that fit", "BETWEEN -32768 AND 32767, 0)",
      "BETWEEN -32767 AND 32767, 0)",
      "rows that fit stop it"),
    Fault(
      "an index is missing", "CREATE INDEX \"entry_name_idx\" ON \"entry\" (\"name\");",
      "",
      "the index 'entry_name_idx' of (name) is missing"),
    Fault(
      "an index has other columns", "ON \"entry\" (\"name\")",
      "ON \"entry\" (\"note\")",
      "found the index 'entry_name_idx' of (note)"),
    Fault("a table takes other types", ") STRICT;", ");", "STRICT is missing"),
    Fault(
      "a check is missing", " CHECK (\"count\" BETWEEN -32768 AND 32767)",
      "",
      "the check (\"count\" BETWEEN - 32768 AND 32767) is missing"),
    Fault("a delete rule is another one", "ON DELETE RESTRICT", "ON DELETE CASCADE", "which deletes by cascade"),
    Fault(
      "a column may be null", "\"amount\" INTEGER NOT NULL",
      "\"amount\" INTEGER",
      "the column 'amount' of type INTEGER or null"),
    Fault(
      "rows come from nothing", "-- igata: swap \"entry\"",
      "INSERT INTO \"person\" VALUES (zeroblob(16), 'x', 'y');\n-- igata: swap \"entry\"",
      "table 'person': an empty database has 1 rows after it"),
    Fault(
      "a scale is recorded wrongly", "column amount fixed(10)",
      "column amount fixed(100)",
      "the record of version 1"),
    Fault(
      "a table stays", "-- igata: swap \"entry\"",
      "CREATE TABLE \"left\" (\"id\" INTEGER);\n-- igata: swap \"entry\"",
      "table 'left' is there, and should not be"),
    Fault(
      "keys are used again", "HAVING count(*) > 0", "HAVING 0",
      "table 'entry': the database makes keys again that rows have had"),
    Fault(
      "a statement fails", "FROM \"entry\";\nCREATE",
      "FROM \"entries\";\nCREATE",
      "its script fails on an empty database"),
  ]

  @Test(arguments: faults) func wrongScriptsAreFound(fault: Fault) async throws {
    var isEdited = false
    let versions = try Versions([Self.first, Self.second]) { number, script in
      guard number == 2 else { return script }
      isEdited = script.contains(fault.old)
      return script.replacing(fault.old, with: fault.new)
    }
    #expect(isEdited)
    let found = try await versions.firstDifference(rows: 40)
    #expect(found?.hasPrefix("version 2 'v2': ") == true && found?.contains(fault.found) == true, "\(found ?? "nothing")")
  }

  @Test func sensitiveValuesAreNotShown() async throws {
    let versions = try Versions([Self.first, Self.second]) { $1.replacing("ELSE '?' END", with: "ELSE 'so secret' END") }
    let found = try await versions.firstDifference(rows: 40)
    #expect(found?.hasSuffix("column 'secret': found another value than expected") == true, "\(found ?? "nothing")")
  }

  /// A stop that shows no key is the one that was predicted.
  @Test(arguments: ["sqlite", "postgresql"]) func sensitiveKeysAreNotShown(dialect: String) async throws {
    let first = "model A { id: Int64 @sensitive\n k: Int64\n n: Int64\n primaryKey(id, k) }\nmodel B { id: Int64 @primaryKey @sensitive\n s: String }"
    let second = first.replacing("n: Int64", with: "n: Int16 @backfill(none) @allow(may-stop, \"all fit\")")
      .replacing("s: String", with: "s: Date @backfill(none) @allow(may-stop, \"all are dates\")")
    let versions = try Versions(first, second, in: dialect)
    guard dialect == "postgresql" else { return #expect(try await versions.firstDifference(rows: 40) == nil) }
    #if PostgreSQL
    guard ServerDatabase.isThere else { return }
    let database = try ServerDatabase()
    #expect(try await versions.firstDifference(rows: 40, server: database.url) == nil)
    #endif
  }

  // MARK: Own SQL

  /// What an author's statements make of rows is taken as it is; that they fail is found.
  @Test func ownSQLIsNotCompared() async throws {
    let item = "model Item {\n  id: Int64 @primaryKey\n  name: String\n}\n"
    let next = item.replacing("name: String", with: "name: String\n  note: String?")
    func versions(_ statement: String) throws -> Versions {
      try Versions(item, next, own: [2: "-- igata: after\n\(statement)\n-- igata: end\n"])
    }
    let update = "UPDATE \"item\" SET \"note\" = \"item\".\"name\" WHERE true;"
    #expect(try await versions(update).firstDifference() == nil)
    let refused = "INSERT INTO \"item\" SELECT 1, NULL, NULL WHERE EXISTS (SELECT 1 FROM \"item\");"
    #expect(try await versions(refused).firstDifference() == nil)
    let unknown = try await versions(update.replacing("\"note\"", with: "\"notes\"")).firstDifference()
    #expect(unknown?.contains("its script fails on an empty database: ") == true, "\(unknown ?? "nothing")")
    let rows = try await versions("INSERT INTO \"item\" VALUES (1, 'x', NULL);").firstDifference()
    #expect(rows?.contains("table 'item': an empty database has 1 rows after it") == true, "\(rows ?? "nothing")")
  }

  /// What a schema can't say is compared between a migrated database and a new one; rows are proved without it.
  @Test func ownObjectsAreCompared() async throws {
    let item = "model Item {\n  id: Int64 @primaryKey\n  name: String\n}\n"
    let next = item.replacing("name: String", with: "name: String\n  note: String = \"x\"")
    let last = next.replacing("note: String = \"x\"", with: "text: String = \"x\" @renamed(from: \"note\")")
    func versions(_ statement: String, before: String = "") throws -> Versions {
      let blocks = "-- igata: before\n\(before)\n-- igata: end\n-- igata: objects\n\(statement)\n-- igata: end\n"
      return try Versions(item, next, last, own: [2: blocks])
    }
    let view = "CREATE VIEW IF NOT EXISTS names AS SELECT name FROM item;"
    let refusing =
      "CREATE TRIGGER IF NOT EXISTS refused BEFORE INSERT ON item BEGIN SELECT RAISE(ABORT, 'no'); END;"
    #expect(try await versions(view + refusing).firstDifference(rows: 40) == nil)
    // The migrated database has it, and a new one can't have it any more.
    let stale = try await versions("CREATE VIEW IF NOT EXISTS notes AS SELECT note FROM item;" + view)
      .firstDifference()
    #expect(stale?.hasPrefix("version 3 'v3': it can't be created in") == true, "\(stale ?? "nothing")")
    // Without `objects`, a new database has none.
    let before = try await versions("SELECT 1;", before: view).firstDifference()
    #expect(before?.contains("'names' is there, and should not be") == true, "\(before ?? "nothing")")
  }

  // MARK: Older programs

  private static let indexed = """
    model Item {
      id: Int64 @primaryKey
      name: String
      note: String?
      index(name)
    }
    """

  /// A program whose index was dropped on purpose doesn't create it again.
  @Test func olderProgramsWork() async throws {
    let next = Self.indexed.replacing("index(name)", with: "extra: String?")
    #expect(try await Versions(Self.indexed, next).firstDifference() == nil)
  }

  @Test func olderProgramsThatFailAreFound() async throws {
    let next = Self.indexed.replacing("note: String?", with: "note: String? @length(...3) @backfill(truncated)")
    let found = try await Versions([Self.indexed, next], compatible: [2: 1]).firstDifference()
    #expect(found?.hasPrefix("version 2 'v2': a program of version 1 fails: ") == true, "\(found ?? "nothing")")
  }

  // MARK: The command

  private func migrate(_ scratch: Scratch, _ arguments: String...) throws -> Outcome {
    try Program(built: "igata", ["migrate"] + arguments, in: scratch.folder).run()
  }

  private func sealed() throws -> Scratch {
    let scratch = try Scratch()
    for (name, text) in [("first", Self.first), ("second", Self.second)] {
      try scratch.write(text, to: "shop.igata")
      let outcome = try migrate(scratch, "seal", name)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    return scratch
  }

  /// A script that was wrong when it was sealed has the right sum.
  @Test func wrongVersionsThatAreSealedAreFound() throws {
    let scratch = try sealed()
    let folder = "Migrations/0002-second/"
    let script = try String(contentsOf: scratch.url(folder + "sqlite.sql"), encoding: .utf8)
    let wrong = script.replacing("\"entry\".\"note\", CASE", with: "NULL, CASE")
    #expect(wrong != script)
    try scratch.write(wrong, to: folder + "sqlite.sql")
    let history = try String(contentsOf: scratch.url("Migrations/history"), encoding: .utf8)
    let sums = history.split(separator: "\n").suffix(2).compactMap { $0.split(separator: ":").last.map(String.init) }
    let sum = VersionSum(
      after: VersionSum(text: sums[0]),
      snapshot: SnapshotTokens(Array(try Data(contentsOf: scratch.url(folder + "schema.igata")))),
      script: ScriptTokens(Array(wrong.utf8)))
    try scratch.write(history.replacing(sums[1], with: sum.text), to: "Migrations/history")
    #expect(try migrate(scratch, "lint").status == 0)
    let outcome = try migrate(scratch, "check", "--seed", "1")
    #expect(outcome.status == 1 && outcome.errors.contains("version 2 'second': table 'entry', row "), "\(outcome)")
    #expect(outcome.errors.contains("'--seed 1' makes the same rows again"))
  }

  /// What isn't sealed yet is checked as well.
  @Test func openVersionsAreChecked() throws {
    let scratch = try sealed()
    try scratch.write(
      Self.second.replacing("name: String @renamed(from: \"title\")", with: "name: String @unique")
        .replacing("index(name)", with: "index(note)"), to: "shop.igata")
    #expect(try migrate(scratch, "check").errors.contains("[may-stop]"))
    try scratch.write(
      Self.second.replacing(" @renamed(from: \"title\")", with: "").replacing("index(name)", with: "index(note)"),
      to: "shop.igata")
    let outcome = try migrate(scratch, "check", "--rows", "10")
    #expect(outcome.status == 0 && outcome.output.contains("\n3, which isn't sealed  "), "\(outcome)")
  }

  @Test func processesAreKilled() throws {
    let outcome = try migrate(try sealed(), "check", "--seed", "3", "--kill", "6", "--rows", "30")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").last?.split(separator: " ").last == "6", "\(outcome.output)")
  }

  /// The rows of a real file are brought along, and the file stays as it is.
  @Test func filesAreChecked() throws {
    let scratch = try sealed()
    #expect(try migrate(scratch, "apply", "--to", "1", "old.sqlite").status == 0)
    let database = try Database(path: scratch.path("old.sqlite"))
    let person = "X'00000000000000000000000000000001'"
    try database.execute(
      "INSERT INTO person (id, name, secret, email) VALUES (\(person), 'Hanako', '', 'a@b.c');"
        + "INSERT INTO entry (title, amount, count, owner_id) VALUES ('a', 15, 3, \(person))")
    let before = try database.execute("SELECT * FROM entry")
    let outcome = try migrate(scratch, "check", "--file", "old.sqlite")
    #expect(outcome.status == 0 && outcome.output.contains("\n2 'second' of the file  3     13 "), "\(outcome)")
    #expect(try database.execute("SELECT * FROM entry") == before)
    try database.execute("INSERT INTO entry (title, amount, count, owner_id) VALUES ('b', 1, 40000, \(person))")
    let stopped = try migrate(scratch, "check", "--file", "old.sqlite")
    #expect(stopped.status == 1)
    #expect(
      stopped.errors.contains("version 2 'second': stops for table 'entry', row 2, which has no value that fits 'count'"),
      "\(stopped.errors)")
    #expect(try migrate(scratch, "check", "--file", "none.sqlite").errors.contains("there is no file"))
  }

  /// The versions of the example are proved.
  @Test func householdIsProved() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folder = tests.deletingLastPathComponent().appending(path: "Examples/Household/Sources/HouseholdBook")
    let outcome = try Program(built: "igata", ["migrate", "check"], in: folder).run()
    #expect(outcome.status == 0 && outcome.output.contains("\n3 'settings' "), "\(outcome)")
  }
}
