import IgataDiagnostics
import IgataSchema
import IgataSyntax
import Testing

@testable import IgataEvolution

/// The versions that a program runs, and how their scripts are read.
struct RunnableVersionTests {
  private static let first = """
    model Account {
      id: Int64 @primaryKey
      note: String = ""
      details: Details?
    }

    model Details {
      id: Int64 @primaryKey = autoincrement()
    }
    """

  private static func open(_ text: String) throws -> (versions: [String: [RunnableVersion]], diagnostics: [Diagnostic]) {
    func resolved(_ text: String) -> (schema: Schema, trees: [SyntaxTree]) {
      let (trees, errors) = parse([SourceFile(name: "a", text: text)])
      return (resolve(trees, syntaxErrors: errors).schema, trees)
    }
    let old = resolved(first).schema
    let files = try seal(old, as: "first", after: History(), nil, scriptDialects).get()
    var scripts: [String: [VersionScript]] = [:]
    for (dialect, file) in zip(scriptDialects, files.files.dropFirst()) {
      scripts[dialect] = [try #require(VersionScript(reading: ScriptTokens(file.bytes), in: dialect))]
    }
    let (schema, trees) = resolved(text)
    let snapshot = SourceFile(name: "snapshot", bytes: files.files[0].bytes)
    return runnableVersions(
      of: schema, trees: trees, after: SealedVersions(files.history, scripts: scripts, snapshot: snapshot))
  }

  @Test func whatHasChangedIsTheLastVersion() throws {
    let (versions, diagnostics) = try Self.open(Self.first.replacing("note: String", with: "note: String? @index"))
    #expect(diagnostics.map(\.kind.id) == [])
    for dialect in scriptDialects {
      #expect(versions[dialect]?.map(\.number) == [1, 2] && versions[dialect]?.last?.name == "")
    }
    let same = try Self.open(Self.first)
    #expect(same.versions.mapValues(\.count) == ["sqlite": 1, "postgresql": 1])
  }

  /// What can't be done on a server is an error of the build, and not of the server.
  @Test func aChangeWithoutAScript() throws {
    let field = "note: String = \"\""
    let (versions, diagnostics) = try Self.open(
      Self.first.replacing(field, with: "\(field)\n  code: String @backfill(swift: \"code({note})\")"))
    #expect(diagnostics.map(\.kind.id) == ["unplanned-change"])
    #expect(diagnostics.first?.message.hasPrefix("no script for postgresql does this yet: ") == true)
    #expect(versions["sqlite"]?.count == 2)
  }

  @Test func statementsOfAServer() {
    let script = """
      \\set ON_ERROR_STOP on
      BEGIN;
      -- igata: stop "a" by "id": it's too long; really
      DO $igata$ BEGIN RAISE EXCEPTION 'it''s; so'; END $igata$;
      -- A comment; with a semicolon.
      CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN x := 'a;'; y := "it's"; END $$;
      CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION f();
      UPDATE a SET "b;" = 'x;y' /* ; */ WHERE c = $1;
      COMMIT;
      -- igata: alone "a_b_idx"
      CREATE INDEX CONCURRENTLY "a_b_idx" ON a (b);
      """
    let read = PostgreSQLStatements(reading: ScriptTokens(Array(script.utf8)))
    #expect(
      read?.transaction == [
        "DO $igata$ BEGIN RAISE EXCEPTION 'it''s; so'; END $igata$;",
        "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN x := 'a;'; y := \"it's\"; END $$;",
        "CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION f();",
        "UPDATE a SET \"b;\" = 'x;y' /* ; */ WHERE c = $1;",
      ])
    #expect(
      read?.indexes == [.init(name: "a_b_idx", statement: "CREATE INDEX CONCURRENTLY \"a_b_idx\" ON a (b);")])
    for wrong in ["-- igata: twin \"a\"", "-- igata: alone", "-- igata: alone \"a\"", "-- igata: alone \"a\"\n-- igata: stop"] {
      #expect(PostgreSQLStatements(reading: ScriptTokens(Array(wrong.utf8))) == nil)
    }
  }

  /// Any bytes are read to their end.
  @Test(arguments: ["$", "$$", "$a", "$a$ x", "x$y$z", "'", "\"", "/*", "--", "-- igata:", ";;", "$1$2"])
  func unfinishedTexts(_ text: String) {
    let tokens = sqlTokens(Array(text.utf8))
    #expect(tokens.allSatisfy { $0.upperBound <= text.utf8.count })
    _ = PostgreSQLStatements(reading: ScriptTokens(Array(text.utf8)))
  }
}
