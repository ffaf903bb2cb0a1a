package import Foundation
internal import IgataTables

extension Date {
  /// Parses `2026-01-31T23:59:59.123456Z` or `…+09:00`: a date and a time with seconds and a time zone, in the
  /// Gregorian calendar. `nil` if the text has another format, or a higher precision than microseconds.
  package init?(iso8601 text: String) {
    var scanner = ISODateScanner(bytes: Array(text.utf8))
    guard let microseconds = scanner.microseconds() else { return nil }
    self.init(microsecondsSince1970: microseconds)
  }
}

/// The instant as in `2026-01-31T23:59:59.123456Z`; without a fraction if it is a whole second.
func isoText(microsecondsSince1970 microseconds: Int64) -> String {
  let (days, time) = microseconds.flooredQuotientAndRemainder(dividingBy: 86_400_000_000)
  let (seconds, fraction) = time.quotientAndRemainder(dividingBy: 1_000_000)
  let day = GregorianDay(daysSince1970: days)
  let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(separator: ":")
  return day.text() + "T" + clock + (fraction == 0 ? "Z" : "." + digits(fraction, 6) + "Z")
}

private func digits(_ value: Int64, _ count: Int) -> String {
  let text = String(value)
  return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
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
    return microseconds(year, month, day, (hour, minute, second), fraction, zone)
  }

  private func microseconds(
    _ year: Int64, _ month: Int64, _ day: Int64, _ time: (hour: Int64, minute: Int64, second: Int64), _ fraction: Int64,
    _ zone: Int64
  ) -> Int64? {
    let date = GregorianDay(year: year, month: month, day: day)
    guard date.isInCalendar, time.hour < 24, time.minute < 60, time.second < 60 else { return nil }
    let days = date.daysSince1970
    return ((days * 24 + time.hour) * 60 + time.minute - zone) * 60_000_000 + time.second * 1_000_000 + fraction
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
}
