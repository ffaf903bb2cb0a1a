import Foundation
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// The defaults of databases that other programs made.
@Suite struct IntrospectDefaultsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// The fields of the only model.
  private func fields(of database: String, _ arguments: String...) async throws -> [String] {
    let program = Program(built: "igata", ["introspect", database] + arguments, in: scratch.folder)
    let outcome = try await apart { try program.run() }
    #expect(outcome.status == 0, "\(outcome)")
    let model = outcome.output.split(separator: "@external {\n").last.map(String.init) ?? ""
    return model.split(separator: "\n").dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func defaultsOfSQLite() async throws {
    let connection = try Connection(path: scratch.path("d.sqlite"), flags: 6)
    _ = try connection.texts(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
        written TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        later DATETIME NOT NULL DEFAULT (datetime('now', '+1 day')), name TEXT NOT NULL DEFAULT 'it''s',
        joined TEXT NOT NULL DEFAULT ('a' || 'b'), json TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(json)),
        evil TEXT NOT NULL DEFAULT '{} @unique' CHECK (json_valid(evil)), size INT NOT NULL DEFAULT -1,
        rate REAL NOT NULL DEFAULT (-0.5), isOpen BOOLEAN NOT NULL DEFAULT FALSE,
        state TEXT NOT NULL DEFAULT 'b' CHECK (state IN ('a', 'b')), data BLOB NOT NULL DEFAULT x'00',
        hex REAL NOT NULL DEFAULT '0x10', never DATETIME DEFAULT 'now', flag BOOLEAN NOT NULL DEFAULT 'true',
        uid UUID NOT NULL DEFAULT '5.0', stamp DATETIME NOT NULL DEFAULT (strftime('%s', 'now')))
      """)
    _ = try connection.texts("INSERT INTO t (id, evil, hex, never, flag, uid, stamp) VALUES (1, '{}', 1, NULL, 1, 'x', '2024-05-27 11:12:13')")
    #expect(
      try await fields(of: "d.sqlite") == [
        "let id: Int = autoincrement() @primaryKey", "at: Date = now() @stored(as: text(0))  // 1 row",
        "written: Date = now() @stored(as: text(iso))  // 1 row", "later: Date @stored(as: text(0))  // 1 row",
        #"name: String = "it's""#, "joined: String", "json: JSON = {}  // 1 row: JSON", "evil: JSON  // 1 row: JSON",
        "size: Int = -1", "rate: Double = -0.5", #"isOpen: Bool = false @column("isOpen")"#, "state: TState = .b",
        "data: Data",
        "hex: Double",
        "never: Date? @stored(as: text)  // no rows: declared DATETIME; compare with what its program writes",
        "flag: Bool", "uid: String  // 1 row, declared UUID: texts", "stamp: Date @stored(as: text(0))  // 1 row",
      ])
  }

  #if PostgreSQL
  @Test(.enabled(if: CopyServer.isThere)) func defaultsOfAServer() async throws {
    let (url, name) = try await CopyServer.schema(
      """
      CREATE TYPE mood AS ENUM ('ok', 'very sad');
      CREATE TABLE t (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), code text NOT NULL DEFAULT gen_random_uuid()::text,
        mood mood NOT NULL DEFAULT 'very sad', moods mood[] NOT NULL DEFAULT '{}', at timestamptz NOT NULL DEFAULT now(),
        zoned timestamp(3) NOT NULL DEFAULT (now() AT TIME ZONE 'utc'), local timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
        later timestamptz NOT NULL DEFAULT now() + '1 day'::interval, name varchar(20) NOT NULL DEFAULT 'a''b',
        joined text NOT NULL DEFAULT 'a' || 'b', slashed text NOT NULL DEFAULT E'a\\\\b',
        json jsonb NOT NULL DEFAULT '{}', tags text[] NOT NULL DEFAULT array[]::text[],
        few text[] NOT NULL DEFAULT '{a}', price numeric(12, 4) NOT NULL DEFAULT -12.3450,
        free numeric NOT NULL DEFAULT 0.00, size int NOT NULL DEFAULT -1, rate double precision NOT NULL DEFAULT '1e3',
        day date NOT NULL DEFAULT CURRENT_DATE, flag boolean NOT NULL DEFAULT true, number serial NOT NULL,
        other bigint GENERATED ALWAYS AS IDENTITY, rounded double precision NOT NULL DEFAULT 1.5::int,
        short text NOT NULL DEFAULT 'xyz'::char(2), today timestamptz NOT NULL DEFAULT now()::date,
        near double precision NOT NULL DEFAULT 0.1::real, cut text NOT NULL DEFAULT ('xyz'::text)::varchar(1),
        fixed char(3) NOT NULL DEFAULT 'EUR', blank char(3) NOT NULL DEFAULT 'E ')
      """)
    #expect(
      try await fields(of: url, "--schema", name) == [
        "let id: UUID = uuid() @primaryKey", "code: String = uuid()",
        #"mood: Mood = .verySad @stored(as: native("mood"))"#, #"moods: [Mood] = [] @stored(as: native("mood"))"#,
        "at: Date = now()", "zoned: Date = now() @stored(as: local(3))", "local: Date = now() @stored(as: local)",
        "later: Date", #"name: String = "a'b" @length(...20)"#, "joined: String", #"slashed: String = "a\\b""#,
        "json: JSON = {}", "tags: [String] = []", "few: [String]", "price: Decimal = -12.345 @precision(12, 4)",
        "free: Decimal = 0", "size: Int32 = -1", "rate: Double = 1000.0", "day: Day", "flag: Bool = true",
        "number: Int32? @readOnly", "other: Int? @readOnly", "rounded: Double", "short: String", "today: Date",
        "near: Double", "cut: String", #"fixed: String = "EUR" @length(...3)"#, "blank: String @length(...3)",
      ])
  }
  #endif
}
