import Foundation
@testable import IgataRuntime
import RuntimeModels
import TestSupport
import Testing

struct ValuesFixedPointTests {
  @Test func textsAreReadAndWrittenExactly() {
    let table: [(text: String, saved: Int64?, canonical: String)] = [
      ("0", 0, "0"), ("-0", 0, "0"), ("1", 1000, "1"), ("1000", 1_000_000, "1000"), ("-1.1", -1100, "-1.1"),
      ("0.001", 1, "0.001"), ("-0.010", -10, "-0.01"), ("1.2340000", 1234, "1.234"), ("0.0001", nil, ""),
      ("9223372036854775.807", .max, "9223372036854775.807"), ("9223372036854775.808", nil, ""),
      ("-9223372036854775.808", .min, "-9223372036854775.808"), ("-9223372036854775.809", nil, ""),
      ("", nil, ""), ("-", nil, ""), (".5", nil, ""), ("5.", nil, ""), ("1e3", nil, ""), ("+1", nil, ""),
      (" 1", nil, ""), ("1,000", nil, ""), ("１", nil, ""), ("0x10", nil, ""), ("nan", nil, ""), ("00", nil, ""),
      (String(repeating: "9", count: 100_000), nil, ""),
    ]
    for (text, saved, canonical) in table {
      let value = Currency(text)
      #expect(value?.storedInteger == saved, "\(text.prefix(40))")
      if let value {
        #expect(value.text == canonical)
        #expect("\(value)" == canonical)
        #expect(value.decimal == Decimal(string: text))
      }
    }
  }

  @Test func roundingKeepsItsRule() throws {
    let rules: [RoundingRule] = [.toNearestOrEven, .toNearestOrAwayFromZero, .up, .down, .towardZero, .awayFromZero]
    let table: [(text: String, saved: [Int64])] = [
      ("0.0005", [0, 1, 1, 0, 0, 1]), ("-0.0005", [0, -1, 0, -1, 0, -1]), ("0.0015", [2, 2, 2, 1, 1, 2]),
      ("0.00050001", [1, 1, 1, 0, 0, 1]), ("0.00049", [0, 0, 1, 0, 0, 1]),
      ("-2.3456", [-2346, -2346, -2345, -2346, -2345, -2346]),
      ("1.000", [1000, 1000, 1000, 1000, 1000, 1000]), ("0.00000000000000000000001", [0, 0, 1, 0, 0, 1]),
    ]
    for (text, saved) in table {
      for (rule, expected) in zip(rules, saved) {
        #expect(try Currency(text: text, rounding: rule).storedInteger == expected, "\(text) \(rule)")
      }
      let isExact = text == "1.000"
      #expect(((try? Currency(text: text, rounding: .exact)) != nil) == isExact, "\(text)")
    }
  }

  /// A literal is exact, or it is refused; `Decimal(string:)` knows what was written.
  @Test func literalsWithADecimalPointAreExact() async throws {
    let written: [Currency] = [3.50, -3.50, 0.001, -0.001, 19.99, 1_234.5, 999_999_999_999.999, 0.0, 1.10, 4.35]
    let texts = ["3.5", "-3.5", "0.001", "-0.001", "19.99", "1234.5", "999999999999.999", "0", "1.1", "4.35"]
    #expect(written.map(\.text) == texts)
    #expect(([0.1234, -0.0001] as [Rate]).map(\.storedInteger) == [1234, -1])
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      let units = Int64.random(in: -999_999_999_999_999...999_999_999_999_999, using: &random)
        >> Int64.random(in: 0...48, using: &random)
      let literal = try #require(Double(Currency(storedInteger: units).text))
      expectEqual(Currency.storedInteger(ofLiteral: literal), units)
    }
    for refused in [3.5055, 0.0001, 1e15, 1_234_567_890_123.456, .infinity, -.infinity, .nan, 1e-300] {
      #expect(Currency.storedInteger(ofLiteral: refused) == nil, "\(refused)")
    }
    await #expect(processExitsWith: .failure) { _ = [3.5055] as [Currency] }
  }

  @Test func doublesAreRoundedAsTheyAreShown() throws {
    #expect(try Currency(0.1 + 0.2, rounding: .toNearestOrEven).text == "0.3")
    #expect(throws: FixedPointError.inexact) { try Currency(0.1 + 0.2, rounding: .exact) }
    #expect(try Currency(1.005, rounding: .exact).text == "1.005")
    #expect(throws: FixedPointError.malformed("nan")) { try Currency(Double.nan, rounding: .up) }
    #expect(throws: FixedPointError.overflow) { try Currency(1e300, rounding: .up) }
    let price: Currency = 100
    #expect(try price.multiplied(by: 0.19, rounding: .exact) == 19)
    #expect(try price.divided(by: 0.8, rounding: .exact) == 125)
    #expect(throws: FixedPointError.malformed("inf")) { try price.multiplied(by: .infinity, rounding: .up) }
    #expect(try (2.499 as Currency).rounded(.toNearestOrAwayFromZero) == 2)
    #expect(try (2.5 as Currency).rounded(.toNearestOrAwayFromZero) == 3)
  }

  /// What Foundation writes for a locale is read again.
  @Test(arguments: ["en_US", "de_DE", "fr_CH", "hi_IN", "ja_JP"]) func localesAreReadAndWritten(name: String) throws {
    let locale = Locale(identifier: name)
    for price in [1234.5, -0.05, 0, 999_999.99, 12] as [Currency] {
      let plain = Decimal.FormatStyle.number.locale(locale)
      let money = Decimal.FormatStyle.Currency.currency(code: "EUR").locale(locale)
      #expect(price.formatted(plain) == price.decimal.formatted(plain))
      #expect(price.formatted(money) == price.decimal.formatted(money))
      #expect(try Currency(price.formatted(plain), format: plain) == price)
      #expect(try Currency(price.formatted(money), format: money) == price)
    }
    #expect(throws: (any Error).self) { try Currency("three", format: .number.locale(locale)) }
  }

  @Test func aUsersInputIsNotRounded() throws {
    let german = Locale(identifier: "de_DE")
    #expect(try Currency("1.234,50", format: .number.locale(german)) == 1234.50)
    #expect(try Currency("1.234,50 €", format: .currency(code: "EUR").locale(german)) == 1234.50)
    #expect(throws: FixedPointError.inexact) { try Currency("0,1234", format: .number.locale(german)) }
    #expect(
      try Currency("0,1235", format: .number.locale(german), rounding: .toNearestOrEven).storedInteger == 124)
    #expect((1234.5 as Currency).formatted(.currency(code: "EUR").locale(german)) == "1.234,50\u{A0}€")
  }

  /// Foundation reads all of them, as the number in the comment.
  @Test(arguments: [
    "1,5",  // 1
    "1,23",  // 123
    "12,34",  // 1234
    "1,234,5",  // 1234
    "1.5.7",  // 1.5
    "1.5M",  // 1.5
    "1.5 abc",  // 1.5
    "1,,5",  // 1
    "5-",  // 5
    "1E3",  // 1000
    "1\u{66B}5",  // 1
  ]) func inputThatAFormatReadsInPartIsRefused(text: String) throws {
    let style = Decimal.FormatStyle.number.locale(Locale(identifier: "en_US"))
    #expect(throws: FixedPointError.malformed(text)) { try Currency(text, format: style) }
  }

  @Test func inputIsReadAsItIsTyped() throws {
    func read(_ text: String, _ locale: String) throws -> Currency {
      try Currency(text, format: .number.locale(Locale(identifier: locale)))
    }
    for text in ["1234.5", "1,234.5", "+1234.5", " 1234.5 ", "1234.500", "01,234.5"] {
      #expect(try read(text, "en_US") == 1234.5)
    }
    #expect(try read("-.5", "en_US") == -0.5)
    #expect(try read("1.", "en_US") == 1)
    #expect(try read("12,34,567.5", "en_IN") == 1_234_567.5)
    #expect(try read("1\u{66C}234\u{66B}5", "ar_EG") == 1234.5)
    #expect(try read("\u{FF11}\u{FF12}", "ja_JP") == 12)
    let german = Locale(identifier: "de_DE")
    let euro = Decimal.FormatStyle.Currency(code: "EUR", locale: german)
    for text in ["5 €", "5€", "5 EUR", "5,00"] { #expect(try Currency(text, format: euro) == 5) }
    for text in ["5 USD", "5 $", "5- €", "1.5 €"] {
      #expect(throws: FixedPointError.malformed(text)) { try Currency(text, format: euro) }
    }
    let percent = Decimal.FormatStyle.Percent(locale: Locale(identifier: "en_US"))
    #expect(try Currency("12.5%", format: percent) == 0.125)
    #expect(try Currency("12.5", format: percent) == 0.125)
  }

  @Test func amountsAreSplitIntoCents() throws {
    let bill: Currency = 1019.35
    #expect(try bill.split(into: 3, toPlaces: 2) == [339.79, 339.78, 339.78])
    #expect(try (-bill).split(into: 3, toPlaces: 2) == [-339.79, -339.78, -339.78])
    #expect(try (120 as Currency).split(into: 8, toPlaces: -1) == [20, 20, 20, 20, 10, 10, 10, 10])
    #expect(try (1.5 as Currency).split(into: 2, toPlaces: 9) == [0.75, 0.75])
    #expect(try (0 as Currency).split(into: 2, toPlaces: -100) == [0, 0])
    #expect(try Currency.min.split(into: 1, toPlaces: 3) == [.min])
    #expect(throws: FixedPointError.inexact) { try (0.125 as Currency).split(into: 2, toPlaces: 2) }
    #expect(throws: FixedPointError.noParts) { try bill.split(into: -1, toPlaces: 2) }
  }

  @Test func literalsAndUnits() throws {
    let five: Currency = 5
    let minus: Currency = -5
    #expect(five.storedInteger == 5000 && minus.storedInteger == -5000)
    #expect(try Currency(UInt8(0)) == .zero && Currency(Int(7)).storedInteger == 7000)
    #expect(throws: FixedPointError.overflow) { try Currency(Int64.max) }
    #expect(throws: FixedPointError.overflow) { try Rate(Int.min) }
    let rate: Rate = 2_147_483_647
    #expect(rate.text == "2147483647")
    #expect(Currency.fractionDigits == 3 && Rate.fractionDigits == 4)
  }

  @Test func overflowIsReportedAndNeverTraps() {
    let one = Currency(storedInteger: 1)
    #expect(throws: FixedPointError.overflow) { try Currency.max + one }
    #expect(throws: FixedPointError.overflow) { try Currency.min - one }
    #expect(throws: FixedPointError.overflow) { try -Currency.min }
    #expect(throws: FixedPointError.overflow) { try Currency.min.magnitude }
    #expect(throws: FixedPointError.overflow) { try Currency.min * -1 }
    #expect(throws: FixedPointError.overflow) { try Currency.max * UInt64.max }
    #expect(throws: FixedPointError.overflow) { try Currency.min.quotientAndRemainder(dividingBy: -1) }
    #expect(throws: FixedPointError.divisionByZero) { try one.quotientAndRemainder(dividingBy: 0) }
    #expect(throws: FixedPointError.divisionByZero) { try one.divided(by: 0 as Decimal, rounding: .up) }
    #expect(throws: FixedPointError.divisionByZero) { try one.divided(by: 0, rounding: .up) }
    #expect(throws: FixedPointError.divisionByZero) {
      try one.multiplied(by: 1, dividedBy: 0, rounding: .up)
    }
    #expect(throws: FixedPointError.noParts) { try one.split(into: 0) }
    #expect(Currency.max.addingReportingOverflow(one).overflow)
    #expect(Currency.min.subtractingReportingOverflow(one).partialValue == .max)
    #expect(throws: FixedPointError.overflow) { try Currency.sum(of: [.max, .max]) }
    #expect((try? Currency.sum(of: [.max, .max, .min, .min])) == Currency(storedInteger: -2))
    #expect(throws: FixedPointError.overflow) {
      try Currency.max.divided(by: Decimal.leastNonzeroMagnitude, rounding: .up)
    }
    #expect((try? one.divided(by: Decimal.greatestFiniteMagnitude, rounding: .down)) == .zero)
  }

  /// `Decimal` has 38 digits, which is sufficient for everything here: it is the reference.
  @Test(arguments: [1, 2, 3] as [UInt64]) func arithmeticAgreesWithDecimal(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let shift = Int64.random(in: 0...62, using: &random)
      let left = Currency(storedInteger: Int64.random(in: .min ... .max, using: &random) >> shift)
      let right = Currency(storedInteger: Int64.random(in: .min ... .max, using: &random) >> shift)
      check(try? left + right, left.decimal + right.decimal)
      check(try? left - right, left.decimal - right.decimal)
      check(try? left * right.storedInteger, left.decimal * Decimal(right.storedInteger))
      check(try? -left, -left.decimal)
      expectEqual(left < right, left.decimal < right.decimal)
      expectEqual([try Currency(text: left.text), try Currency(left.decimal)], [left, left])
      for rule in [RoundingRule.toNearestOrEven, .toNearestOrAwayFromZero, .up, .down] {
        let factor = Decimal(Int64.random(in: -999_999...999_999, using: &random)) / 10_000
        let product = left.decimal * factor
        check(try? left.multiplied(by: factor, rounding: rule), rounded(product, rule), rule)
        check(try? Currency(product, rounding: rule), rounded(product, rule), rule)
        if right.storedInteger != 0, left.storedInteger.magnitude < 1_000_000_000_000 {
          // With a quotient of 38 digits, only a tie could be rounded incorrectly; checked by multiplying back.
          let quotient = try left.divided(by: right.decimal, rounding: .towardZero)
          let back = quotient.decimal.magnitude * right.decimal.magnitude
          let next = (quotient.decimal.magnitude + Decimal(1) / 1000) * right.decimal.magnitude
          expectEqual(back <= left.decimal.magnitude && left.decimal.magnitude < next, true, "\(left) / \(right)")
        }
      }
    }
  }

  @Test func divisionAgreesInAllItsForms() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<300 {
      let shift = Int64.random(in: 0...60, using: &random)
      let value = Currency(storedInteger: Int64.random(in: .min ... .max, using: &random) >> shift)
      let divisor = Int64.random(in: -300...300, using: &random)
      guard divisor != 0 else { continue }
      for rule in RoundingRule.allCases {
        let whole = try? value.divided(by: divisor, rounding: rule)
        expectEqual(whole, try? value.divided(by: Decimal(divisor), rounding: rule))
        expectEqual(whole, try? value.multiplied(by: 1, dividedBy: divisor, rounding: rule))
        let thousandth = Decimal(sign: .plus, exponent: -3, significand: Decimal(divisor))
        expectEqual(
          try? value.multiplied(by: 1000, dividedBy: divisor, rounding: rule),
          try? value.divided(by: thousandth, rounding: rule))
      }
      let (quotient, rest) = try value.quotientAndRemainder(dividingBy: divisor)
      expectEqual(try quotient * divisor + rest, value)
      let parts = try value.split(into: Int(divisor.magnitude))
      expectEqual(parts.count, Int(divisor.magnitude))
      expectEqual(try Currency.sum(of: parts), value)
      let magnitudes = parts.map(\.storedInteger.magnitude)
      expectEqual((magnitudes.first ?? 0) - (magnitudes.last ?? 0) <= 1, true, "\(value) in \(divisor)")
      expectEqual(zip(magnitudes, magnitudes.dropFirst()).allSatisfy { $0 >= $1 }, true)
    }
  }

  @Test func decimalPlacesAreRounded() throws {
    #expect(try Currency(text: "1.555").rounded(toPlaces: 2, .toNearestOrEven).text == "1.56")
    #expect(try Currency(text: "-1.555").rounded(toPlaces: 0, .down).text == "-2")
    #expect(try Currency(text: "1555").rounded(toPlaces: -2, .towardZero).text == "1500")
    #expect(try Currency(text: "1.5").rounded(toPlaces: 9, .up).text == "1.5")
    #expect(throws: FixedPointError.overflow) { try Currency.max.rounded(toPlaces: 0, .up) }
    #expect(throws: FixedPointError.inexact) { try Currency(text: "0.1").rounded(toPlaces: 0, .exact) }
  }

  @Test func amountsAreWrittenForPeople() {
    let table: [(text: String, code: String, locale: String, expected: String)] = [
      ("1234.5", "USD", "en_US", "$1,234.50"), ("-1000", "JPY", "ja_JP", "-¥1,000"), ("1000", "JPY", "en_US", "¥1,000"),
      ("0.5", "JPY", "en_US", "¥0.5"), ("1.234", "USD", "en_US", "$1.234"), ("1.5", "BHD", "en_US", "BHD 1.500"),
      ("9223372036854775.807", "USD", "en_US", "$9,223,372,036,854,775.807"),
    ]
    for (text, code, locale, expected) in table {
      let written = Currency(text)?.formatted(currencyCode: code, locale: Locale(identifier: locale))
      let plain = written?.replacing("\u{A0}", with: " ").replacing("￥", with: "¥")
      #expect(plain == expected, "\(text) \(code)")
    }
  }

  @Test func codableIsExactText() throws {
    let values: [Currency] = [.max, .min, .zero, Currency(storedInteger: -1100)]
    let data = try JSONEncoder().encode(values)
    #expect(String(decoding: data, as: UTF8.self).contains("\"-9223372036854775.808\",\"0\",\"-1.1\""))
    #expect(try JSONDecoder().decode([Currency].self, from: data) == values)
    #expect(try JSONDecoder().decode([Currency].self, from: Data("[5,-3]".utf8)) == [5, -3])
    let numbers = try JSONDecoder().decode([Currency].self, from: Data("[1.10,-0.001,1e2,123456789012345.678]".utf8))
    #expect(numbers.map(\.storedInteger) == [1100, -1, 100_000, 123_456_789_012_345_678])
    for wrong in ["[1.5555]", "[0.30000000000000004]", "[1e999]", "[true]", "[null]", "[\"1.2345\"]", "[\"x\"]", "[9223372036854775807]", "[{}]"] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode([Currency].self, from: Data(wrong.utf8)) }
    }
  }

  private func check(_ value: Currency?, _ decimal: Decimal, _ rule: RoundingRule? = nil) {
    let fits = decimal >= Currency.min.decimal && decimal <= Currency.max.decimal
    expectEqual(value?.decimal, fits ? decimal : nil, "\(decimal) \(String(describing: rule))")
  }

  private func rounded(_ value: Decimal, _ rule: RoundingRule) -> Decimal {
    // Apart from ties, which are recognized by their digits, the modes correspond to those of `NSDecimalRound`.
    let modes: [RoundingRule: NSDecimalNumber.RoundingMode] = [
      .toNearestOrEven: .bankers, .toNearestOrAwayFromZero: .plain, .up: .up, .down: .down,
    ]
    var value = value
    var result = Decimal()
    NSDecimalRound(&result, &value, 3, modes[rule] ?? .plain)
    return result
  }
}
