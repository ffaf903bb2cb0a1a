import MigrationSupport
import TestSupport
import Testing

@testable import IgataEvolution

/// What becomes of the columns of optional structs, in rows that have the struct and in rows that don't. (Fault 1.3)
struct StructFaultTests {
  /// - Parameters:
  ///   - old: The members of the struct before.
  ///   - new: Those of the struct now, with other types behind them.
  private static func step(
    _ title: String, _ old: String, _ new: String, homes: (String, String) = ("Address?", "Address?"),
    types: (String, String) = ("", ""), insert: String, select: String, rows: [[String?]]?
  ) -> RowCase {
    func schema(_ home: String, _ members: String, _ types: String) -> String {
      "\(types)\nmodel A { id: Int64 @primaryKey\n home: \(home) }\nstruct Address { \(members) }"
    }
    return RowCase(
      title: title, old: schema(homes.0, old, types.0), new: schema(homes.1, new, types.1),
      insert: "INSERT INTO a VALUES \(insert)", select: "SELECT id, \(select) FROM a ORDER BY id", rows: rows)
  }

  static let members = [
    step(
      "a field becomes required", "city: String\n zip: String?", "city: String\n zip: String @backfill(\"0\")",
      insert: "(1, NULL, NULL), (2, 'x', NULL), (3, 'x', '7')", select: "home_city, home_zip",
      rows: [["1", nil, nil], ["2", "x", "0"], ["3", "x", "7"]]),
    step(
      "the first field becomes required", "zip: String?\n city: String", "zip: String @backfill(\"0\")\n city: String",
      insert: "(1, NULL, NULL), (2, NULL, 'x'), (3, '7', 'x')", select: "home_zip, home_city",
      rows: [["1", nil, nil], ["2", "0", "x"], ["3", "7", "x"]]),
    step(
      "a field becomes required and gets another type", "zip: String?\n city: String",
      "zip: Int64 @backfill(0)\n city: String",
      insert: "(1, NULL, NULL), (2, NULL, 'x'), (3, '7', 'x'), (4, 'q', 'x')", select: "home_zip, home_city",
      rows: [["1", nil, nil], ["2", "0", "x"], ["3", "7", "x"], ["4", "0", "x"]]),
    step(
      "a field gets another type", "zip: String\n n: Int64", "zip: Int64 @backfill(0)\n n: String",
      insert: "(1, NULL, NULL), (2, '7', 8), (3, 'q', 9)", select: "home_zip, home_n",
      rows: [["1", nil, nil], ["2", "7", "8"], ["3", "0", "9"]]),
    step(
      "a field becomes required by an expression", "city: String\n zip: String?",
      "city: String\n zip: String @backfill(sql: \"{home.city} || 'z'\") @allow(may-stop, \"no city is null\")",
      insert: "(1, NULL, NULL), (2, 'x', NULL), (3, 'y', '7')", select: "home_city, home_zip",
      rows: [["1", nil, nil], ["2", "x", "xz"], ["3", "y", "7"]]),
    step(
      "all fields are others", "city: String", "zip: String @backfill(\"0\")\n reserved city",
      insert: "(1, NULL), (2, 'x')", select: "home_zip", rows: [["1", nil], ["2", "0"]]),
    step(
      "the only field is renamed", "city: String", "town: String @renamed(from: \"city\")",
      insert: "(1, NULL), (2, 'x')", select: "home_town", rows: [["1", nil], ["2", "x"]]),
    step(
      "fields are renamed, dropped and required", "city: String\n zip: String?\n no: Int64",
      "zip: String @backfill(\"0\")\n town: String @renamed(from: \"city\")\n reserved no",
      insert: "(1, NULL, NULL, NULL), (2, 'x', NULL, 5), (3, 'y', '7', 6)", select: "home_town, home_zip",
      rows: [["1", nil, nil], ["2", "x", "0"], ["3", "y", "7"]]),
    step(
      "the required field is dropped", "city: String\n zip: String?",
      "zip: String @backfill(\"0\")\n reserved city",
      insert: "(1, NULL, NULL), (2, 'x', NULL), (3, 'x', '7')", select: "home_zip",
      rows: [["1", nil], ["2", "0"], ["3", "7"]]),
    step(
      "the required field becomes optional, and another one required", "city: String\n zip: String?",
      "city: String?\n zip: String @backfill(\"0\")",
      insert: "(1, NULL, NULL), (2, 'x', NULL), (3, 'x', '7')", select: "home_city, home_zip",
      rows: [["1", nil, nil], ["2", "x", "0"], ["3", "x", "7"]]),
    step(
      "a list in place of a value", "city: String\n code: Int64?", "city: String\n code: [Int64] @backfill([])",
      insert: "(1, NULL, NULL), (2, 'x', NULL), (3, 'x', 7)",
      select: "home_city, replace(replace(CAST(home_code AS text), '{', '['), '}', ']')",
      rows: [["1", nil, nil], ["2", "x", "[]"], ["3", "x", "[7]"]]),
    step(
      "a case is gone", "city: String\n e: E?", "city: String\n e: E @backfill(.a)",
      types: ("enum E: String { case a, b, c }", "enum E: String { case a, c = \"d\"\n reserved b }"),
      insert: "(1, NULL, NULL), (2, 'x', NULL), (3, 'x', 'b'), (4, 'x', 'c')", select: "home_city, home_e",
      rows: [["1", nil, nil], ["2", "x", "a"], ["3", "x", "a"], ["4", "x", "d"]]),
    step(
      "bounds are tighter", "n: Int64\n s: String\n m: Int64?",
      """
      n: Int64 @range(0...9) @backfill(clamped)
      s: String @length(...2) @backfill(truncated)
      m: Int64? @range(0...9) @backfill(nil)
      """,
      insert: "(1, NULL, NULL, NULL), (2, 70, 'xyz', 70), (3, -7, 'x', NULL)", select: "home_n, home_s, home_m",
      rows: [["1", nil, nil, nil], ["2", "9", "xy", nil], ["3", "0", "x", nil]]),
    step(
      "new UUIDs", "city: String", "city: String\n u: UUID = uuid()\n v: UUID @backfill(uuid())",
      insert: "(1, NULL), (2, 'x')", select: "home_u IS NULL, home_v IS NULL",
      rows: [["1", "1", "1"], ["2", "0", "0"]]),
    step(
      "no row needs a new field", "city: String",
      "city: String\n zip: String @backfill(none) @allow(may-stop, \"none has an address\")",
      insert: "(1, NULL)", select: "home_zip", rows: [["1", nil]]),
    step(
      "a row needs a new field", "city: String",
      "city: String\n zip: String @backfill(none) @allow(may-stop, \"none has an address\")",
      insert: "(1, NULL), (2, 'x')", select: "home_city", rows: nil),
    step(
      "an expression is null", "city: String\n no: Int64?",
      "city: String\n no: Int64?\n zip: Int64 @backfill(sql: \"{home.no} / 2\") @allow(may-stop, \"each has one\")",
      insert: "(1, NULL, NULL), (2, 'x', 3), (3, 'x', NULL)", select: "home_city", rows: nil),
    step(
      "an expression isn't null", "city: String\n no: Int64?",
      "city: String\n no: Int64?\n zip: Int64 @backfill(sql: \"{home.no} / 2\") @allow(may-stop, \"each has one\")",
      insert: "(1, NULL, NULL), (2, 'x', 3)", select: "home_zip", rows: [["1", nil], ["2", "1"]]),
  ]

  static let structs = [
    step(
      "a struct becomes optional", "city: String\n no: Int64?",
      "zip: String @backfill(\"0\")\n city: String\n no: Int64 @backfill(5)", homes: ("Address", "Address?"),
      insert: "(1, 'x', NULL), (2, 'y', 7)", select: "home_zip, home_city, home_no",
      rows: [["1", "0", "x", "5"], ["2", "0", "y", "7"]]),
    step(
      "a struct becomes required", "city: String\n no: Int64?",
      "zip: String @backfill(\"0\")\n city: String @backfill(\"c\")\n no: Int64?", homes: ("Address?", "Address"),
      insert: "(1, NULL, NULL), (2, 'y', 7)", select: "home_zip, home_city, home_no",
      rows: [["1", "0", "c", nil], ["2", "0", "y", "7"]]),
    step(
      "a nested struct becomes required", "city: String\n geo: Geo?", "city: String\n geo: Geo",
      types: ("struct Geo { lat: Double\n alt: Double? }", "struct Geo { lat: Double @backfill(1.5)\n alt: Double? }"),
      insert: "(1, NULL, NULL, NULL), (2, 'x', NULL, NULL), (3, 'x', 2.5, 0.5)",
      select: "home_city, home_geo_lat, home_geo_alt",
      rows: [["1", nil, nil, nil], ["2", "x", "1.5", nil], ["3", "x", "2.5", "0.5"]]),
    step(
      "a nested struct becomes optional", "city: String\n geo: Geo", "city: String\n geo: Geo?",
      types: ("struct Geo { lat: Double }", "struct Geo { alt: Double @backfill(0.5)\n lat: Double }"),
      insert: "(1, NULL, NULL), (2, 'x', 2.5)", select: "home_city, home_geo_alt, home_geo_lat",
      rows: [["1", nil, nil, nil], ["2", "x", "0.5", "2.5"]]),
    step(
      "a nested struct gets a field", "city: String\n geo: Geo?", "city: String\n geo: Geo?",
      types: ("struct Geo { lat: Double }", "struct Geo { alt: Double @backfill(0.5)\n lat: Double }"),
      insert: "(1, NULL, NULL), (2, 'x', NULL), (3, 'x', 2.5)", select: "home_city, home_geo_alt, home_geo_lat",
      rows: [["1", nil, nil, nil], ["2", "x", nil, nil], ["3", "x", "0.5", "2.5"]]),
    step(
      "a nested struct is new", "city: String", "city: String\n geo: Geo\n far: Geo?",
      types: ("", "struct Geo { lat: Double @backfill(0.5)\n alt: Double? }"),
      insert: "(1, NULL), (2, 'x')", select: "home_city, home_geo_lat, home_geo_alt, home_far_lat",
      rows: [["1", nil, nil, nil, nil], ["2", "x", "0.5", nil, "0.5"]]),
    RowCase(
      title: "a new struct whose backfills are for another one",
      old: """
        model A { id: Int64 @primaryKey\n home: Address? }
        model B { id: Int64 @primaryKey }\nstruct Address { city: String }
        """,
      new: """
        model A { id: Int64 @primaryKey\n home: Address? }\nmodel B { id: Int64 @primaryKey\n home: Address? }
        struct Address { city: String\n zip: String @backfill("0")\n no: Int64? @backfill(1) }
        """,
      insert: "INSERT INTO a VALUES (1, NULL), (2, 'x'); INSERT INTO b VALUES (3)",
      select: """
        SELECT id, home_city, home_zip, home_no FROM a
        UNION ALL SELECT id, home_city, home_zip, home_no FROM b ORDER BY id
        """,
      rows: [["1", nil, nil, nil], ["2", "x", "0", "1"], ["3", nil, nil, nil]]),
    RowCase(
      title: "a struct is renamed, and has a field more",
      old: "model A { id: Int64 @primaryKey\n home: Address? }\nstruct Address { city: String\n zip: String? }",
      new: """
        model A { id: Int64 @primaryKey\n house: House? @renamed(from: "home") }
        struct House { no: Int64 = 3\n town: String @renamed(from: "city")\n zip: String @backfill("0") }
        """,
      insert: "INSERT INTO a VALUES (1, NULL, NULL), (2, 'x', NULL)",
      select: "SELECT id, house_no, house_town, house_zip FROM a ORDER BY id",
      rows: [["1", nil, nil, nil], ["2", "3", "x", "0"]]),
    RowCase(
      title: "a struct becomes a model",
      old: "model A { id: Int64 @primaryKey\n home: Address? }\nstruct Address { city: String\n zip: String? }",
      new: """
        model A { id: Int64 @primaryKey\n home: Address? }
        model Address { id: UUID = uuid() @primaryKey\n city: String
          zip: String @backfill("0")\n no: Int64 @backfill(3) }
        """,
      insert: "INSERT INTO a VALUES (1, NULL, NULL), (2, 'x', NULL), (3, 'y', '7')",
      select: "SELECT a.id, city, zip, no FROM a LEFT JOIN address ON address.id = home_id ORDER BY a.id",
      rows: [["1", nil, nil, nil], ["2", "x", "0", "3"], ["3", "y", "7", "3"]]),
    RowCase(
      title: "a model becomes a struct",
      old: """
        model A { id: Int64 @primaryKey\n home: Address? }
        model Address { id: Int64 = autoincrement() @primaryKey\n city: String\n zip: String?\n n: String? }
        """,
      new: """
        model A { id: Int64 @primaryKey\n home: Address? @allow(may-stop, "nobody shares one") }
        struct Address { no: Int64 @backfill(3)\n city: String\n zip: String @backfill("0")\n n: Int64 @backfill(9) }
        """,
      insert: """
        INSERT INTO address (city, zip, n) VALUES ('x', NULL, 'q'), ('y', '7', '8');
        INSERT INTO a VALUES (1, NULL), (2, 1), (3, 2)
        """,
      select: "SELECT id, home_no, home_city, home_zip, home_n FROM a ORDER BY id",
      rows: [["1", nil, nil, nil, nil], ["2", "3", "x", "0", "9"], ["3", "3", "y", "7", "8"]]),
  ]

  /// Optional structs in what goes from the rows of one model to those of another one.
  static let moved = [
    RowCase(
      title: "a struct with an optional struct becomes a model",
      old: """
        model A { id: Int64 @primaryKey\n home: Home? }
        struct Home { city: String\n geo: Geo? }\nstruct Geo { lat: Int64 }
        """,
      new: """
        model A { id: Int64 @primaryKey\n home: Home? }
        model Home { id: Int64 = autoincrement() @primaryKey\n city: String\n geo: Geo? }
        struct Geo { no: Int64 @backfill(3)\n lat: Int64 }
        """,
      insert: "INSERT INTO a VALUES (1, NULL, NULL), (2, 'x', NULL), (3, 'y', 7)",
      select: "SELECT city, geo_no, geo_lat FROM home ORDER BY id", rows: [["x", nil, nil], ["y", "3", "7"]]),
    RowCase(
      title: "a struct with a struct that becomes optional becomes a model",
      old: """
        model A { id: Int64 @primaryKey\n home: Home? }
        struct Home { city: String\n geo: Geo }\nstruct Geo { lat: Int64 }
        """,
      new: """
        model A { id: Int64 @primaryKey\n home: Home? }
        model Home { id: Int64 = autoincrement() @primaryKey\n city: String\n geo: Geo? }
        struct Geo { no: Int64 @backfill(3)\n lat: Int64 }
        """,
      insert: "INSERT INTO a VALUES (1, NULL, NULL), (3, 'y', 7)",
      select: "SELECT city, geo_no, geo_lat FROM home ORDER BY id", rows: [["y", "3", "7"]]),
    RowCase(
      title: "a model with an optional struct becomes a struct",
      old: """
        model A { id: Int64 @primaryKey\n home: Home? @onDelete(nullify) }
        model Home { id: Int64 = autoincrement() @primaryKey\n city: String\n geo: Geo? }\nstruct Geo { lat: Int64 }
        """,
      new: """
        model A { id: Int64 @primaryKey\n home: Home? @allow(may-stop, "no two share one") }
        struct Home { city: String\n geo: Geo? }\nstruct Geo { no: Int64 @backfill(3)\n lat: Int64 }
        """,
      insert: "INSERT INTO home (city, geo_lat) VALUES ('x', NULL), ('y', 7); INSERT INTO a VALUES (1, NULL), (2, 1), (3, 2)",
      select: "SELECT id, home_city, home_geo_no, home_geo_lat FROM a ORDER BY id",
      rows: [["1", nil, nil, nil], ["2", "x", nil, nil], ["3", "y", "3", "7"]]),
    RowCase(
      title: "an optional struct moves to another model",
      old: """
        model A { id: Int64 @primaryKey }
        model B { id: Int64 @primaryKey\n a: A @unique\n geo: Geo? }\nstruct Geo { lat: Int64 }
        """,
      new: """
        model A { id: Int64 @primaryKey\n geo: Geo? @renamed(from: "B.geo") }
        model B { id: Int64 @primaryKey\n a: A @unique }\nstruct Geo { no: Int64 @backfill(3)\n lat: Int64 }
        """,
      insert: "INSERT INTO a VALUES (1), (2), (3); INSERT INTO b VALUES (5, 2, NULL), (6, 3, 7)",
      select: "SELECT id, geo_no, geo_lat FROM a ORDER BY id", rows: [["1", nil, nil], ["2", nil, nil], ["3", "3", "7"]]),
    RowCase(
      title: "an optional struct moves to another model, and rows without one get a new one",
      old: """
        model A { id: Int64 @primaryKey }
        model B { id: Int64 @primaryKey\n a: A @unique\n geo: Geo? }\nstruct Geo { lat: Int64 }
        """,
      new: """
        model A { id: Int64 @primaryKey\n geo: Geo? @renamed(from: "B.geo") }
        model B { id: Int64 @primaryKey\n a: A @unique }
        struct Geo { no: Int64 @backfill(3)\n lat: Int64 @backfill(9) }
        """,
      insert: "INSERT INTO a VALUES (1), (2), (3); INSERT INTO b VALUES (5, 2, NULL), (6, 3, 7)",
      select: "SELECT id, geo_no, geo_lat FROM a ORDER BY id", rows: [["1", "3", "9"], ["2", nil, nil], ["3", "3", "7"]]),
  ]

  @Test(arguments: members + structs + moved) func valuesStay(_ item: RowCase) throws { try item.check() }

  @Test(arguments: members + structs + moved) func checkAgrees(_ item: RowCase) async throws {
    #expect(try await Versions(item.old, item.new).firstDifference(rows: 40) == nil)
  }

  #if PostgreSQL
  @Test(.enabled(if: ServerDatabase.isThere), arguments: members + structs + moved)
  func valuesStayOnServers(_ item: RowCase) throws { try item.checkOnServer() }

  @Test(.enabled(if: ServerDatabase.isThere), arguments: members + structs + moved)
  func checkAgreesOnServers(_ item: RowCase) async throws {
    let database = try ServerDatabase()
    let versions = try Versions(item.old, item.new, in: "postgresql")
    let found = try await versions.firstDifference(rows: 20, server: database.url)
    #expect(found == nil, "\(found ?? "")")
    withExtendedLifetime(database) {}
  }
  #endif

  /// What nothing says about an optional struct that moves is an error.
  @Test func whatMovesIsWhole() {
    func errors(_ old: String, _ new: String) -> [String] {
      let step = Step(old + "struct Geo { lat: Int64 }", new + "struct Geo { no: Int64\n lat: Int64 }")
      return [step.errors].filter { $0 != "" } + step.evolution.diagnostics.map(\.kind.id)
    }
    let a = "model A { id: Int64 @primaryKey\n "
    let home = " city: String\n geo: Geo? }\n"
    let key = "id: Int64 = autoincrement() @primaryKey\n"
    let found = [
      errors("\(a)home: Home? }\nstruct Home {\(home)", "\(a)home: Home? }\nmodel Home { \(key)\(home)"),
      errors(
        "\(a)home: Home? @onDelete(nullify) }\nmodel Home { \(key)\(home)",
        "\(a)home: Home? @allow(may-stop, \"no two\") }\nstruct Home {\(home)"),
      errors(
        "\(a)n: Int64 }\nmodel B { \(key)a: A @unique\n geo: Geo? }\n",
        "\(a)n: Int64\n geo: Geo? @renamed(from: \"B.geo\") }\nmodel B { \(key)a: A @unique }\n"),
    ]
    #expect(found.allSatisfy { $0 == ["needs-backfill"] }, "\(found)")
  }

  /// What nothing says about the rows that have the struct is an error.
  @Test(arguments: [
    ("city: String", "city: String\n zip: String", ["needs-backfill"]),
    ("city: String", "city: String\n zip: String?", []),
    ("city: String", "city: String\n zip: String = \"\"", []),
    ("city: String\n zip: String?", "city: String\n zip: String", ["needs-backfill"]),
    ("city: String\n zip: String?", "city: String\n zip: String = \"\"", ["needs-backfill"]),
    ("city: String", "zip: String", ["unexplained-removal", "needs-backfill"]),
    ("city: String", "zip: String?\n n: Int64\n reserved city", ["needs-backfill"]),
    ("city: String", "town: String? @renamed(from: \"city\")\n n: Int64 @backfill(1)", []),
    ("city: String\n geo: Geo?", "city: String\n geo: Geo", ["needs-backfill"]),
    ("city: String\n geo: Geo", "city: String\n geo: String?", ["unknown-conversion"]),
    ("city: String\n geo: String?", "city: String\n geo: Geo?", ["needs-backfill", "unknown-conversion"]),
    ("city: String", "city: String\n geo: Geo", ["needs-backfill"]),
    ("city: String", "city: String\n geo: Geo?", []),
    ("city: String", "city: String\n zip: String @backfill(none)", ["may-stop"]),
    (
      "city: String?\n no: Int64", "city: String?\n no: Int64\n zip: String @backfill(sql: \"{home.city}\")",
      ["may-stop"]
    ),
    ("city: String\n no: Int64", "city: String\n no: Int64\n zip: String @backfill(sql: \"{home.city}\")", []),
  ] as [(String, String, [String])])
  func whatIsNotSaidIsAnError(_ old: String, _ new: String, _ errors: [String]) {
    func schema(_ members: String) -> String {
      "model A { id: Int64 @primaryKey\n home: Address? }\nstruct Geo { lat: Double }\nstruct Address { \(members) }"
    }
    let step = Step(schema(old), schema(new))
    #expect(step.errors == "" && step.evolution.diagnostics.map(\.kind.id) == errors, "\(step.report)")
  }
}
