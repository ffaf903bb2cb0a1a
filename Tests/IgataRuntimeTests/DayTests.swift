import Foundation
import Testing

@_spi(Backend) @testable import IgataRuntime

@Suite struct DayTests {
  private static let months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// All days of some centuries and of the ends of the range, counted one by one.
  @Test(arguments: [1...205, 1579...2105, 9795...9999]) func daysInTheirOrder(_ years: ClosedRange<Int>) throws {
    var expected = try #require(Day(year: years.lowerBound, month: 1, day: 1)).daysSince1970
    var weekday = try #require(Day(year: years.lowerBound, month: 1, day: 1)).weekday
    for year in years {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (month, length) in Self.months.enumerated() {
        let length = month == 1 && isLeap ? 29 : length
        #expect(Day(year: year, month: month + 1, day: length + 1) == nil)
        for number in 1...length {
          let day = Day(year: year, month: month + 1, day: number)
          guard let day, day.daysSince1970 == expected, day.weekday == weekday,
            (day.year, day.month, day.day) == (year, month + 1, number)
          else {
            Issue.record("\(year)-\(month + 1)-\(number): \(String(describing: day))")
            return
          }
          (expected, weekday) = (expected + 1, weekday % 7 + 1)
        }
      }
    }
  }

  @Test func knownDays() throws {
    #expect(Day("1970-01-01")?.daysSince1970 == 0)
    #expect(Day("1970-01-01")?.weekday == 5)
    #expect(Day("2024-05-27")?.weekday == 2)
    #expect(Day("0001-01-01") == .first && Day.first.weekday == 2)
    #expect(Day("9999-12-31") == .last && Day.last.description == "9999-12-31")
    #expect(Day(year: 7, month: 8, day: 9)?.description == "0007-08-09")
    #expect(Day.first.adding(days: -1) == nil && Day.last.adding(days: 1) == nil)
    #expect(Day.first.adding(days: .max) == nil && Day.first.adding(days: .min) == nil)
    #expect(Day.first.days(to: .last) == 3_652_058 && Day.last.days(to: .first) == -3_652_058)
    #expect(Day.first.adding(days: 3_652_058) == .last)
    let leap = try #require(Day("2024-02-28"))
    #expect(leap.adding(days: 2)?.description == "2024-03-01")
    #expect(leap < Day._of("2024-02-29") && [Day.last, leap, .first].sorted() == [.first, leap, .last])
    for wrong in [(0, 1, 1), (10_000, 1, 1), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0), (2023, 2, 29), (.max, 1, 1)] {
      #expect(Day(year: wrong.0, month: wrong.1, day: wrong.2) == nil)
    }
  }

  /// No other text is a day.
  @Test(arguments: [
    "", "2024-05-27 ", " 2024-05-27", "2024-5-27", "2024-05-7", "20240527", "2024/05/27", "2024-02-30", "2023-02-29",
    "0000-01-01", "10000-01-01", "-024-05-27", "+024-05-27", "2024-05-27T00:00:00Z", "２０２４-05-27", "2024-05-27\u{0}",
    "2024–05–27", "today", "2024-13-01", "2024-00-10", "2024-01-00", "2024-05-2\u{0662}",
  ])
  func otherTexts(_ text: String) {
    #expect(Day(text) == nil)
    #expect(Day(compact: text) == (text == "20240527" ? Day("2024-05-27") : nil))
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Day].self, from: JSONEncoder().encode([text])) }
  }

  @Test func json() throws {
    let days = [Day.first, Day._of("2024-05-27"), .last]
    let data = try JSONEncoder().encode(days)
    #expect(String(decoding: data, as: UTF8.self) == #"["0001-01-01","2024-05-27","9999-12-31"]"#)
    #expect(try JSONDecoder().decode([Day].self, from: data) == days)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Day].self, from: Data("[20240527]".utf8)) }
  }

  // MARK: Time zones

  /// The first second of a day, found by looking at the day of each quarter of an hour around midnight, and then of
  /// each second.
  private static func start(of day: Day, in zone: TimeZone) -> Date? {
    let midnight = Double(day.daysSince1970 * 86_400)
    func isReached(_ second: Double) -> Bool {
      Day(Date(timeIntervalSince1970: second), in: zone).map { $0 >= day } ?? false
    }
    let quarters = stride(from: midnight - 90_000, through: midnight + 90_000, by: 60)
    guard let first = quarters.first(where: isReached) else { return nil }
    return (-60...0).map { first + Double($0) }.first(where: isReached).map { Date(timeIntervalSince1970: $0) }
  }

  /// Where clocks are put forward at midnight there is none, and where they are put back there are two.
  @Test(arguments: [
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"), ("America/Havana", "2024-11-03", "2024-11-03T04:00:00Z"),
    ("Asia/Beirut", "2022-03-27", "2022-03-26T22:00:00Z"), ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
    ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"), ("Asia/Amman", "2021-03-26", "2021-03-25T22:00:00Z"),
    ("Europe/Berlin", "2024-03-31", "2024-03-30T23:00:00Z"), ("Asia/Kathmandu", "2024-05-27", "2024-05-26T18:15:00Z"),
    ("Pacific/Kiritimati", "2024-05-27", "2024-05-26T10:00:00Z"), ("GMT", "2024-05-27", "2024-05-27T00:00:00Z"),
    ("Africa/Cairo", "2023-04-28", "2023-04-27T22:00:00Z"), ("America/Santiago", "2023-09-03", "2023-09-03T04:00:00Z"),
  ])
  func starts(_ zone: String, _ text: String, _ expected: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    let day = try #require(Day(text))
    let start = day.date(in: zone)
    #expect(start == Date(iso8601: expected))
    #expect(start == Self.start(of: day, in: zone))
    if Day(start, in: zone) != day {
      #expect(text == "2011-12-30" && Day(start, in: zone) == day.adding(days: 1))
    }
    #expect(Day(start.addingTimeInterval(-1), in: zone).map { $0 < day } == true)
  }

  /// Each day of a century in zones whose clocks change at midnight.
  @Test(arguments: [
    "America/Sao_Paulo", "America/Havana", "Asia/Beirut", "Africa/Cairo", "Asia/Tehran", "America/Asuncion",
    "Pacific/Apia", "Europe/London",
  ])
  func startsOfManyDays(_ name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    let first = try #require(Day("1940-01-01"))
    for number in stride(from: 0, to: 36_000, by: 1) {
      guard let day = first.adding(days: number), day.description != "2011-12-30" else { continue }
      let start = day.date(in: zone)
      guard Day(start, in: zone) == day, Day(start.addingTimeInterval(-1), in: zone) != day else {
        Issue.record("\(day) in \(name) begins at \(start)")
        return
      }
    }
  }

  /// A day has no hour, whoever asks for one.
  @Test(arguments: DatePart.allCases) func partsOfQueries(_ part: DatePart) throws {
    let table = TableDescription("table T t\ncolumn day day\nkey day", relations: [] as [any PersistableModel.Type])
    let value = QueryExpression.datePart(part, .column(RelationPath(), 0))
    let query = RowQuery(table, where: .comparison(value, .notEqual, .value(.null)))
    guard !part.isOfDays else { return try query.check() }
    #expect(throws: StoreError.unsupportedQuery(expression: "T.day.\(part)", reason: "a day has no \(part)")) {
      try query.check()
    }
  }

  @Test func dates() throws {
    let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    #expect(Day(Date(timeIntervalSince1970: -0.001), in: .gmt)?.description == "1969-12-31")
    #expect(Day(Date(timeIntervalSince1970: 0), in: zone)?.description == "1970-01-01")
    #expect(Day(Date(timeIntervalSince1970: 54_000), in: zone)?.description == "1970-01-02")
    for seconds in [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1e12] {
      #expect(Day(Date(timeIntervalSince1970: seconds), in: .gmt) == nil)
    }
    #expect(Day(Day.first.date(in: .gmt), in: .gmt) == .first && Day(Day.last.date(in: .gmt), in: .gmt) == .last)
    #expect(Day(Day.first.date(in: .gmt).addingTimeInterval(-1), in: .gmt) == nil)
  }
}

extension Day {
  fileprivate static func _of(_ text: String) -> Day { Day(_literal: text) }
}
