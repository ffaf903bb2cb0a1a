import IgataDiagnostics
import IgataSchema
import MigrationSupport
import TestSupport
import Testing

@testable import IgataEvolution

/// Expressions of each kind for a field of each type: where nothing is reported, no row stops the version. (Section 2)
struct ExpressionStopTests {
  private static let types = """
    enum E: String { case a, b }
    type F = Fixed(scale: 100)

    """

  private static let fields = """
    id: Int64 @primaryKey
    i: Int64
    h: Int16
    d: Double
    n: Decimal
    s: String
    b: Bool
    j: JSON
    l: [String]
    u: UUID
    w: Data
    t: Date
    e: E
    oi: Int64?
    os: String?

    """

  private static let news = [
    "Int64", "Int32", "Int64?", "Double", "Float", "Decimal", "F", "String", "String @length(...3)",
    "String?", "Bool", "Bool?", "JSON", "JSON?", "[String]", "UUID", "Data", "Date", "URL", "E",
  ]

  private static let sqlite = [
    "{i}", "{h}", "{d}", "{n}", "{s}", "{b}", "{j}", "{l}", "{u}", "{w}", "{t}", "{e}", "{oi}", "{os}", "{i} + 1",
    "1 - {i}", "-{i}", "({i}) * 2", "{i} / 100", "{i} / {h}", "{i} % 7", "{i} % {h}", "abs({i})", "{i} << 2",
    "{d} * 2", "{d} / {d}", "{d} / 2", "round({d})", "{n} * 2", "{b} + 1", "length({s})", "length({s}) - 1",
    "instr({s}, 'a')", "upper({s})", "{s} || {i}", "substr({s}, 1, 3)", "hex({w})", "hex({u})", "coalesce({oi}, 0)",
    "coalesce({os}, '')", "iif({b}, 1, 2)", "CAST({d} AS INTEGER)", "{i} > 3", "{i} + 1 > 3", "({i} > 3) + 1",
    "({i} > 3) || 'a'", "{s} = 'a' AND {b}", "{oi} > 3", "CASE WHEN {i} > 0 THEN 1 ELSE 0 END",
    "CASE WHEN {i} > 0 THEN 1 ELSE 2 END", "CASE {s} WHEN 'a' THEN 'x' ELSE {s} END", "json({s})", "json_quote({s})",
    "json_quote({os})", "json_array({s})", "json_array({s}) || ''", "json_array({s}) || json_array({s})",
    "json_object('a', {i})", "{j} ->> 'a'", "{l} ->> 0", "coalesce({l} ->> 0, '')", "date({t})", "unixepoch({s})",
    "zeroblob(16)", "(SELECT 1)", "1", "'a'", "NULL",
    "CASE WHEN {i} > 0 THEN json_quote({os}) END", "CASE WHEN {i} > 0 THEN json_array({s}) ELSE {l} END",
    "CASE WHEN {i} > 0 THEN {j} ELSE '' END", "CASE {s} WHEN 'a' THEN upper({s}) ELSE 1 END",
    "CASE WHEN {i} > 0 THEN 1 ELSE zeroblob(16) END",
  ]

  /// Those that have the types of their columns, without which PostgreSQL runs no statement.
  private static let postgresql = [
    ("Int64", ["{i}", "{h}", "{i} / 100", "{i} / {h}", "{i} + 1", "{h} + 1", "-{i}", "abs({i})", "length({s})"]),
    ("Int64", ["{s}::bigint", "{h}::bigint", "coalesce({oi}, 0)", "length({s}) - 1", "strpos({s}, 'a')"]),
    ("Int64", ["CAST({s} AS bigint)"]),
    ("Int32", ["{h}", "{h} + 1", "length({s})"]),
    ("Double", ["{d}", "{d} * 2", "{i}::float8", "{d} / {d}", "{s}::float8"]),
    ("Float", ["{d}", "{h}", "{d} * 0.1"]),
    ("Decimal", ["{n}", "{n} * 2", "{n} / {n}", "{i}", "{s}::numeric"]),
    ("Decimal(4, 1)", ["{n}", "{i}", "{h} / 100"]),
    ("String", ["{s}", "upper({s})", "{i}::text", "{d}::text", "CAST({d} AS text)"]),
    ("String", ["{j} ->> 'a'", "coalesce({j} ->> 'a', '')"]),
    ("String", ["{s} || {i}", "({s}::integer)::text", "({i} / {h})::text", "{l}[1]", "left({s}, 3)"]),
    ("String @length(...3)", ["{s}", "left({s}, 3)", "left({s}, 4)"]),
    ("Bool", ["{b}", "{i} > 3", "{i} + 1 > 3", "{s}::boolean", "{os} = 'a'"]),
    ("JSON", ["{j}", "to_jsonb({s})", "{s}::jsonb", "jsonb_build_object('a', {i})", "'[]'::jsonb"]),
    ("[String]", ["{l}", "ARRAY[{s}]", "'{{}}'", "string_to_array({s}, ',')"]),
    ("UUID", ["{u}", "{s}::uuid"]),
    ("Data", ["{w}", "convert_to({s}, 'UTF8')"]),
    ("Date", ["{t}", "{s}::timestamptz", "{t} + interval '1 day'"]),
  ]

  /// The schema with a field for each expression about which nothing is reported, and how many those are.
  private static func schema(_ all: [(type: String, sql: String)], in dialect: String) -> (text: String, count: Int) {
    let lines = all.enumerated().map { "x\($0): \($1.type) @backfill(\(dialect): \"\($1.sql)\")" }
    let before = types.split(separator: "\n").count + fields.split(separator: "\n").count + 1
    let files = Step(old, text(lines), dialects: [dialect])
    let after = Array(text(lines).utf8)
    let reported = files.evolution.diagnostics.map { diagnostic in
      after[..<diagnostic.range.start].count { $0 == UInt8(ascii: "\n") } - before
    }
    let kept = lines.indices.filter { !reported.contains($0) }.map { lines[$0] }
    return (text(kept), kept.count)
  }

  private static func text(_ lines: [String]) -> String {
    "\(types)model A {\n\(fields)\(lines.joined(separator: "\n"))\n}\n"
  }

  private static let old = text([])

  @Test(arguments: news) func nothingStopsWithoutAWord(_ type: String) async throws {
    let (new, count) = Self.schema(Self.sqlite.map { (type, $0) }, in: "sqlite")
    #expect(count > 0)
    let found = try await Versions(Self.old, new).firstDifference(rows: 24)
    #expect(found == nil, "\(found ?? "")")
  }

  #if PostgreSQL
  @Test(.enabled(if: ServerDatabase.isThere)) func nothingStopsWithoutAWordOnServers() async throws {
    let all = Self.postgresql.flatMap { type, all in all.map { (type, $0) } }
    let (new, count) = Self.schema(all, in: "postgresql")
    #expect(count > 30)
    let database = try ServerDatabase()
    let found = try await Versions(Self.old, new, in: "postgresql").firstDifference(rows: 24, server: database.url)
    #expect(found == nil, "\(found ?? "")")
    withExtendedLifetime(database) {}
  }
  #endif
}
