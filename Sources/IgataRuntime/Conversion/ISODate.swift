package import Foundation
package import IgataTables

extension Date {
  /// Parses `2026-01-31T23:59:59.123456Z` or `…+09:00`: a date and a time with seconds and a time zone, in the
  /// Gregorian calendar. `nil` if the text has another format, or a higher precision than microseconds.
  package init?(iso8601 text: String) {
    var scanner = ISODateScanner(bytes: Array(text.utf8))
    guard let microseconds = scanner.microseconds() else { return nil }
    self.init(microsecondsSince1970: microseconds)
  }
}

extension Date {
  /// The nearest multiple of a unit, both in microseconds.
  package static func rounded(microsecondsSince1970 microseconds: Int64, to unit: Int64) -> Int64 {
    let rest = microseconds.flooredQuotientAndRemainder(dividingBy: unit).remainder
    let lower = microseconds.subtractingReportingOverflow(rest).partialValue
    return rest * 2 < unit ? lower : lower.addingReportingOverflow(unit).partialValue
  }

  /// Microseconds as a `Date` has them, which far from today is less exact than they are.
  package static func kept(microsecondsSince1970 microseconds: Int64) -> Int64 {
    Date(microsecondsSince1970: microseconds).microsecondsSince1970 ?? microseconds
  }
}

/// The text of a date as databases keep it.
package enum StoredDateText {
  /// The microseconds since 1970 of `2024-05-27 11:12:13`, with any number of digits after the seconds, of which those
  /// beyond microseconds are dropped. `nil` if the text has another form.
  package static func microseconds(_ text: [UInt8], _ form: StoredForm.DateText) -> Int64? {
    var scanner = ISODateScanner(bytes: text)
    return scanner.microseconds(stored: form)
  }

  /// The text of a date, rounded to the digits that are written; `nil` for a year that doesn't have four digits.
  package static func text(microsecondsSince1970 microseconds: Int64, _ form: StoredForm.DateText) -> String? {
    let microseconds = form.unit.map { Date.rounded(microsecondsSince1970: microseconds, to: $0) } ?? microseconds
    guard (-62_135_596_800_000_000..<253_402_300_800_000_000).contains(microseconds) else { return nil }
    let (seconds, rest) = microseconds.flooredQuotientAndRemainder(dividingBy: 1_000_000)
    var text = isoText(microsecondsSince1970: seconds * 1_000_000)
    text.removeLast()
    let fraction = digits(rest, 6)
    switch form {
    case .iso: return text + trimmed(fraction) + "Z"
    case .offset: return text.replacing("T", with: " ") + trimmed(fraction) + "+00:00"
    case .plain(nil): return text.replacing("T", with: " ") + trimmed(fraction)
    case .plain(0?): return text.replacing("T", with: " ")
    case .plain(let count?):
      return text.replacing("T", with: " ") + "." + (fraction + "000").prefix(count)
    }
  }

  /// A point and the digits up to the last that isn't 0.
  private static func trimmed(_ fraction: String) -> String {
    let end = fraction.lastIndex { $0 != "0" }
    return end.map { "." + fraction[...$0] } ?? ""
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

  /// Reads a date in the form of another program, whose digits beyond microseconds are dropped.
  mutating func microseconds(stored form: StoredForm.DateText) -> Int64? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else { return nil }
    guard take(form == .iso ? "T" : " ") || form == .offset && take("T") else { return nil }
    guard let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2) else { return nil }
    guard let fraction = fraction(isCut: true) else { return nil }
    let zone: Int64?
    switch form {
    case .plain: zone = 0
    case .iso: zone = take("Z") ? 0 : nil
    case .offset: zone = self.zone()
    }
    guard let zone, offset == bytes.count else { return nil }
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
  ///
  /// - Parameter isCut: Whether digits beyond microseconds are dropped, instead of being an error.
  private mutating func fraction(isCut: Bool = false) -> Int64? {
    guard take(".") || take(",") else { return 0 }
    guard var value = digit() else { return nil }
    var unit: Int64 = 100_000
    value *= unit
    while let digit = digit() {
      unit /= 10
      if unit == 0, digit != 0, !isCut { return nil }
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
