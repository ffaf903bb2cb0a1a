internal import Foundation

extension Date {
  /// Parses `2026-01-31T23:59:59.123456Z` or `…+09:00`: a date and a time with seconds and a time zone, in the
  /// Gregorian calendar. `nil` if the text has another format, or a higher precision than microseconds.
  init?(iso8601 text: String) {
    var scanner = ISODateScanner(bytes: Array(text.utf8))
    guard let microseconds = scanner.microseconds() else { return nil }
    self.init(microsecondsSince1970: microseconds)
  }
}

private struct ISODateScanner {
  let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func microseconds() -> Int64? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else { return nil }
    guard take("T") || take("t") || take(" ") else { return nil }
    guard let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2) else { return nil }
    guard let fraction = fraction(), let zone = zone(), offset == bytes.count else { return nil }
    guard (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day) else { return nil }
    guard hour < 24, minute < 60, second < 60 else { return nil }
    let days = Self.daysSince1970(year: year, month: month, day: day)
    return ((days * 24 + hour) * 60 + minute - zone) * 60_000_000 + second * 1_000_000 + fraction
  }

  private mutating func take(_ character: Character) -> Bool {
    guard offset < bytes.count, bytes[offset] == character.asciiValue else { return false }
    offset += 1
    return true
  }

  private mutating func digit() -> Int64? {
    guard offset < bytes.count, (48...57).contains(bytes[offset]) else { return nil }
    offset += 1
    return Int64(bytes[offset - 1] - 48)
  }

  private mutating func number(_ count: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Parses the fraction of a second, in microseconds.
  private mutating func fraction() -> Int64? {
    guard take(".") || take(",") else { return 0 }
    guard var value = digit() else { return nil }
    var unit: Int64 = 100_000
    value *= unit
    while let digit = digit() {
      unit /= 10
      if unit == 0, digit != 0 { return nil }
      value += digit * unit
    }
    return value
  }

  /// Parses the time zone, in minutes east of Greenwich.
  private mutating func zone() -> Int64? {
    if take("Z") || take("z") { return 0 }
    let isWest = offset < bytes.count && bytes[offset] == UInt8(ascii: "-")
    guard take("+") || take("-"), let hour = number(2) else { return nil }
    _ = take(":")
    guard let minute = number(2), hour < 24, minute < 60 else { return nil }
    return (hour * 60 + minute) * (isWest ? -1 : 1)
  }

  private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Counts years from March on, so that a leap day is the last day of its year.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month > 2 ? month - 3 : month + 9
    let marchYear = month > 2 ? year : year - 1
    let leapDays = Int64.floor(marchYear, 4) - Int64.floor(marchYear, 100) + Int64.floor(marchYear, 400)
    return marchYear * 365 + leapDays + (153 * shifted + 2) / 5 + day - 1 - 719_468
  }
}

extension Int64 {
  fileprivate static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    value.flooredQuotientAndRemainder(dividingBy: divisor).quotient
  }
}
