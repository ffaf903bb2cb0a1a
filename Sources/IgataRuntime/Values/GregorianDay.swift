/// A day of the Gregorian calendar, which is extended to the time before it was introduced, as ISO 8601 does. The year
/// before the first one is 0.
struct GregorianDay {
  var year: Int64
  /// 1 to 12.
  var month: Int64
  /// 1 to 31.
  var day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  // Years are counted from March on, so that a leap day is the last day of its year.

  /// The day with a number.
  init(daysSince1970 days: Int64) {
    let (era, dayOfEra) = (days + Self.daysTo1970).flooredQuotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = era * 400 + yearOfEra + (shifted < 10 ? 0 : 1)
  }

  /// How many days a month has.
  static func count(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of the day, which is 0 for 1970-01-01.
  var daysSince1970: Int64 {
    let shifted = month > 2 ? month - 3 : month + 9
    let marchYear = month > 2 ? year : year - 1
    let leapDays = Self.floor(marchYear, 4) - Self.floor(marchYear, 100) + Self.floor(marchYear, 400)
    return marchYear * 365 + leapDays + (153 * shifted + 2) / 5 + day - 1 - Self.daysTo1970
  }

  /// The days from March 1 of the year 0 to 1970-01-01.
  private static let daysTo1970: Int64 = 719_468

  private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    value.flooredQuotientAndRemainder(dividingBy: divisor).quotient
  }
}
