import Foundation
import TestSupport

/// Values that programs get wrong.
enum Pool {
  static let texts = [
    "", "a", "A", "ab", "aB", "%", "_", "é", "e\u{301}", "É", "\u{FEFF}a", "日本", "a'b\"c\\d",
    "\u{1F469}\u{200D}\u{1F680}", "z", " ", "ß", "\u{FB01}", "\u{130}", "\u{10FFFF}", "\u{FFFD}",
  ]
  static let searches = ["", "a", "A", "B", "%", "_", "e", "\u{301}", "é", "本", "'", "\\", "\u{200D}", "ß", "SS"]

  static let instants: [Int64] = [
    0, 1, -1, 999_999, -1_000_000, 86_399_999_999, 86_400_000_000, -86_400_000_000, -86_400_000_001,
    // 2024-02-29, 2000-02-29T23:59:59.999999, 1900-03-01, 1582-10-10, the years 1, 0 and -1.
    1_709_164_800_000_000, 951_868_799_999_999, -2_203_891_200_000_000, -12_219_292_800_000_000,
    -62_135_596_800_000_000, -62_135_596_800_000_001, -62_167_219_200_000_001, -62_198_755_200_000_000,
    1_767_225_600_123_456, 1_767_225_599_000_000,
  ]
  /// The last that is written with four digits of a year, and the first days of all.
  static let farInstants: [Int64] = [
    253_402_300_799_000_000, -210_866_803_200_000_000, -210_866_716_800_000_001, -210_866_112_000_000_000,
  ]

  static func date(_ microseconds: Int64) -> Date {
    let (seconds, part) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return Date(timeIntervalSinceReferenceDate: Double(seconds - 978_307_200) + Double(part) / 1_000_000)
  }

  static func id(_ random: inout SplitMix64) -> UUID {
    var bytes = UUID().uuid
    withUnsafeMutableBytes(of: &bytes) { for index in $0.indices { $0[index] = UInt8(random.below(256)) } }
    return UUID(uuid: bytes)
  }

  static let decimals = [
    "0", "1", "-1", "0.1", "-0.1", "1.5", "2.50", "12345678901234567890.123456789", "0.000000000001", "-99999.99999",
  ].compactMap { Decimal(string: $0) }
  static let farDecimals = [
    "12345678901234567890123456789012345678", "-99999999999999999999999999999999999999",
    "0.00000000000000000000000000000000000001",
  ].compactMap { Decimal(string: $0) }

  static let reals = [0, -0.0, 1, -1, 0.1, 0.2, 0.30000000000000004, 1.5, -2.25, 1e9, 123456.789]
  static let farReals: [Double] = [
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e300, 1e-300, 0x1p53,
  ]
}
