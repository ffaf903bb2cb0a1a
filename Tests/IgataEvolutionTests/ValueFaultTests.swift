import MigrationSupport
import TestSupport
import Testing

/// Values that a version damaged.
struct ValueFaultTests {
  private static let home = "model A { id: Int64 @primaryKey\n home: Address? }\nstruct Address { city: String\n"

  /// The number of the fault, and a step from the first schema to the second.
  static let cases = [
    RowCase(
      title: "1.2: null is no element of a list, and no text of a UUID",
      old: "model A { id: Int64 @primaryKey\n a: Int64?\n b: UUID?\n c: UUID?\n d: Bool? }",
      new: """
        model A { id: Int64 @primaryKey\n a: [Int64] @backfill([])\n b: String?\n c: String @backfill("none")
          d: [Bool] @backfill([]) }
        """,
      insert: "INSERT INTO a VALUES (1, NULL, NULL, NULL, NULL)",
      select: """
        SELECT id, replace(replace(CAST(a AS text), '{', '['), '}', ']'), b, c,
          replace(replace(CAST(d AS text), '{', '['), '}', ']') FROM a
        """,
      rows: [["1", "[]", nil, "none", "[]"]]),
    RowCase(
      title: "1.3: a field is added in front of an optional struct's only one",
      old: home + "}",
      new: """
        model A { id: Int64 @primaryKey\n home: Address? }
        struct Address { zip: String @backfill("0")\n city: String }
        """,
      insert: "INSERT INTO a VALUES (1, NULL), (2, 'x')",
      select: "SELECT id, home_zip, home_city FROM a ORDER BY id", rows: [["1", nil, nil], ["2", "0", "x"]]),
    RowCase(
      title: "1.3: a field is added after it", old: home + "}", new: home + "zip: String @backfill(\"0\") }",
      insert: "INSERT INTO a VALUES (1, NULL), (2, 'x')",
      select: "SELECT id, home_zip, home_city FROM a ORDER BY id", rows: [["1", nil, nil], ["2", "0", "x"]]),
    RowCase(
      title: "1.3: a field with a default is added", old: home + "}",
      new: home + "zip: String = \"0\"\n n: Int64? @backfill(5) }",
      insert: "INSERT INTO a VALUES (1, NULL), (2, 'x')",
      select: "SELECT id, home_zip, home_n FROM a ORDER BY id", rows: [["1", nil, nil], ["2", "0", "5"]]),
    RowCase(
      title: "1.3: an optional struct is added, with a default inside", old: "model A { id: Int64 @primaryKey }",
      new: home + "zip: String = \"0\" }", insert: "INSERT INTO a VALUES (1)",
      select: "SELECT * FROM a", rows: [["1", nil, nil]]),
    RowCase(
      title: "1.5: the nearest bound of a scale",
      old: "model A { id: Int64 @primaryKey\n a: Currency\n b: Currency? }",
      new: """
        type F = Fixed(scale: 10_000)
        model A { id: Int64 @primaryKey\n a: F @backfill(clamped)\n b: F? @backfill(clamped) }
        """,
      insert: "INSERT INTO a VALUES (1, 9223372036854775807, -9223372036854775807), (2, 5, NULL)",
      select: "SELECT * FROM a ORDER BY id",
      rows: [["1", "9223372036854775807", "-9223372036854775808"], ["2", "50", nil]]),
  ]

  @Test(arguments: cases) func valuesStay(_ item: RowCase) throws { try item.check() }

  @Test(arguments: cases) func checkAgrees(_ item: RowCase) async throws {
    #expect(try await Versions(item.old, item.new).firstDifference(rows: 40) == nil)
  }

  /// Every conversion, with nulls, as the store reads the rows afterward.
  private static let conversions = [
    ("Int64", ["[Int64]", "String", "Int16", "Double", "Decimal", "Decimal(8, 2)", "F"]),
    ("F", ["Int64", "Decimal", "Decimal(20, 4)", "Double", "G"]), ("Bool", ["Int16", "[Bool]"]),
    ("String", ["Int64", "Decimal", "F", "UUID", "Date", "URL", "E", "Double", "[String]"]), ("E", ["String", "[E]"]),
    ("UUID", ["String", "[UUID]"]), ("URL", ["String", "[URL]"]), ("Double", ["Decimal", "F", "Int64", "[Double]"]),
    ("Decimal", ["F", "Int64", "Double", "Decimal(6, 1)"]), ("[Int64]", ["Int64"]), ("[UUID]", ["UUID"]),
    ("[Double]", ["Double"]), ("[Bool]", ["Bool"]), ("Date", ["[Date]"]), ("[Date]", ["Date"]),
  ]

  private static var texts: (String, String) {
    let types = "enum E: String { case a, b }\ntype F = Fixed(scale: 10_000)\ntype G = Fixed(scale: 100)\n"
    var (old, new) = (types + "model A { id: Int64 @primaryKey\n", types + "model A { id: Int64 @primaryKey\n")
    for (number, (before, afters)) in conversions.enumerated() {
      for (index, after) in afters.enumerated() {
        old += "f\(number)x\(index): \(before)\(before.hasPrefix("[") ? "" : "?")\n"
        new += "f\(number)x\(index): \(after)\(after.hasPrefix("[") ? " @backfill([])" : "? @backfill(nil)")\n"
      }
    }
    return (old + "}", new + "}")
  }

  @Test func nullStaysInEveryConversion() async throws {
    let (old, new) = Self.texts
    #expect(try await Versions(old, new).firstDifference(rows: 60) == nil)
  }

  /// What always fits can't stop: a version without `@allow` or a backfill.
  @Test func exactDecimalsFit() {
    let types = "type F = Fixed(scale: 10_000)\n"
    for (old, new, isFitting) in [
      ("F", "Decimal(20, 4)", true), ("F", "Decimal(19, 4)", true), ("F", "Decimal(18, 4)", false),
      ("F", "Decimal(20, 3)", false), ("Int16", "Decimal(5, 0)", true), ("Int64", "Decimal(19, 2)", false),
    ] {
      let text = { (type: String) in "\(types)model A { id: Int64 @primaryKey\n a: \(type) }" }
      #expect(Step(text(old), text(new)).evolution.isValid == isFitting, "\(old) \(new)")
    }
  }

  @Test func goneCaseInListsCanStop() {
    let old = "enum E: String { case a, b }\nmodel A { id: Int64 @primaryKey\n l: [E] }"
    let new = "enum E: String @backfill(.a) { case a\n reserved b }\nmodel A { id: Int64 @primaryKey\n l: [E] }"
    #expect(Step(old, new).evolution.diagnostics.map(\.kind.id) == ["may-stop"])
  }

  #if PostgreSQL
  @Test(.enabled(if: ServerDatabase.isThere), arguments: cases) func valuesStayOnServers(_ item: RowCase) throws {
    try item.checkOnServer()
  }

  @Test(.enabled(if: ServerDatabase.isThere)) func nullStaysInEveryConversionOnServers() async throws {
    let (old, new) = Self.texts
    let database = try ServerDatabase()
    let versions = try Versions(old, new, in: "postgresql")
    let found = try await versions.firstDifference(rows: 60, server: database.url)
    #expect(found == nil, "\(found ?? "")")
    withExtendedLifetime(database) {}
  }
  #endif
}
