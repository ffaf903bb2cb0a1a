import Foundation

/// Parts of dates by counting the days of years and months, from 1970 on.
enum UTCDate {
  static let day: Int64 = 86_400_000_000
  private static let years = -4800...10_000
  /// The day since 1970 that each year begins with.
  private static let starts: [Int] = {
    var starts = Array(repeating: 0, count: years.count)
    for year in 1970..<10_000 { starts[year + 1 + 4800] = starts[year + 4800] + length(ofYear: year) }
    for year in (-4800..<1970).reversed() { starts[year + 4800] = starts[year + 1 + 4800] - length(ofYear: year) }
    return starts
  }()

  private static func isLeap(_ year: Int) -> Bool { year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) }
  private static func length(ofYear year: Int) -> Int { isLeap(year) ? 366 : 365 }

  static func microseconds(of date: Date) -> Int64 {
    let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
    let part = date.timeIntervalSinceReferenceDate - seconds
    return (Int64(seconds) + 978_307_200) * 1_000_000 + Int64((part * 1_000_000).rounded())
  }

  /// Midnight, or where a day begins that is not stored.
  private static func midnight(_ microseconds: Int64) -> Int64 {
    var rest = microseconds % day
    if rest < 0 { rest += day }
    return microseconds - rest
  }

  private static func civil(_ microseconds: Int64) -> (year: Int, month: Int, day: Int) {
    var rest = Int(midnight(microseconds) / day)
    var index = 1970 + rest / 366 + 4800
    while starts[index] > rest { index -= 1 }
    while starts[index + 1] <= rest { index += 1 }
    rest -= starts[index]
    let year = index - 4800
    var month = 1
    for length in [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
      if rest < length { break }
      rest -= length
      month += 1
    }
    return (year, month, rest + 1)
  }

  enum Part: String, CaseIterable, Sendable { case year, month, day, hour, minute, second, weekday }

  static func part(_ part: Part, _ value: Plain) -> Plain {
    guard case .instant(let microseconds) = value else { return .null }
    let time = microseconds - midnight(microseconds)
    switch part {
    case .year: return .integer(civil(microseconds).year)
    case .month: return .integer(civil(microseconds).month)
    case .day: return .integer(civil(microseconds).day)
    case .hour: return .integer(time / 3_600_000_000)
    case .minute: return .integer(time % 3_600_000_000 / 60_000_000)
    case .second: return .integer(time % 60_000_000 / 1_000_000)
    case .weekday:
      // The first of January 1970 was a Thursday.
      return .integer([5, 6, 7, 1, 2, 3, 4][Int(((midnight(microseconds) / day) % 7 + 7) % 7)])
    }
  }

  static func start(ofMonth: Bool, _ value: Plain) throws -> Plain {
    guard case .instant(let microseconds) = value else { return .null }
    let start = midnight(microseconds) - (ofMonth ? Int64(civil(microseconds).day - 1) * day : 0)
    // The first day that every database knows: 4714-11-24 BC.
    if start < -2_440_588 * day { throw OracleStop.overflow }
    return .instant(start)
  }
}
