/// A day of the Gregorian calendar, which is extended to the time before it was introduced, as ISO 8601 does. The year
/// before the first one is 0.
package struct GregorianDay: Hashable, Sendable {
  package var year: Int64
  /// 1 to 12.
  package var month: Int64
  /// 1 to 31.
  package var day: Int64

  package init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  // Years are counted from March on, so that a leap day is the last day of its year.

  /// The day with a number.
  package init(daysSince1970 days: Int64) {
    let era = Self.floor(days + Self.daysTo1970, 146_097)
    let dayOfEra = days + Self.daysTo1970 - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = era * 400 + yearOfEra + (shifted < 10 ? 0 : 1)
  }

  /// The number of the day, which is 0 for 1970-01-01.
  package var daysSince1970: Int64 {
    let isBeforeMarch = month <= 2
    let marchYear = isBeforeMarch ? year &- 1 : year
    let centuries = Self.floor(marchYear, 100)
    // Shifts round towards the past.
    let leapDays = marchYear >> 2 &- centuries &+ centuries >> 2
    // Of the months from March, 3, to February, 14, each has 979/32 days on the average, and its own when rounded.
    let daysBeforeMonth = (979 &* (isBeforeMarch ? month &+ 12 : month) &- 2919) >> 5
    return marchYear &* 365 &+ leapDays &+ daysBeforeMonth &+ day &- 1 &- Self.daysTo1970
  }

  /// The days from March 1 of the year 0 to 1970-01-01.
  private static let daysTo1970: Int64 = 719_468

  /// Whether the month has the day.
  package var isInCalendar: Bool {
    (1...12).contains(month) && (1...Self.count(inMonth: month, of: year)).contains(day)
  }

  /// How many days a month has.
  package static func count(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    (value < 0 ? value - divisor + 1 : value) / divisor
  }
}

/// The text of a day from the year 1 to 9999.
extension GregorianDay {
  /// The day of `2024-05-27`; `nil` if the text has another form, or there is no such day.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
    bytes.remove(at: 7)
    bytes.remove(at: 4)
    guard let day = Self(digits: bytes) else { return nil }
    self = day
  }

  /// The day of `20240527`; `nil` if the text has another form, or there is no such day.
  package init?(compact text: String) {
    guard let day = Self(digits: Array(text.utf8)) else { return nil }
    self = day
  }

  private init?(digits: [UInt8]) {
    guard digits.count == 8, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    guard year > 0, isInCalendar else { return nil }
  }

  /// `2024-05-27`, or `20240527`.
  package func text(isCompact: Bool = false) -> String {
    let mark = isCompact ? "" : "-"
    return Self.digits(year, 4) + mark + Self.digits(month, 2) + mark + Self.digits(day, 2)
  }

  private static func digits(_ value: Int64, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
