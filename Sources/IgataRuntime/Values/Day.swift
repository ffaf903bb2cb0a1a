public import Foundation
internal import IgataTables

/// A day without a time, which no time zone can shift: a birthday, a due day, a holiday.
///
/// Days are those of the Gregorian calendar from 0001-01-01 to 9999-12-31, which is extended to the time before it was
/// introduced, as ISO 8601 does. The text of a day is `2024-05-27`, in JSON as well.
///
/// A day becomes a `Date`, or is that of one, only in a time zone:
///
/// ```swift
/// let today = Day(.now, in: .current)
/// let start = today?.date(in: .current)
/// ```
public struct Day: Hashable, Sendable {
  private let number: Int32

  /// The day with a number, which is 0 for 1970-01-01; `nil` if it isn't in the years from 1 to 9999.
  public init?(daysSince1970: Int) {
    guard (Self.first.daysSince1970...Self.last.daysSince1970).contains(daysSince1970) else { return nil }
    number = Int32(truncatingIfNeeded: daysSince1970)
  }

  private init(number: Int32) { self.number = number }

  /// The day of a year, a month from 1 to 12, and a day of the month; `nil` if there is no such day, or the year isn't
  /// from 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    let day = GregorianDay(year: Int64(year), month: Int64(month), day: Int64(day))
    guard (1...9999).contains(day.year), day.isInCalendar else { return nil }
    self.init(number: Int32(truncatingIfNeeded: day.daysSince1970))
  }

  /// 0001-01-01
  public static let first = Day(number: -719_162)

  /// 9999-12-31
  public static let last = Day(number: 2_932_896)

  /// The number of the day, which is 0 for 1970-01-01.
  public var daysSince1970: Int { Int(number) }

  private var gregorian: GregorianDay { GregorianDay(daysSince1970: Int64(number)) }

  /// From 1 to 9999.
  public var year: Int { Int(gregorian.year) }

  /// From 1 to 12.
  public var month: Int { Int(gregorian.month) }

  /// The day of the month, from 1 to 31.
  public var day: Int { Int(gregorian.day) }

  /// 1 for a Sunday to 7 for a Saturday, as in `Calendar`.
  public var weekday: Int { Int((Int64(number) + 4).flooredQuotientAndRemainder(dividingBy: 7).remainder) + 1 }

  /// The day so many days later, or earlier if the number is negative; `nil` if it isn't in the years from 1 to 9999.
  public func adding(days: Int) -> Day? {
    let (sum, isOverflow) = daysSince1970.addingReportingOverflow(days)
    return isOverflow ? nil : Day(daysSince1970: sum)
  }

  /// How many days later `other` is, which is negative if it is earlier.
  public func days(to other: Day) -> Int { other.daysSince1970 - daysSince1970 }
}

extension Day: Comparable {
  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}

// MARK: Text

extension Day: LosslessStringConvertible {
  /// The day of `2024-05-27`; `nil` if the text has another form, or there is no such day.
  public init?(_ text: String) {
    guard let day = GregorianDay(text) else { return nil }
    self.init(number: Int32(truncatingIfNeeded: day.daysSince1970))
  }

  /// `2024-05-27`
  public var description: String { gregorian.text() }

  /// The day of `20240527`; `nil` if the text has another form, or there is no such day.
  package init?(compact text: String) {
    guard let day = GregorianDay(compact: text) else { return nil }
    self.init(number: Int32(truncatingIfNeeded: day.daysSince1970))
  }

  /// The day of the number 20240527; `nil` if there is no such day.
  package init?(digits: Int64) {
    guard (1_01_01...9999_12_31).contains(digits) else { return nil }
    let (year, rest) = Int(digits).quotientAndRemainder(dividingBy: 100_00)
    self.init(year: year, month: rest / 100, day: rest % 100)
  }

  /// `2024-05-27`, or `20240527`.
  package func text(isCompact: Bool) -> String { gregorian.text(isCompact: isCompact) }
}

extension Day: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let day = Day(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no day such as 2024-05-27")
    }
    self = day
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

// MARK: Dates

extension Day {
  /// The day on which a date is in a time zone; `nil` if it isn't in the years from 1 to 9999.
  public init?(_ date: Date, in zone: TimeZone) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard abs(seconds) < 1e12 else { return nil }
    let local = Int64(seconds) + Int64(zone.secondsFromGMT(for: date))
    self.init(daysSince1970: Int(local.flooredQuotientAndRemainder(dividingBy: Int64(Self.seconds)).quotient))
  }

  /// The first moment of the day in a time zone.
  ///
  /// That is midnight, unless the clocks are put forward then: in São Paulo, 2018-11-04 began at 1 o'clock. For a day
  /// that a zone left out, such as 2011-12-30 in Samoa, it is the first moment of the next one.
  public func date(in zone: TimeZone) -> Date {
    let midnight = daysSince1970 * Self.seconds
    func offset(at second: Int) -> Int {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second)))
    }
    // No zone is a day ahead or behind.
    let offsets = [offset(at: midnight - Self.seconds), offset(at: midnight + Self.seconds)]
    let starts = offsets.map { midnight - $0 }
    if let start = zip(starts, offsets).first(where: { offset(at: $0) == $1 })?.0 {
      return Date(timeIntervalSince1970: TimeInterval(start))
    }
    // There is no midnight: the day begins when the offset changes.
    var (before, after) = (min(starts[0], starts[1]), max(starts[0], starts[1]))
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if offset(at: middle) == offsets[0] { before = middle } else { after = middle }
    }
    return Date(timeIntervalSince1970: TimeInterval(after))
  }

  private static let seconds = 86_400
}
