import Foundation
import IgataRuntime

/// A generator of numbers that gives the same ones for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}

/// Random rows and the values that they are made of: few, so that they meet, and hostile ones among them.
struct RandomRows {
  static let texts = [
    "", " ", "a", "A", "aa", "ab", "abc", "ABC", "it's", "%", "_", "a%b", "\\", "\"", "é", "e\u{301}", "日本",
    "日本語",
    "💰", "z\u{10FFFF}", "\u{FFFF}", "null", "1", "10", "9", "\n", "straße", "STRASSE", "k", "\u{212A}",
  ]
  static let integers: [Int64] = [0, 1, -1, 2, 5, 9, 10, 100, -100, 4_294_967_296, .max, .min, .max - 1]
  static let reals: [Double] = [
    0, 1, -1, 0.1, 0.5, 2.5, -2.5, 1e300, -1e300, .leastNonzeroMagnitude, .infinity, -.infinity, 10, 9,
  ]
  static let decimals: [Decimal] = [
    0, 1, -1, 10, 9, Decimal(sign: .plus, exponent: -1, significand: 1),
    Decimal(sign: .minus, exponent: -1, significand: 5),
    Decimal(sign: .plus, exponent: -9, significand: 123_456_789), Decimal(sign: .plus, exponent: 20, significand: 7),
    Decimal(sign: .minus, exponent: 20, significand: 7), 100, Decimal(sign: .plus, exponent: -2, significand: 995),
  ]

  var generator: SeededGenerator

  mutating func value(_ column: ColumnDescription) -> StoredValue {
    if column.isNullable, generator.chance(3) { return .null }
    return value(column.type)
  }

  mutating func value(_ type: ColumnType) -> StoredValue {
    switch type {
    case .bool: return .bool(generator.chance(2))
    case .int16, .int32: return .integer(Int64.random(in: -4...4, using: &generator))
    case .int64, .int, .fixed: return .integer(generator.pick(Self.integers))
    case .float, .double: return .real(generator.pick(Self.reals))
    case .decimal: return .decimal(generator.pick(Self.decimals))
    case .string: return .text(generator.pick(Self.texts))
    case .url: return .text(generator.pick(["https://example.com/", "https://example.com/a%20b", "mailto:a@b.c"]))
    case .data: return .data(generator.pick([Data(), Data([0]), Data([0, 255]), Data([1, 2, 3])]))
    case .date: return .date(microseconds: generator.pick([0, 1, -1, 1_700_000_000_000_000, -62_135_596_800_000_000]))
    case .uuid: return .key(UInt8.random(in: 0..<40, using: &generator))
    case .json: return .json(generator.pick([.null, 1, "a", [1, 2], ["b": 1, "a": [true, .null]], [:]]))
    case .stringEnum(let values, _): return .text(generator.pick(values))
    case .integerEnum(let values, _, _): return .integer(generator.pick(values))
    case .list(let element):
      let count = Int.random(in: 0..<3, using: &generator)
      return .list((0..<count).map { _ in value(element) })
    }
  }

  /// Rows with keys from 0 on, whose relations lead to keys below `targets`.
  mutating func rows(_ table: TableDescription, count: UInt8, targets: UInt8) -> [Row] {
    (0..<count).map { number in
      var row = table.columns.map { value($0) }
      row[0] = .key(number)
      for relation in table.relations {
        let column = relation.columns[0]
        if case .null = row[column] { continue }
        let isOwn = relation.target().table === table
        row[column] =
          isOwn && number == 0 ? .null : .key(UInt8.random(in: 0..<(isOwn ? number : targets), using: &generator))
      }
      return row
    }
  }
}
