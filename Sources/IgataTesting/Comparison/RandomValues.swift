internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// Values for columns: few different ones, so that they match each other, including extreme ones.
struct RandomValues {
  var generator: SeededGenerator

  static let texts = [
    "", " ", "a", "A", "aa", "ab", "abc", "ABC", "Abc", "it's", "%", "_", "a%b", "\\", "\"", "\u{E9}", "e\u{301}",
    "\u{C9}", "日本", "日本語", "💰", "👨‍👩‍👧", "z\u{10FFFF}", "\u{FFFF}", "\u{D7FF}", "null", "NULL", "1", "10", "9", "\n",
    "\r\n",
    "straße", "STRASSE", "k", "\u{212A}", "ı", "İ", "a\u{1}", "x@y", "bob@x.org", "?1",
    "'; --", "ab\u{301}c", "\u{FEFF}a", "\u{202E}", String(repeating: "ab", count: 40),
  ]
  static let integers: [Int64] = [
    0, 1, -1, 2, 3, 5, 9, 10, 100, -100, 127, 1000, 32767, -32768, 2_147_483_647, -2_147_483_648, 4_294_967_295,
    4_294_967_296, .max, .min, .max - 1,
  ]
  static let reals: [Double] = [
    0, -0.0, 1, -1, 0.1, 0.2, 0.3, 0.5, 2.5, -2.5, 1e300, -1e300, 1.5e308, .leastNonzeroMagnitude, .infinity,
    -.infinity, 10, 9, 9_007_199_254_740_992, 1e16, 1e-16, 3.3333333333333335,
  ]
  static let decimals: [Decimal] = [
    0, 1, -1, 10, 9, 100, Decimal(sign: .plus, exponent: -1, significand: 1),
    Decimal(sign: .minus, exponent: -1, significand: 5), Decimal(sign: .plus, exponent: -2, significand: 995),
    Decimal(sign: .plus, exponent: -9, significand: 123_456_789), Decimal(sign: .plus, exponent: 20, significand: 7),
    Decimal(sign: .minus, exponent: 20, significand: 7), Decimal(sign: .plus, exponent: -27, significand: 3),
    Decimal(sign: .plus, exponent: 100, significand: 9), Decimal(sign: .minus, exponent: -100, significand: 9),
  ]
  static let dates: [Int64] = [
    0, 1, -1, 999_999, 1_700_000_000_000_000, 1_700_000_000_000_001, -62_135_596_800_000_000, 253_402_300_799_999_999,
    // Before the year 1, and before 0; a leap day; a Sunday; the end of a month; a year of six digits.
    -62_135_596_800_000_001, -62_167_219_200_000_001, -100_000_000_123_456_789, 951_782_400_000_001,
    1_699_747_200_000_000, -2_678_400_000_001, 9_000_000_000_000_000_000,
  ]
  /// The first and the last one; leap days; the ends of months and years; days whose digits sort by length or by sign.
  static let days = [
    "0001-01-01", "9999-12-31", "0999-12-31", "1000-01-01", "2000-02-29", "1900-02-28", "1900-03-01", "1969-12-31",
    "1970-01-01", "2024-02-29", "2024-03-01", "2024-05-27", "1582-10-10",
  ].map { Day(_literal: $0) }
  static let json: [JSON] = [.null, 1, "a", [1, 2], ["b": 1, "a": [true, .null]], [:], [], false, "1"] + numbers
  private static let numbers = [
    #"{"a": {"b": 1.5, "0": "x"}, "b": [0, 9223372036854775807, 9223372036854775808], "": [[true, -3]]}"#,
    #"{"a": [1e400, -1e400, 1e-400, 0.1, 2.4703282292062327208e-324, 1e22, 100e-2], "b": {"": null, "a\"": false}}"#,
    #"[{"a": 12345678901234567890.123456789012345678901}, 1e150, 7e-130, "\u0001é", 1.7976931348623158e308]"#,
  ].compactMap { try? JSON(parsing: $0) }
  static let jsonSteps: [JSON] = ["a", "b", "", "0", "a\"", 0, 1, 2, 3, 4, 5, "a\0", 9_999_999_999]

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Returns `true` with a probability of 1 in `count`.
  mutating func chance(_ count: Int) -> Bool { below(count) == 0 }

  /// A number from 0 up to, but not including, `count`. Plain arithmetic, as most of the time is spent here.
  mutating func below(_ count: Int) -> Int { Int(truncatingIfNeeded: generator.next() >> 33) % max(count, 1) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// A value for a column, within the bounds of the schema.
  mutating func value(_ column: ColumnDescription) -> StoredValue {
    if column.isNullable, chance(3) { return .null }
    let scale = column.type.scale
    if let form = column.form { return form.kept(value(column.type), column.type) }
    for _ in 0..<12 {
      let value = self.value(column.type)
      if column.constraints.allow(value, scale: scale) { return value }
    }
    return fallback(column, scale: scale)
  }

  /// A value within narrow bounds.
  private mutating func fallback(_ column: ColumnDescription, scale: Int64) -> StoredValue {
    // Tries every value, starting at a random one, as a few random values could all be invalid.
    let start = below(201)
    let shortest = column.constraints.minimumLength ?? 0
    let lengths = min(300, max(1, (column.constraints.maximumLength ?? 1000) - shortest + 1))
    for step in 0..<201 {
      let number = Int64((start + step) % 201 - 100)
      let value: StoredValue =
        switch (column.type, column.type.storage) {
        case (.list(let element), _): .list((0..<below(20)).map { _ in self.value(element) })
        case (_, .real): .real(Double(number) / 100)
        case (_, .decimal): .decimal(Decimal(number) / 100)
        case (_, .text): .text(String(repeating: pick(["a", "é", "日"]), count: shortest + below(lengths)))
        case (_, .data): .data(Data(repeating: 7, count: below(300)))
        default: .integer(number.multipliedReportingOverflow(by: max(scale / 100, 1)).partialValue)
        }
      if column.constraints.allow(value, scale: scale) { return value }
    }
    return value(column.type)
  }

  mutating func value(_ type: ColumnType) -> StoredValue {
    switch type {
    case .scalar(let scalar): return value(scalar)
    case .stringEnum(let values, let isOpen): return .text(isOpen && chance(5) ? "?" : pick(values))
    case .integerEnum(let values, _, let isOpen): return .integer(isOpen && chance(5) ? 77 : pick(values))
    case .list(let element): return .list((0..<below(3)).map { _ in value(element) })
    }
  }

  private mutating func value(_ scalar: Scalar) -> StoredValue {
    switch scalar {
    case .float: return .real(Double(Float(pick(Self.reals))))
    case .decimal(_, let scale?):
      return .decimal(Decimal(sign: .plus, exponent: -scale, significand: pick([0, 1, 99, 1250])))
    case .url: return .text(pick(["https://example.com/", "https://example.com/a%20b", "mailto:a@b.c", "HTTP://X/"]))
    default: break
    }
    switch scalar.storage {
    case .bool: return .bool(chance(2))
    case .integer:
      guard let bounds = scalar.bounds else { return .integer(pick(Self.integers)) }
      let number = chance(4) ? pick([bounds.lowerBound, bounds.upperBound]) : Int64(below(9) - 4)
      return .integer(bounds.contains(number) ? number : -number)
    case .real: return .real(pick(Self.reals))
    case .decimal: return .decimal(pick(Self.decimals))
    case .text: return .text(pick(Self.texts))
    case .data: return .data(pick([Data(), Data([0]), Data([0, 255]), Data([1, 2, 3]), Data([255])]))
    case .date: return .date(microseconds: pick(Self.dates))
    case .day: return .day(pick(Self.days))
    case .uuid: return Self.key(UInt8(below(24)))
    case .json: return .json(pick(Self.json))
    case .list: return .list([])
    }
  }

  /// A UUID that contains a number.
  static func key(_ number: UInt8) -> StoredValue {
    .uuid(UUID(uuid: (number &* 37, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)))
  }
}

extension ColumnConstraints {
  fileprivate func allow(_ value: StoredValue, scale: Int64) -> Bool {
    var rules = self
    // Values in queries need not match a pattern; stored values do.
    rules.pattern = nil
    return rules.brokenRule(by: value, scale: scale) == nil
  }
}
