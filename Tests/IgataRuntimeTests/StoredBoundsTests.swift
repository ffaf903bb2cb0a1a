import Foundation
import IgataTables
import Testing

@_spi(Backend) @testable import IgataRuntime

/// Where the values of a form begin and end, compared with reading each of them.
@Suite struct StoredBoundsTests {
  /// A stored value as the database compares it, and the value that is read; `nil` if it isn't read.
  private struct Sample {
    var text = ""
    var number = 0.0
    var value: Int64
  }

  private static let microsecondsOfInterest: [Int64] = [
    0, 1, -1, 499_999, 500_000, 500_001, 999_999, 1_716_808_333_000_000, 1_716_808_333_123_000, 1_716_808_333_123_456,
    -62_135_596_800_000_000, -62_135_596_799_999_999, 253_402_300_799_999_999, 253_402_300_799_000_000,
    253_402_300_799_999_000, 978_307_200_000_000, 12_000_000_000_074_000, -20_000_000_000_000_003,
  ]

  private static func microseconds(_ random: inout SeededNumbers) -> Int64 {
    let start = random.pick(microsecondsOfInterest)
    let unit = random.pick([1, 10, 1000, 500_000, 1_000_000, 3_600_000_000, 86_400_000_000] as [Int64])
    let sum = start + Int64.random(in: -3...3, using: &random) * unit
    return min(max(sum, -62_135_596_800_000_000), 253_402_300_799_999_999)
  }

  /// The same date with other digits, and in another zone.
  private static func text(
    _ microseconds: Int64, _ form: StoredForm.DateText, _ random: inout SeededNumbers
  ) -> String {
    let digits = random.pick([nil, 0, 1, 3, 6, 7, 9] as [Int?])
    let separator = UInt8(ascii: form == .iso || form == .offset && random.pick([true, false]) ? "T" : " ")
    switch form {
    case .plain: return StoredDateText.text(microseconds, separator: separator, digits: digits, "")
    case .iso: return StoredDateText.text(microseconds, separator: separator, digits: digits, "Z")
    case .offset:
      let minutes = Int64.random(in: -1439...1439, using: &random)
      let local = microseconds + minutes * 60_000_000
      guard StoredDateText.range.contains(local) else {
        return StoredDateText.text(microseconds, separator: separator, digits: digits, "z")
      }
      let zone = String(
        format: "%@%02d%@%02d", minutes < 0 ? "-" : "+", Int(abs(minutes)) / 60, random.pick([":", ""]),
        Int(abs(minutes)) % 60)
      return StoredDateText.text(local, separator: separator, digits: digits, "") + zone
    }
  }

  private static func check(
    _ bounds: StoredBounds, _ sample: Sample, _ value: StoredValue, _ number: Int64, _ isLess: (StoredValue) -> Bool
  ) throws {
    let start = try #require(bounds.bound(.start, of: value))
    let end = try #require(bounds.bound(.end, of: value))
    if bounds.areExact {
      #expect(isLess(start) == (sample.value < number), "\(sample) and \(number): \(start)")
      #expect(isLess(end) == (sample.value <= number), "\(sample) and \(number): \(end)")
    } else {
      if isLess(start) { #expect(sample.value < number, "\(sample) and \(number): \(start)") }
      if !isLess(end) { #expect(sample.value > number, "\(sample) and \(number): \(end)") }
    }
  }

  @Test(arguments: [StoredForm.DateText.plain(digits: nil), .plain(digits: 3), .iso, .offset])
  func texts(_ form: StoredForm.DateText) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<20_000 {
      let text = Self.text(Self.microseconds(&random), form, &random)
      var bytes = text
      let read = try #require(
        bytes.withUTF8 { StoredDateText.microseconds(UnsafeRawBufferPointer($0), form) }, "\(seed): \(text)")
      let sample = Sample(text: text, value: Date.kept(microsecondsSince1970: read))
      let kept = Date.kept(microsecondsSince1970: Self.microseconds(&random))
      for number in [kept, sample.value] {
        try Self.check(.dateText(form), sample, .date(microseconds: number), number) {
          if case .text(let bound) = $0 { Array(text.utf8).lexicographicallyPrecedes(Array(bound.utf8)) } else { false }
        }
      }
    }
  }

  @Test(arguments: [StoredForm.DateNumber.seconds, .milliseconds, .appleSeconds], [true, false])
  func numbers(_ unit: StoredForm.DateNumber, _ isWhole: Bool) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededNumbers(seed: seed)
    let bounds: StoredBounds = isWhole ? .wholeUnits(unit) : .units(unit)
    for _ in 0..<20_000 {
      let date = Self.microseconds(&random) - unit.start
      var number = Double(date / unit.microseconds)
      if !isWhole {
        number += Double(date % unit.microseconds) / Double(unit.microseconds)
        number = random.pick([number, number.nextUp, number.nextDown, number + 4e-7])
      }
      let units = try #require(StoredNumber.units(number, per: unit.microseconds))
      let sample = Sample(number: number, value: Date.kept(microsecondsSince1970: units + unit.start))
      let kept = Date.kept(microsecondsSince1970: Self.microseconds(&random))
      for value in [kept, sample.value] {
        try Self.check(bounds, sample, .date(microseconds: value), value) { Self.isLess(number, $0) }
      }
    }
  }

  @Test(arguments: [10, 100, 1000, 1_000_000] as [Int64])
  func fixedPoint(_ scale: Int64) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<20_000 {
      let magnitude = random.pick([5, 1000, 1 << 40, 1 << 53, 1 << 62] as [Int64])
      let units = Int64.random(in: -magnitude...magnitude, using: &random)
      let number = random.pick([Double(units) / Double(scale), Double(units / scale), Double(units) / Double(scale) + 1e-12])
      guard let value = StoredNumber.decimalUnits(number, per: scale)?.units else { continue }
      let sample = Sample(number: number, value: value)
      for other in [value, units, units + 1, Int64.random(in: -5...5, using: &random), .max, .min] {
        try Self.check(.number(scale: scale), sample, .integer(other), other) { Self.isLess(number, $0) }
      }
    }
  }

  /// What is written is read, wherever a number has so many digits.
  @Test(arguments: [1, 10, 100, 1000, 1_000_000_000] as [Int64]) func writtenNumbers(_ scale: Int64) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<20_000 {
      // Up to 15 digits are those of one number alone.
      let digits = random.pick([3, 9, 14, 15])
      let limit = (0..<digits).reduce(1 as Int64) { power, _ in power * 10 }
      let units = Int64.random(in: (-limit + 1)...(limit - 1), using: &random)
      let factor = random.pick([1, 10, 1000] as [Int64])
      let (value, isOverflow) = units.multipliedReportingOverflow(by: factor)
      let number = StoredNumber.nearest(value, per: scale)
      guard !isOverflow, number.magnitude < 0x1p53 else { continue }
      let read = try #require(StoredNumber.decimalUnits(number, per: scale), "\(seed): \(value)")
      #expect(read.units == value && read.isExact, "\(seed): \(value)")
      // A text of the shortest digits is what another program writes.
      #expect(Double("\(Decimal(storedInteger: value, scale: scale))") == number, "\(seed): \(value)")
    }
  }

  @Test(arguments: [nil, 0, 2, 5]) func decimals(_ digits: Int?) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<20_000 {
      let magnitude = random.pick([5, 1000, 1 << 40, 1 << 53, 1 << 62] as [Int64])
      let units = Int64.random(in: -magnitude...magnitude, using: &random)
      let power = random.pick([1, 100, 1e5, 1e9])
      let number = random.pick([Double(units) / power, Double(units) / power + 1e-12, (Double(units) / power).nextUp])
      guard let value = StoredNumber.decimal(number, digits: digits) else { continue }
      for other in [value, value + 1, value + Decimal(sign: .plus, exponent: -20, significand: 1), 0, Decimal(units)] {
        let bounds = StoredBounds.shortest(digits: digits)
        let start = try #require(bounds.bound(.start, of: .decimal(other)))
        let end = try #require(bounds.bound(.end, of: .decimal(other)))
        if Self.isLess(number, start) { #expect(value < other, "\(seed): \(number), \(other)") }
        if !Self.isLess(number, end) { #expect(value > other, "\(seed): \(number), \(other)") }
        // An integer beside it is compared as it is.
        if Self.isLess(Double(units), start) { #expect(Decimal(Int64(Double(units))) < other, "\(seed): \(units)") }
      }
    }
  }

  private static func isLess(_ number: Double, _ bound: StoredValue) -> Bool {
    switch bound {
    case .real(let bound): number < bound
    // Exactly, as SQLite compares them.
    case .integer(let bound): Int64(exactly: number).map { $0 < bound } ?? (number < Double(bound))
    default: false
    }
  }

  /// Near today, microseconds are taken as they are, without making a `Date`.
  @Test func exactDates() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededNumbers(seed: seed)
    let exact = Date.exact
    let ends = (0..<100).flatMap { [exact.lowerBound + $0, exact.upperBound - 1 - $0] }
    for microseconds in ends + (0..<20_000).map({ _ in Int64.random(in: exact, using: &random) }) {
      #expect(Date(microsecondsSince1970: microseconds).microsecondsSince1970 == microseconds, "seed \(seed)")
    }
  }

  @Test func accepted() {
    let texts: [(String, StoredForm.DateText, Bool)] = [
      ("2024-05-27 11:12:13", .plain(digits: 3), true), ("2024-05-27 11:12:13,5", .plain(digits: 3), false),
      ("2024-05-27 11:12:13.", .plain(digits: nil), false), ("2024-05-27 11:12:13.5 ", .plain(digits: nil), false),
      ("0000-01-01 00:00:00", .plain(digits: nil), true), ("2023-02-29 00:00:00", .plain(digits: nil), false),
      ("2024-02-29 23:59:59", .plain(digits: nil), true), ("2024-05-27 24:00:00", .plain(digits: nil), false),
      ("2024-05-27T11:12:13Z", .iso, true), ("2024-05-27T11:12:13z", .iso, false), ("2024-05-27T11:12:13", .iso, false),
      ("2024-05-27T11:12:13+00:00", .iso, false), ("2024-05-27T11:12:13.5-0130", .offset, true),
      ("2024-05-27 11:12:13+1:30", .offset, false), ("2024-05-27 11:12:13+24:00", .offset, false),
      ("2024-05-27 11:12:13+", .offset, false), ("2024-05-27 11:12:13+01:3", .offset, false), ("", .plain(digits: nil), false),
    ]
    for (text, form, isRead) in texts {
      var bytes = text
      let date = bytes.withUTF8 { StoredDateText.microseconds(UnsafeRawBufferPointer($0), form) }
      #expect((date != nil) == isRead, "\(text)")
    }
  }
}

/// Random numbers that a seed repeats.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &self)] }
}
