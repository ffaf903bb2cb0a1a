#if PostgreSQL

/// A `timestamptz` as it travels: whole microseconds since 2000-01-01T00:00:00Z.
enum ServerDate {
  /// From 1970 to 2000.
  private static let offset: Int64 = 946_684_800_000_000
  /// 4714-11-24 BC, and 294277, as PostgreSQL's documentation of its date types has it.
  private static let first: Int64 = -211_813_488_000_000_000
  private static let end: Int64 = 9_223_371_331_200_000_000

  /// Microseconds since 1970 as the server counts them; nothing where it has no such date. Its last one is later than any
  /// that 64 bits reach from 1970.
  static func encode(_ microseconds: Int64) -> Int64? {
    microseconds >= first + offset ? microseconds &- offset : nil
  }

  /// What the server counts as microseconds since 1970; nothing for its two infinities.
  static func decode(_ value: Int64) -> Int64? {
    let (microseconds, isOverflow) = value.addingReportingOverflow(offset)
    return isOverflow || !(first..<end).contains(value) ? nil : microseconds
  }
}

#endif
