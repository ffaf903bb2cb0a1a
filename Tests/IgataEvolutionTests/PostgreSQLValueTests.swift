#if PostgreSQL
import Foundation
import IgataEvolution
import MigrationSupport
import TestSupport
import Testing

/// What becomes of rows in PostgreSQL, beyond what random chains try.
@Suite(.enabled(if: ServerDatabase.isThere))
struct PostgreSQLValueTests {
  struct Conversion: CustomTestStringConvertible, Sendable {
    var old: String
    var new: String
    /// Each value with what becomes of it, as literals of SQL.
    var values: [(String, String?)]

    init(_ old: String, _ new: String, _ values: (String, String?)...) {
      (self.old, self.new, self.values) = (old, new, values)
    }

    var testDescription: String { "\(old) → \(new)" }
  }

  @Test(arguments: [
    Conversion("Bool", "Int16", ("true", "1"), ("false", "0")),
    Conversion("Int64", "Decimal", ("9223372036854775807", "9223372036854775807"), ("-5", "-5")),
    Conversion("Int64", "Decimal(5, 2) @backfill(1.5)", ("999", "999.00"), ("-1000", "1.50")),
    Conversion("Int32", "Decimal(5, 2) @backfill(clamped)", ("999", "999.00")),
    Conversion(
      "Currency", "Decimal", ("9223372036854775807", "9223372036854775.807"), ("-1500", "-1.5"), ("0", "0")),
    Conversion("Currency", "Int16 @backfill(truncated)", ("1999", "1"), ("-1999", "-1")),
    Conversion("Currency", "Int64 @backfill(4)", ("2000", "2"), ("2001", "4")),
    Conversion("Currency", "Double @backfill(sql: \"0.5\")", ("2001", "2.001")),
    Conversion(
      "Currency", "Cent @backfill(rounded)", ("15", "2"), ("25", "2"), ("-15", "-2"), ("-25", "-2"),
      ("26", "3"), ("9223372036854775807", "922337203685477581")),
    Conversion("Tenth", "Currency @backfill(0.5)", ("92233720368547758", "9223372036854775800"),
      ("92233720368547759", "500"), ("-92233720368547758", "-9223372036854775800")),
    Conversion("Tenth", "Currency @backfill(clamped)", ("92233720368547759", "9223372036854775807")),
    Conversion(
      "Decimal", "Decimal(4, 1) @backfill(rounded)", ("0.25", "0.2"), ("0.35", "0.4"), ("-0.25", "-0.2"),
      ("999.94", "999.9")),
    Conversion("Decimal", "Decimal(4, 1) @backfill(truncated)", ("0.29", "0.2"), ("-0.29", "-0.2")),
    Conversion("Decimal", "Decimal(4, 1) @backfill(7)", ("0.25", "7.0"), ("0.20", "0.2"), ("1000", "7.0")),
    Conversion(
      "Decimal", "Currency @backfill(0.007)", ("1.5", "1500"), ("1.50000", "1500"), ("1.5001", "7"),
      ("9223372036854775.808", "7"), ("1e30", "7")),
    Conversion(
      "Decimal", "Currency @backfill(clamped)", ("1.5", "1500"), ("9223372036854775.808", "9223372036854775807"),
      ("-1e20", "-9223372036854775808"), ("10000000000000000000.12345", "9223372036854775807")),
    Conversion("Decimal", "Int64 @backfill(rounded)", ("2.5", "2"), ("3.5", "4"), ("-2.5", "-2"), ("-2.51", "-3")),
    Conversion("Decimal", "String", ("1.50", "1.5"), ("100", "100"), ("-0.001", "-0.001"), ("0.0", "0")),
    Conversion("Double", "Int64 @backfill(rounded)", ("2.5", "2"), ("1e15", "1000000000000000"), ("-0.5", "0")),
    Conversion(
      "Double", "Int64 @backfill(-1)", ("2.5", "-1"), ("'Infinity'", "-1"), ("1e300", "-1"), ("-7", "-7")),
    Conversion(
      "Double", "Decimal @backfill(-1)", ("0.1", "0.1"), ("0.30000000000000004", "0.30000000000000004"),
      ("'-Infinity'", "-1"), ("1e300", "-1"), ("1e-200", "-1")),
    Conversion("Double", "Currency @backfill(truncated)", ("0.0019", "1"), ("-0.0019", "-1")),
    Conversion("Float", "Double", ("0.5", "0.5"), ("0.1", "0.10000000149011612")),
    Conversion("Double", "Float @backfill(2)", ("0.5", "0.5"), ("1e300", "2.0"), ("1e-60", "0.0"), ("'Infinity'", "2.0")),
    Conversion("UUID", "String", ("'0123abcd-0000-4000-8000-00000000000f'", "0123ABCD-0000-4000-8000-00000000000F")),
    Conversion(
      "String", "UUID @backfill(\"00000000-0000-4000-8000-000000000000\")",
      ("'0123abcd-0000-4000-8000-00000000000F'", "0123ABCD00004000800000000000000F"),
      ("'{0123abcd-0000-4000-8000-00000000000f}'", "00000000000040008000000000000000"),
      ("''", "00000000000040008000000000000000")),
    Conversion(
      "String", "Int16 @backfill(3)", ("'12'", "12"), ("'007'", "3"), ("'-0'", "3"), ("'-32768'", "-32768"),
      ("'32768'", "3"), ("''", "3"), ("E'1\\n'", "3"), ("'99999999999999999999'", "3")),
    Conversion(
      "String", "Decimal @backfill(3)", ("'1.50'", "1.5"), ("'1e3'", "1000"), ("'01'", "3"), ("'.5'", "3"), ("'NaN'", "3"),
      ("'1e999'", "3"), ("'123456789012345678901234567890123456789012'", "3")),
    Conversion("String", "Currency @backfill(3)", ("'1.5'", "1500"), ("'1.0005'", "3000"), ("'x'", "3000")),
    Conversion(
      "String", "Double @backfill(3)", ("'1.5'", "1.5"), ("'-1e-9'", "-1e-09"), ("'1e400'", "3.0"), ("'inf'", "3.0")),
    Conversion(
      "String", "URL @backfill(\"a:b\")", ("'https://x.y/z?q=%20#f'", "https://x.y/z?q=%20#f"), ("'a b'", "a:b"),
      ("''", "a:b"), ("'%2'", "a:b"), ("'ü'", "a:b")),
    Conversion(
      "String", "Date @backfill(sql: \"timestamptz '2000-01-01 00:00:00Z'\")",
      ("'2026-02-28T23:59:59.123456Z'", "2026-02-28 23:59:59.123456+00"),
      ("'2026-02-29T23:59:59Z'", "2000-01-01 00:00:00+00"), ("'2024-02-29 23:59:59+23:59'", "2024-02-29 00:00:59+00"),
      ("'2026-01-01t00:00:00,5-0130'", "2026-01-01 01:30:00.5+00"), ("'2026-01-01T00:00:00'", "2000-01-01 00:00:00+00"),
      ("'2026-13-01T00:00:00Z'", "2000-01-01 00:00:00+00"), ("'now'", "2000-01-01 00:00:00+00")),
    Conversion("Day", "String", ("'2024-05-27'", "2024-05-27"), ("'0007-01-02'", "0007-01-02"), ("'9999-12-31'", "9999-12-31")),
    Conversion("Day", "Date", ("'2024-05-27'", "2024-05-27 00:00:00+00"), ("'0001-01-01'", "0001-01-01 00:00:00+00")),
    Conversion(
      "Date", "Day @backfill(\"2000-01-01\")", ("'2024-05-27T00:00:00Z'", "2024-05-27"),
      ("'2024-05-27T00:00:00.000001Z'", "2000-01-01"), ("'2024-05-27T00:00:00+02:00'", "2000-01-01"),
      ("'infinity'", "2000-01-01"), ("'10000-01-01T00:00:00Z'", "2000-01-01"), ("'0001-01-01T00:00:00Z'", "0001-01-01")),
    Conversion(
      "String", "Day @backfill(\"2000-01-01\")", ("'2024-02-29'", "2024-02-29"), ("'2023-02-29'", "2000-01-01"),
      ("'2024-2-9'", "2000-01-01"), ("'0000-01-01'", "2000-01-01"), ("'today'", "2000-01-01"), ("''", "2000-01-01"),
      ("'2024-02-29 '", "2000-01-01"), ("E'2024-02-29\\n'", "2000-01-01"), ("'9999-12-31'", "9999-12-31")),
    Conversion("Int64", "[Int64]", ("5", "{5}")),
    Conversion("String", "[String]", ("'a,b'", "{\"a,b\"}")),
    Conversion("[Int64]", "Int64 @backfill(9)", ("'{5}'", "5"), ("'{}'", "9"), ("'{1,2}'", "9")),
    Conversion("Int32", "E @backfill(.one)", ("2", "2"), ("1", "1"), ("3", "1")),
    Conversion("String", "S @backfill(.b)", ("'x'", "x"), ("'q'", "y")),
    Conversion("S", "String", ("'x'", "x")),
    Conversion("Double", "Bool @backfill(sql: \"{value} > (SELECT avg(x) FROM a)\")", ("1", "0"), ("3", "1")),
    Conversion("Double", "UUID @backfill(\"00000000-0000-4000-8000-000000000000\")",
      ("1", "00000000000040008000000000000000")),
    Conversion("Int64", "Int64 @range(0...10) @backfill(clamped)", ("11", "10"), ("-1", "0"), ("5", "5")),
    Conversion("String", "String @length(1...3) @backfill(\"zz\")", ("''", "zz"), ("'abcd'", "zz"), ("'ab'", "ab")),
  ])
  func conversions(_ item: Conversion) throws {
    let types = """
      type Tenth = Fixed(scale: 10)
      type Cent = Fixed(scale: 100)
      enum E: Int32 { case one = 1\n case two = 2 }
      enum S: String { case a = "x"\n case b = "y" }
      model User { id: Int64 @primaryKey\n e: E\n s: S\n t: Tenth\n c: Cent }\n
      """
    let hasList = (item.old + item.new).contains("[")
    for isOptional in hasList ? [false] : [false, true] {
      let mark = isOptional ? "?" : ""
      var words = item.new.split(separator: " @", maxSplits: 1).map(String.init)
      words[0] += mark
      let step = Step(
        types + "model A { id: Int64 @primaryKey\n x: \(item.old)\(mark) }",
        types + "model A { id: Int64 @primaryKey\n x: \(words.joined(separator: " @")) }")
      #expect(step.errors == "" && step.evolution.canBePlanned, "\(step.report)")
      let engine = try PostgreSQLEngine(step.evolution.match.old)
      for (number, value) in item.values.enumerated() {
        try engine.execute("INSERT INTO a VALUES (\(number), \(value.0))")
      }
      if isOptional { try engine.execute("INSERT INTO a VALUES (100, NULL)") }
      let script = planPostgreSQL(step.evolution)
      do { try engine.run(script) } catch { Issue.record("\(error)\n\(script.text)"); continue }
      try engine.execute("SET TimeZone = 'UTC'")
      let found = try engine.execute("SELECT x FROM a ORDER BY id").map { $0[0] }
      #expect(found == item.values.map(\.1) + (isOptional ? [nil] : []), "\(script.text)")
      let fresh = try PostgreSQLEngine(step.evolution.match.new)
      #expect(try engine.structure() == fresh.structure(), "\(script.text)")
    }
  }
}
#endif
