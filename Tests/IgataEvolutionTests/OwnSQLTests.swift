import IgataDiagnostics
import IgataSchema
import Testing

@testable import IgataEvolution

/// Own SQL in `next/sqlite.sql`, and what `igata migrate lint` says about it.
struct OwnSQLTests {
  private static let old = """
    model Account {
      id: Int64 @primaryKey
      name: String
      comment: String
      owner: Person
    }
    model Person { id: Int64 @primaryKey }
    """

  private static let new = old.replacing("  comment: String\n", with: "  remark: String @renamed(from: \"comment\")\n")

  private static func source(_ text: String) -> SourceFile { SourceFile(name: "next/sqlite.sql", text: text) }

  // MARK: Reading

  @Test func blocksAreRead() {
    let (sql, diagnostics) = readOwnSQL(
      Self.source(
        """
        -- A comment; with a semicolon.
        -- igata: before
        UPDATE "account" SET "name" = 'a;b' -- c;
          WHERE "account"."id" = 1;
        DELETE FROM "account" WHERE false;
        -- igata: end
        -- igata: after
        CREATE TRIGGER t AFTER INSERT ON "account" BEGIN
          SELECT CASE 1 WHEN 1 THEN 2 END; DELETE FROM "log" WHERE true;
        END;
        CREATE FUNCTION f() RETURNS void AS $$ BEGIN PERFORM 1; END $$ LANGUAGE plpgsql;
        SELECT $x$ a; $y$ b; $x$;
        -- igata: end
        """), file: 0)
    #expect(diagnostics == [])
    #expect(sql.before.count == 2)
    #expect(sql.before.first == "UPDATE \"account\" SET \"name\" = 'a;b' -- c;\n  WHERE \"account\".\"id\" = 1;")
    #expect(sql.after.map { $0.prefix(15) } == ["CREATE TRIGGER ", "CREATE FUNCTION", "SELECT $x$ a; $"])
    #expect(sql.after.first?.hasSuffix("END;") == true)
  }

  @Test(arguments: [
    "DELETE FROM t WHERE true;", "-- igata: before\nSELECT 1;", "-- igata: end",
    "-- igata: before\nSELECT 1\n-- igata: end", "-- igata: before\n-- igata: end\n-- igata: before\n-- igata: end",
    "-- igata: before\n-- igata: after\n-- igata: end",
    "-- igata: rebuild \"a\"",
  ])
  func whatIsInNoBlockIsReported(_ text: String) {
    let ids = readOwnSQL(Self.source(text), file: 0).diagnostics.map(\.kind.id)
    #expect(!ids.isEmpty && ids.allSatisfy { $0 == "malformed-own-sql" })
  }

  @Test func newFilesHaveEmptyBlocks() {
    let text = ownSQLText("sqlite", forVersion: 2, derived: planSQLite(Step(Self.old, Self.new).evolution).text)
    let (sql, diagnostics) = readOwnSQL(Self.source(text), file: 0)
    #expect(sql.isEmpty && diagnostics == [])
    #expect(text.contains("--   ALTER TABLE \"account\" RENAME COLUMN \"comment\" TO \"remark\";"))
  }

  // MARK: Scripts

  private static func own(_ before: String, _ after: String = "") -> OwnSQL {
    let text = "-- igata: before\n\(before)\n-- igata: end\n-- igata: after\n\(after)\n-- igata: end\n"
    return readOwnSQL(source(text), file: 0).sql
  }

  /// The sealed script has both blocks, is read as it was, and runs in the program `sqlite3`.
  @Test func scriptsKeepTheBlocks() throws {
    let own = Self.own(
      "UPDATE \"account\" SET \"comment\" = upper(\"account\".\"comment\") WHERE true;",
      "UPDATE \"account\" SET \"remark\" = \"account\".\"remark\" || '!' WHERE true;")
    let step = Step(Self.old, Self.new, own: ["sqlite": own, "postgresql": own])
    let script = planSQLite(step.evolution)
    #expect(script.own == own)
    #expect(SQLiteScript(reading: ScriptTokens(Array(script.text.utf8))) == script)
    let engine = try Engine(step.evolution.match.old)
    try engine.execute("INSERT INTO person VALUES (1); INSERT INTO account VALUES (1, 'a', 'b', 1);")
    try engine.execute(script.sql)
    #expect(try engine.execute("SELECT remark FROM account") == [["B!"]])
    let statements = PostgreSQLStatements(reading: ScriptTokens(Array(planPostgreSQL(step.evolution).text.utf8)))
    let written = statements.map { statements in statements.own.sorted().map { statements.transaction[$0].prefix(14) } }
    #expect(written == ["UPDATE \"accoun", "UPDATE \"accoun"])
    let lines = planPostgreSQL(step.evolution).text.split(separator: "\n").map(String.init)
    let marks = lines.filter { line in
      line.hasPrefix("-- igata: ") || line.contains("upper") || line.contains("'!'") || line == "COMMIT;"
    }
    #expect(
      marks.map { $0.prefix(16) } == [
        "-- igata: before", "UPDATE \"account\"", "-- igata: end", "-- igata: after", "UPDATE \"account\"",
        "-- igata: end", "COMMIT;",
      ])
  }

  /// Rows that lose what they refer to stop the script, although foreign keys are off.
  @Test func brokenReferencesStop() throws {
    let step = Step(Self.old, Self.new, own: ["sqlite": Self.own("DELETE FROM \"person\" WHERE true;")])
    let engine = try Engine(step.evolution.match.old)
    try engine.execute("INSERT INTO person VALUES (1); INSERT INTO account VALUES (1, 'a', 'b', 1);")
    #expect(throws: Engine.Failure.self) { try engine.execute(planSQLite(step.evolution).sql) }
  }

  @Test func aVersionCanBeOwnSQLAlone() {
    let step = Step(Self.old, Self.old, own: ["sqlite": Self.own("DELETE FROM \"account\" WHERE true;")])
    #expect(step.evolution.changes == [] && !step.evolution.isEmpty)
    let script = planSQLite(step.evolution)
    #expect(SQLiteScript(reading: ScriptTokens(Array(script.text.utf8))) == script)
    #expect(Step(Self.old, Self.old).evolution.isEmpty)
  }

  /// What changes rows of the table before can make them fit.
  @Test(arguments: [
    ("UPDATE \"account\" SET \"name\" = \"account\".\"name\" || \"account\".\"id\" WHERE true;", true),
    ("DELETE FROM Account WHERE 1;", true), ("WITH x AS (SELECT 1) DELETE FROM account WHERE true;", true),
    ("DELETE FROM person WHERE false;", false), ("SELECT 1;", false), ("", false),
  ])
  func preparedRowsDoNotStop(_ before: String, _ isPrepared: Bool) {
    let new = Self.old.replacing("name: String", with: "name: String @unique")
    let own = ["sqlite": Self.own(before, "DELETE FROM account WHERE 1;")]
    let ids = Step(Self.old, new, own: own).evolution.diagnostics.map(\.kind.id)
    #expect(ids == (isPrepared ? [] : ["may-stop"]))
  }

  /// What can stop needs own SQL in each dialect that the version has, and the message names the files that lack it.
  @Test func eachDialectIsPrepared() {
    let own = Self.own("DELETE FROM account WHERE true;")
    func found(_ own: [String: OwnSQL], _ dialects: [String]) -> [String] {
      let step = Step(
        Self.old, Self.old.replacing("name: String", with: "name: String @unique"), own: own, dialects: dialects)
      return step.evolution.diagnostics.map { String(($0.help ?? "").prefix { $0 != "," }) }
    }
    #expect(found(["postgresql": own], ["postgresql"]) == [])
    #expect(found(["postgresql": own, "sqlite": own], ["postgresql", "sqlite"]) == [])
    #expect(found(["sqlite": own], ["postgresql"]) == ["make rows fit in 'before' of next/postgresql.sql"])
    #expect(found(["sqlite": own], ["sqlite", "postgresql"]) == ["make rows fit in 'before' of next/postgresql.sql"])
    #expect(
      found([:], ["sqlite", "postgresql"])
        == ["make rows fit in 'before' of next/sqlite.sql and next/postgresql.sql"])
  }

  // MARK: Lints

  @Test(arguments: [
    ("BEGIN;", "transaction-in-script"), ("commit;", "transaction-in-script"),
    ("PRAGMA foreign_keys = ON;", "transaction-in-script"), ("SAVEPOINT a;", "transaction-in-script"),
    ("UPDATE account SET name = '';", "update-without-where"), ("DELETE FROM \"account\";", "update-without-where"),
    ("UPDATE account SET name = (SELECT max(id) FROM person WHERE true);", "update-without-where"),
    ("WITH a AS (SELECT 1 WHERE true) DELETE FROM account;", "update-without-where"),
    ("DELETE FROM account WHERE true;", ""), ("INSERT INTO account SELECT * FROM account;", ""),
    ("INSERT INTO person VALUES (1) ON CONFLICT DO UPDATE SET id = 2;", ""),
    ("UPDATE \"account\" SET \"name\" = \"coment\" WHERE true;", "unqualified-column"),
    ("UPDATE \"account\" SET \"name\" = \"remark\" WHERE true;", "unqualified-column"),
    ("UPDATE \"account\" SET \"name\" = \"comment\" WHERE \"id\" = 1;", ""),
    ("UPDATE \"account\" SET \"name\" = \"account\".\"nothing\" WHERE true;", ""),
    ("DELETE FROM \"account\" WHERE \"id\" IN (SELECT \"x\".\"id\" FROM \"person\" AS \"x\");", ""),
    ("DELETE FROM \"account\" WHERE \"id\" IN (SELECT \"weight\" FROM \"others\");", ""),
    ("INSERT INTO \"person\" (\"id\") SELECT \"y\" FROM \"account\" \"a\";", "unqualified-column"),
    ("DROP TABLE account;", "drop-in-own-sql"), ("DROP TABLE IF EXISTS main.\"Person\";", "drop-in-own-sql"),
    ("DROP TABLE log;", ""), ("DROP INDEX account;", ""),
    ("ALTER TABLE account DROP COLUMN comment;", "drop-in-own-sql"),
    ("ALTER TABLE account DROP \"name\";", "drop-in-own-sql"), ("ALTER TABLE account DROP COLUMN log;", ""),
    ("CREATE INDEX a ON account (name);", ""),
  ])
  func sqliteLints(_ statement: String, _ id: String) { #expect(lints("sqlite", statement) == id) }

  @Test(arguments: [
    ("BEGIN;", "transaction-in-script"), ("CREATE INDEX CONCURRENTLY a ON account (name);", "transaction-in-script"),
    ("UPDATE account SET name = \"nothing\" WHERE true;", ""), ("DELETE FROM ONLY account;", "update-without-where"),
    ("CREATE INDEX a ON account (name);", "blocking-index"),
    ("CREATE UNIQUE INDEX ON ONLY account (name);", "blocking-index"),
    ("CREATE INDEX a ON log (name);", ""),
    ("ALTER TABLE account ADD CONSTRAINT c CHECK (name <> '');", "blocking-constraint"),
    ("ALTER TABLE ONLY account ADD FOREIGN KEY (id) REFERENCES person (id);", "blocking-constraint"),
    ("ALTER TABLE account ADD CONSTRAINT c CHECK (name <> '') NOT VALID;", ""),
    ("ALTER TABLE account ADD COLUMN c int CHECK (c > 0);", ""),
    ("ALTER TABLE account DROP CONSTRAINT comment;", ""), ("ALTER TABLE account ALTER COLUMN name DROP NOT NULL;", ""),
    ("ALTER TABLE account DROP COLUMN IF EXISTS comment;", "drop-in-own-sql"),
  ])
  func postgreSQLLints(_ statement: String, _ id: String) { #expect(lints("postgresql", statement) == id) }

  /// The lints of a statement in `before`.
  private func lints(_ dialect: String, _ statement: String) -> String {
    let match = Step(Self.old, Self.new).evolution.match
    let source = Self.source("-- igata: before\n\(statement)\n-- igata: end\n")
    return lintOwnSQL(source, file: 0, dialect: dialect, from: match.old, to: match.new).map(\.kind.id)
      .joined(separator: " ")
  }

  /// `after` sees the new schema.
  @Test func blocksSeeTheirSchema() {
    let match = Step(Self.old, Self.new).evolution.match
    func lints(_ block: String, _ column: String) -> [String] {
      let source = Self.source(
        "-- igata: \(block)\nUPDATE \"account\" SET \"name\" = \"\(column)\" WHERE true;\n-- igata: end\n")
      return lintOwnSQL(source, file: 0, dialect: "sqlite", from: match.old, to: match.new).map(\.kind.id)
    }
    #expect(lints("before", "comment") == [] && lints("after", "remark") == [])
    #expect(lints("before", "remark") == ["unqualified-column"] && lints("after", "comment") == ["unqualified-column"])
  }

  // MARK: Objects

  /// Objects of version 2 that have a name which the next version changes.
  @Test(arguments: [
    ("CREATE VIEW IF NOT EXISTS v AS SELECT comment FROM account;", "'comment' is gone"),
    ("CREATE VIEW IF NOT EXISTS v AS SELECT \"Comment\" FROM \"account\";", "'comment' is gone"),
    ("CREATE VIEW IF NOT EXISTS v AS SELECT name FROM account;", ""),
    ("CREATE VIEW IF NOT EXISTS v AS SELECT comment FROM log;", ""),
    ("", ""),
  ])
  func outdatedObjectsAreFound(_ statement: String, _ text: String) throws {
    let lines = statement.isEmpty ? "" : "-- igata: objects\n\(statement)\n-- igata: end\n"
    let texts = [
      ("sqlite", ".bail on\nBEGIN IMMEDIATE;\n\(lines)COMMIT;\n"), ("postgresql", "BEGIN;\n\(lines)COMMIT;\n"),
    ]
    let version = SealedVersion(
      number: 1, name: "first", compatibleFrom: 1, sums: [:], range: SourceRange(file: 0, start: 0, end: 0))
    for (dialect, script) in texts {
      let script = try #require(VersionScript(reading: ScriptTokens(Array(script.utf8)), in: dialect))
      let sealed = SealedVersions(
        History(versions: [version]), scripts: [dialect: [script]], snapshot: Self.source(""))
      func found(_ own: [String: OwnSQL]) -> [String] {
        Step(Self.old, Self.new, own: own).evolution.checked(after: sealed).diagnostics.map(\.message)
      }
      #expect(found([:]).allSatisfy { $0.hasPrefix(text) } && found([:]).count == (text.isEmpty ? 0 : 1))
      var own = OwnSQL()
      own.objects = ["SELECT 1;"]
      #expect(found([dialect: own]) == [])
    }
  }

  // MARK: Functions

  /// A function has the same types in all versions.
  @Test func functionsKeepTheirTypes() throws {
    func adding(_ field: String) -> Step {
      Step(Self.old, Self.old.replacing("comment: String", with: "comment: String\n  \(field)"))
    }
    let first = adding("a: String @backfill(swift: \"f({name})\")")
    let script = planSQLite(first.evolution)
    #expect(SQLiteScript(reading: ScriptTokens(Array(script.text.utf8))) == script)
    #expect(script.functions.map(\.name) == ["f"])
    let scripts: [VersionScript] = [.sqlite(SQLiteScript()), .sqlite(script)]
    let snapshot = SourceFile(name: "snapshot", text: schemaText(first.evolution.match.new))
    let sealed = SealedVersions(History(), scripts: ["sqlite": scripts], snapshot: snapshot)
    func ids(_ field: String) -> [String] {
      adding(field).evolution.checked(after: sealed).diagnostics.map(\.message)
    }
    #expect(ids("b: String @backfill(swift: \"f({comment})\")") == [])
    #expect(
      ids("b: Int @backfill(swift: \"f({comment})\")")
        == ["'f' is '(String) -> Int' here, and '(String) -> String' in version 2"])
    #expect(ids("b: String @backfill(swift: \"F({comment})\")") == ["'F' and 'f' in version 2 differ only in case"])
  }
}
