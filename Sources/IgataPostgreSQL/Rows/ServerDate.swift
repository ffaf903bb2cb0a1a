#if PostgreSQL

/// A `timestamptz` as it travels: whole microseconds since 2000-01-01T00:00:00Z.
enum ServerDate {
  /// From 1970 to 2000.
  private static let offset: Int64 = 946_684_800_000_000
  /// From 4714-11-24 BC, and before 294277, as PostgreSQL's documentation of its date types has it.
  private static let range: Range<Int64> = -211_813_488_000_000_000..<9_223_371_331_200_000_000

  /// Microseconds since 1970 as the server counts them; nothing where it has no such date.
  static func encode(_ microseconds: Int64) -> Int64? {
    let (value, isOverflow) = microseconds.subtractingReportingOverflow(offset)
    return isOverflow || !range.contains(value) ? nil : value
  }

  /// What the server counts as microseconds since 1970; nothing for its two infinities.
  static func decode(_ value: Int64) -> Int64? {
    let (microseconds, isOverflow) = value.addingReportingOverflow(offset)
    return isOverflow || !range.contains(value) ? nil : microseconds
  }
}

#endif
