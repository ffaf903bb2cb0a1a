#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// The server quotes values in its messages, and no error does.
@Suite(.enabled(if: TestServer.isThere)) struct ServerMessageTests {
  private static let secret = "geheim"

  private static func store() async throws -> (Store, connection: String) {
    let connection = try await TestServer.space()
    let store = Store(try PostgreSQLBackend(connection, options: .patient()))
    try await store.prepare(EverythingSchema.self)
    return (store, connection)
  }

  private static func statement(_ text: String) -> SQL {
    let parts = text.components(separatedBy: "?")
    return parts.dropFirst().reduce("\(raw: parts[0])") { "\($0)\(secret)\(raw: $1)" }
  }

  /// Statements with a secret for `?`, and what their errors contain instead.
  @Test(arguments: [
    ("SELECT CAST(? AS integer)", "invalid text for the type", "22P02"),
    ("SELECT CAST(? AS date)", "invalid date or time format", "22007"),
    ("SELECT CAST(? AS json)", "invalid text for the type", "22P02"),
    ("SELECT CAST(concat('99999999999', '9') AS integer), ?", "outside the range", ""),
    ("SELECT CAST(? AS regclass)", "a value names no table", "42P01"),
    ("SELECT CAST(concat(?, '.x') AS regclass)", "a value names no", ""),
    ("SELECT CAST(? AS regtype)", "a value names no object", ""),
    ("SELECT CAST(? AS regprocedure)", "invalid text for the type", "22P02"),
    ("SELECT current_setting(?)", "a value names no object", ""),
    ("SELECT date_part(?, now())", "invalid argument", "22023"),
    ("SELECT now() AT TIME ZONE ?", "invalid argument", "22023"),
    ("SELECT format(concat('%', ?))", "invalid argument", "22023"),
    ("SELECT encode('', ?)", "invalid argument", "22023"),
    ("SELECT pg_read_file(?)", "a file doesn't exist", ""),
    ("SELECT CAST(secret AS integer) FROM all_scalars", "invalid text for the type", "22P02"),
    ("INSERT INTO own VALUES (?), (?)", "a unique constraint is violated for", "own_pkey"),
    ("INSERT INTO own VALUES (concat(?, '!'))", "a check is violated for", "own_check"),
    ("SELECT raising(?)", "a function or a trigger raised an error (P0001)", ""),
    ("SELECT raising_unique(?)", "a unique constraint is violated", "23505"),
    ("SELECT executing(?)", "a value names no column", ""),
  ])
  func secretsAreLeftOut(_ sql: String, _ reason: String, _ detail: String) async throws {
    let (store, connection) = try await Self.store()
    var scalars = Scalars(words: [], home: Address(city: "c"))
    scalars.secret = Self.secret
    try await store.save(scalars)
    try await TestServer.run(
      """
      CREATE TABLE own (name text CONSTRAINT own_pkey PRIMARY KEY CONSTRAINT own_check CHECK (name NOT LIKE '%!'));
      CREATE FUNCTION raising(name text) RETURNS text LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '% is taken', name; END $$;
      CREATE FUNCTION raising_unique(name text) RETURNS text LANGUAGE plpgsql AS
        $$ BEGIN RAISE unique_violation USING MESSAGE = name || ' is taken'; END $$;
      CREATE FUNCTION executing(name text) RETURNS text LANGUAGE plpgsql AS
        $$ BEGIN EXECUTE 'SELECT ' || name; RETURN name; END $$;
      """, on: connection)
    let failure = try #require(await error { try await store.execute(Self.statement(sql)) })
    for text in shownTexts(of: failure) { #expect(!text.lowercased().contains(Self.secret), "\(text)") }
    let description = failure.description
    #expect(description.contains(reason) && (detail.isEmpty || description.contains(detail)), "\(description)")
  }

  /// Messages that can't quote a value are shown.
  @Test(arguments: [
    ("SELECT CAST('many' AS integer)", #"invalid input syntax for type integer: "many""#),
    ("SELECT no_such FROM all_scalars", #"column "no_such" does not exist"#), ("SELECT no_such(?)", "no_such"),
    ("SELEC ?", "SELEC"), ("DROP TABLE no_such", #"table "no_such" does not exist"#),
    ("CREATE TABLE all_scalars ()", "already exists"), ("SELECT ? FROM no_such", "no_such"),
  ])
  func othersAreShown(_ sql: String, _ part: String) async throws {
    let (store, _) = try await Self.store()
    let failure = try #require(await error { try await store.execute(Self.statement(sql)) })
    #expect(failure.description.contains(part), "\(failure)")
  }

  /// What a function or a trigger raises is shown unless the schema has a `@sensitive` field.
  @Test func raisedMessages() async throws {
    let raising = """
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no more, %', NEW; END $$;
      """
    let (household, connection) = try await TestServer.household()
    try await TestServer.run(
      raising + "CREATE TRIGGER refuse BEFORE INSERT ON tag FOR EACH ROW EXECUTE FUNCTION refuse()", on: connection)
    let shown = await error { try await household.insert(Tag(name: "one")) }
    #expect(shown?.description.contains("no more, (one)") == true, "\(shown as Any)")
    let (store, other) = try await Self.store()
    try await TestServer.run(
      raising + "CREATE TRIGGER refuse BEFORE INSERT ON all_scalars FOR EACH ROW EXECUTE FUNCTION refuse()", on: other)
    var scalars = Scalars(words: [], home: Address(city: "c"))
    scalars.secret = Self.secret
    let row = scalars
    let hidden = try #require(await error { try await store.insert(row) })
    for text in shownTexts(of: hidden) { #expect(!text.contains(Self.secret), "\(text)") }
  }
}

#endif
