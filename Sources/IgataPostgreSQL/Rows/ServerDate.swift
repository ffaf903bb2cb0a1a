#if PostgreSQL
@_spi(Backend) internal import IgataRuntime

/// A `timestamptz` in the binary format: whole microseconds since 2000-01-01T00:00:00Z; and a `date`: whole days.
enum ServerDate {
  /// The microseconds from 1970 to 2000.
  private static let offset: Int64 = 946_684_800_000_000
  /// 4714-11-24 BC and the end of 294276, the range in PostgreSQL's documentation.
  private static let first: Int64 = -211_813_488_000_000_000
  private static let end: Int64 = 9_223_371_331_200_000_000

  /// Converts microseconds since 1970; `nil` if the date is before the server's range. Its end is later than any date
  /// in 64 bits of microseconds since 1970.
  static func encode(_ microseconds: Int64) -> Int64? {
    microseconds >= first + offset ? microseconds &- offset : nil
  }

  /// Converts to microseconds since 1970; `nil` for the server's two infinities.
  static func decode(_ value: Int64) -> Int64? {
    let (microseconds, isOverflow) = value.addingReportingOverflow(offset)
    return isOverflow || !(first..<end).contains(value) ? nil : microseconds
  }

  /// The days from 1970 to 2000.
  private static let dayOffset: Int32 = 10_957

  static func encode(_ day: Day) -> Int32 { Int32(truncatingIfNeeded: day.daysSince1970) - dayOffset }

  /// `nil` for a day that isn't in the years from 1 to 9999, and for the server's two infinities.
  static func day(_ value: Int32) -> Day? { Day(daysSince1970: Int(value) + Int(dayOffset)) }
}

#endif
