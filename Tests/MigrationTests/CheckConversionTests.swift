import MigrationSupport
import Testing

/// `igata migrate check` where types change.
struct CheckConversionTests {
  private static let first = """
    enum Level: Int16 { case low = 1, high = 2 }
    type Small = Fixed(scale: 10)

    model Value {
      id: Int64 @primaryKey
      a: Int64
      b: Small
      c: String
      d: String
      e: String
      f: Double
      g: Decimal
      h: UUID
      i: Int32
      j: Bool
      k: [String]
      l: String
      m: Int64?
      n: String
      o: Level
      p: Int64
      q: String
      r: Decimal(6, 2)
      s: Double
      t: Decimal
      u: Small
      v: String
      da: String
      db: Date
      dc: Day
      dd: Day
      de: Day
    }
    """

  private static let second = """
    enum Level: Int16 { case low = 1, high = 2 }
    enum Word: String { case a, b = "'" }
    type Large = Fixed(scale: 1000) @backfill(clamped)

    model Value @allow(may-stop, "no row does") {
      id: Int64 @primaryKey
      a: Int64 @range(0...100) @backfill(clamped)
      b: Large
      c: Int32 @backfill(-1)
      d: UUID @backfill("00000000-0000-0000-0000-000000000000")
      e: Date? @backfill(nil)
      f: Decimal(12, 2) @backfill(rounded)
      g: Int64 @backfill(0)
      h: String
      i: Double
      j: Int16
      k: String @backfill("none")
      l: [String]
      m: Int64 @backfill(7)
      n: URL @backfill("https://example.com/")
      o: Int64
      p: Level @backfill(.low)
      q: Word @backfill(.a)
      r: Decimal(4, 1) @backfill(truncated)
      s: Float @backfill(0.1)
      t: Float @backfill(rounded)
      u: Float @backfill(rounded)
      v: Float @backfill(0.3)
      w: Float = 0.7
      x: Float? @backfill(sql: "{b} * 0.1") @allow(may-stop, "the products are small")
      y: Float @backfill(0.9)
      da: Day @backfill("2000-01-01")
      db: Day @backfill("2000-01-02")
      dc: String
      dd: Date
      de: [Day]
      df: Day = "2024-05-27"
      dg: Day @backfill("2024-02-29")
    }
    """

  @Test(arguments: 1...6) func rightScriptsPass(seed: UInt64) async throws {
    #expect(try await Versions(Self.first, Self.second).firstDifference(rows: 60, seed: seed) == nil)
  }

  /// What is replaced in the script of version 2, and the column in which it is found.
  private static let faults: [(old: String, new: String, column: String)] = [
    ("max(\"value\".\"a\", 0)", "max(\"value\".\"a\", 1)", "a"),
    (" * 100 END", " * 10 END", "b"),
    ("ELSE -1 END", "ELSE 0 END", "c"),
    ("igata_date(\"value\".\"e\") ELSE", "igata_date(\"value\".\"e\") + 1 ELSE", "e"),
    ("12, 2, 1)", "12, 2, 2)", "f"),
    ("coalesce(\"value\".\"m\", 7)", "coalesce(\"value\".\"m\", 8)", "m"),
    ("4, 1, 2)", "4, 1, 1)", "r"),
  ]

  @Test(arguments: faults.indices) func wrongScriptsAreFound(index: Int) async throws {
    let fault = Self.faults[index]
    var isEdited = false
    let versions = try Versions([Self.first, Self.second]) { number, script in
      guard number == 2 else { return script }
      isEdited = script.contains(fault.old)
      return script.replacing(fault.old, with: fault.new)
    }
    let found = try await versions.firstDifference(rows: 60)
    #expect(isEdited && found?.contains("column '\(fault.column)': found ") == true, "\(found ?? "nothing")")
  }
}
