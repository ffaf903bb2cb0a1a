import Testing

@testable import IgataSchema

struct NumberTests {
  @Test func texts() {
    let table = [
      ("0", "0"), ("-0", "0"), ("1.10", "1.1"), ("-1.10", "-1.1"), ("1000", "1000"), ("0.0001", "0.0001"),
      ("1e3", "1000"), ("1.5e-3", "0.0015"), ("12e+1", "120"), ("00.500", "0.5"), ("-0.0", "0"), ("1E2", "100"),
      ("9223372036854775807", "9223372036854775807"), ("0e999999999999999999999", "0"),
    ]
    for (literal, expected) in table { #expect(ExactNumber(literal).text == expected, "\(literal)") }
  }

  @Test func integers() {
    let table: [(String, Int, Int64?)] = [
      ("9223372036854775807", 0, .max), ("9223372036854775808", 0, nil), ("-9223372036854775808", 0, .min),
      ("-9223372036854775809", 0, nil), ("1.234", 3, 1234), ("1.2345", 3, nil), ("9223372036854775.807", 3, .max),
      ("9223372036854775.808", 3, nil), ("0", 18, 0), ("9.3", 18, nil), ("-9.223372036854775808", 18, .min),
      ("1e18", 0, 1_000_000_000_000_000_000), ("1e19", 0, nil), ("1e999999999999", 18, nil),
      ("1e-999999999999", 18, nil),
    ]
    for (literal, decimalPlaces, expected) in table {
      #expect(ExactNumber(literal).int64(decimalPlaces: decimalPlaces) == expected, "\(literal) with \(decimalPlaces)")
    }
  }

  @Test func order() {
    let ascending = [
      "-1e999999999999", "-100", "-10.1", "-10", "-9.99", "-0.001", "0", "1e-999999999999", "0.001", "0.01", "0.9", "1",
      "1.0001", "9", "10", "99.9", "100", "1e400", "1e999999999999",
    ].map(ExactNumber.init)
    for (left, first) in ascending.enumerated() {
      for (right, second) in ascending.enumerated() {
        #expect((first < second) == (left < right), "\(first) < \(second)")
      }
    }
  }
}
