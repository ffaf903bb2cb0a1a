internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let dateParts: [Check] = [
    Check("parts of dates, before 1970 and far from it as well") { bench in
      let store = bench.store
      let dates = KnownDate.all.sorted { $0.seconds < $1.seconds }
      try await store.save(
        dates.map { known in
          var row = Specimen()
          row.at = Date(microsecondsSince1970: known.microseconds)
          return row
        })
      let all = Specimen.all.order { $0.at.ascending }
      let days = try await store.select(all) { ($0.at.year, $0.at.month, $0.at.day, $0.at.weekday) }
      bench.expect(
        days.map { [$0.0, $0.1, $0.2, $0.3] }, dates.map { $0.day + [$0.weekday] }, "days, and their weekdays")
      let times = try await store.select(all) { ($0.at.hour, $0.at.minute, $0.at.second) }
      bench.expect(times.map { [$0.0, $0.1, $0.2] }, dates.map(\.time), "times")
      let starts = try await store.select(all) { ($0.at.startOfDay, $0.at.startOfMonth) }
      for (found, known) in zip(starts, dates) {
        let day = known.seconds - Int64((known.time[0] * 60 + known.time[1]) * 60 + known.time[2])
        let month = day - Int64(known.day[2] - 1) * 86_400
        bench.expect(found.0, Date(microsecondsSince1970: day * 1_000_000), "the start of the day \(known.day)")
        bench.expect(found.1, Date(microsecondsSince1970: month * 1_000_000), "the start of the month of \(known.day)")
      }
      for known in dates {
        let found = try await store.fetch(
          Specimen.where {
            $0.at.year == known.day[0] && $0.at.month == known.day[1] && $0.at.day == known.day[2]
              && $0.at.hour == known.time[0] && $0.at.weekday == known.weekday
          })
        bench.expect(
          found.map(\.at), dates.filter { $0.day == known.day && $0.time[0] == known.time[0] }.map(\.date),
          "dates on \(known.day)")
      }
    },
    Check("orders, groups, aggregates and updates by parts of dates") { bench in
      let store = bench.store
      var generator = SeededGenerator(seed: bench.seed)
      let calendar = Calendar.utc
      let rows = (0..<100).map { _ in
        var row = Specimen.random(using: &generator)
        row.at = Date(microsecondsSince1970: .random(in: -40_000_000...40_000_000, using: &generator) * 1_000_003)
        row.maybeDate = row.flag ? row.at : nil
        return row
      }
      try await store.save(rows)
      func part(_ part: Calendar.Component, _ row: Specimen) -> Int { calendar.component(part, from: row.at) }
      let ordered = rows.sorted {
        (-part(.month, $0), part(.weekday, $0), $0.at) < (-part(.month, $1), part(.weekday, $1), $1.at)
      }
      bench.expect(
        try await store.fetch(
          Specimen.all.order { ($0.at.month.descending, $0.at.weekday.ascending, $0.at.ascending) }
        ).map(\.at), ordered.map(\.at), "an order by the month and the weekday (seed \(bench.seed))")
      let months = Dictionary(grouping: rows) { "\(part(.year, $0))-\(part(.month, $0))" }
      let found = try await store.select(Specimen.all.grouped { $0.at.startOfMonth }.having { $0.count > 1 }) {
        ($0.at.startOfMonth, $0.count, $0.at.startOfMonth.year, $0.max { $0.at.day })
      }
      bench.expect(found.count, months.values.count { $0.count > 1 }, "the months of several rows (seed \(bench.seed))")
      for (month, count, year, day) in found {
        let members = months["\(year)-\(calendar.component(.month, from: month))"] ?? []
        bench.expect(count, members.count, "the rows of \(month)")
        bench.expect(day, members.map { part(.day, $0) }.max(), "the last day of \(month)")
        bench.expect(calendar.component(.day, from: month), 1, "the day of \(month)")
      }
      bench.expect(
        try await store.distinct(Specimen.all) { $0.at.hour }, Set(rows.map { part(.hour, $0) }).sorted(), "the hours")
      bench.expect(
        try await store.sum(Specimen.all) { $0.at.minute }, rows.reduce(0) { $0 + Int64(part(.minute, $1)) },
        "the sum of the minutes")
      bench.expect(
        try await store.count(Specimen.where { $0.maybeDate.second < 30 }),
        rows.count { $0.flag && part(.second, $0) < 30 }, "parts of optional dates")
      bench.expect(
        try await store.count(Specimen.where { $0.maybeDate.year == nil }), rows.count { !$0.flag }, "parts of no date")
      try await store.update(Specimen.all) {
        $0.at.set($0.at.startOfDay)
        $0.plain.set($0.at.hour * 60 + $0.at.minute)
      }
      let changed = try await store.fetch(Specimen.all.order { $0.id.ascending })
      for (row, old) in zip(changed, rows.sorted { $0.id.isBefore($1.id) }) {
        bench.expect(row.at, calendar.startOfDay(for: old.at), "an update to the start of the day of \(old.at)")
        bench.expect(row.plain, part(.hour, old) * 60 + part(.minute, old), "an update to the minute of \(old.at)")
      }
    },
    Check("months before the first that every database can store") { bench in
      var row = Specimen()
      row.at = Date(microsecondsSince1970: KnownDate.first.microseconds)
      try await bench.store.save(row)
      let error = StoreError.overflow(expression: "Specimen.at.startOfMonth")
      await bench.expect(error, "a month that begins too early") {
        _ = try await bench.store.select(Specimen.all) { $0.at.startOfMonth }
      }
    },
  ]
}

/// A date, and its parts as a calendar of paper has them.
private struct KnownDate {
  var seconds: Int64
  /// The year, the month and the day.
  var day: [Int]
  /// The hour, the minute and the second.
  var time: [Int]
  var weekday: Int
  /// A fraction of a second.
  var fraction: Int64 = 0

  var microseconds: Int64 { seconds * 1_000_000 + fraction }
  var date: Date { Date(microsecondsSince1970: microseconds) }

  /// The first day of which every database can store the dates.
  static let first = KnownDate(seconds: -210_866_803_200, day: [-4713, 11, 24], time: [0, 0, 0], weekday: 2)

  static let all = [
    KnownDate(seconds: -210_866_803_200 + 8 * 86_400 + 1, day: [-4713, 12, 2], time: [0, 0, 1], weekday: 3),
    KnownDate(seconds: -62_167_219_201, day: [-1, 12, 31], time: [23, 59, 59], weekday: 6),
    KnownDate(seconds: -62_135_596_801, day: [0, 12, 31], time: [23, 59, 59], weekday: 1),
    KnownDate(seconds: -62_135_596_800, day: [1, 1, 1], time: [0, 0, 0], weekday: 2),
    // A day that calendars with a change in 1582 don't have.
    KnownDate(seconds: -12_219_679_504, day: [1582, 10, 10], time: [12, 34, 56], weekday: 1),
    KnownDate(seconds: -1, day: [1969, 12, 31], time: [23, 59, 59], weekday: 4, fraction: 999_999),
    KnownDate(seconds: 0, day: [1970, 1, 1], time: [0, 0, 0], weekday: 5),
    KnownDate(seconds: 951_782_400, day: [2000, 2, 29], time: [0, 0, 0], weekday: 3, fraction: 1),
    KnownDate(seconds: 1_700_000_000, day: [2023, 11, 14], time: [22, 13, 20], weekday: 3, fraction: 999_999),
    KnownDate(seconds: 9_000_000_000_000, day: [287_168, 8, 24], time: [16, 0, 0], weekday: 7),
  ]
}

extension Calendar {
  /// A calendar for dates that are near to now.
  fileprivate static var utc: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    return calendar
  }
}
