internal import IgataTables

/// A part of a date in UTC, or of a day.
///
/// Dates are those of the Gregorian calendar, which is extended to the time before it was introduced, as ISO 8601 does:
/// the year before the first one is 0, and none is missing in 1582.
@_spi(Backend) public enum DatePart: Int, Hashable, Sendable, CaseIterable {
  case year, month, day, hour, minute, second
  /// 1 for a Sunday to 7 for a Saturday.
  case weekday
  /// The date of the first moment of the day, or of the month.
  case startOfDay, startOfMonth

  /// Whether the part is a date, and not an integer.
  package var isDate: Bool { self == .startOfDay || self == .startOfMonth }

  /// Whether days have the part.
  package var isOfDays: Bool {
    switch self {
    case .year, .month, .day, .weekday, .startOfMonth: true
    case .hour, .minute, .second, .startOfDay: false
    }
  }

  /// The part of a day; `nil` if days don't have it.
  package func value(_ day: Day) -> StoredValue? {
    switch self {
    case .year: .integer(Int64(day.year))
    case .month: .integer(Int64(day.month))
    case .day: .integer(Int64(day.day))
    case .weekday: .integer(Int64(day.weekday))
    case .startOfMonth: day.adding(days: 1 - day.day).map { .day($0) }
    case .hour, .minute, .second, .startOfDay: nil
    }
  }

  /// The part of a date in microseconds since 1970; `nil` if it is a date before 4714-11-24 BC, the first that every
  /// database can store.
  package func value(_ microseconds: Int64) -> StoredValue? {
    let (days, time) = microseconds.flooredQuotientAndRemainder(dividingBy: Self.dayLength)
    let seconds = time / 1_000_000
    switch self {
    case .hour: return .integer(seconds / 3600)
    case .minute: return .integer(seconds / 60 % 60)
    case .second: return .integer(seconds % 60)
    case .weekday: return .integer((days + 4).flooredQuotientAndRemainder(dividingBy: 7).remainder + 1)
    case .startOfDay: return Self.start(days)
    case .year, .month, .day, .startOfMonth: break
    }
    let day = GregorianDay(daysSince1970: days)
    switch self {
    case .year: return .integer(day.year)
    case .month: return .integer(day.month)
    case .startOfMonth: return Self.start(days - day.day + 1)
    default: return .integer(day.day)
    }
  }

  private static func start(_ days: Int64) -> StoredValue? {
    days < firstDay ? nil : .date(microseconds: days * dayLength)
  }

  /// Microseconds.
  private static let dayLength: Int64 = 86_400_000_000
  /// 4714-11-24 BC.
  private static let firstDay: Int64 = -2_440_588
}
