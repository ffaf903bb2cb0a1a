internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let groupedQueries: [Check] = [
    Check("groups, in order, with each aggregate") { bench in
      let (rows, store) = (try await bench.makeRows(), bench.store)
      let groups = Specimen.all.grouped { $0.level }
      func expect<Value: Hashable & Sendable>(
        _ found: [QueryGroup<Level, Value>], _ what: String, _ reduce: ([Specimen]) -> Value
      ) {
        let expected = [Level.low, .middle, .high].compactMap { level -> QueryGroup<Level, Value>? in
          let members = rows.filter { $0.level == level }
          return members.isEmpty ? nil : QueryGroup(key: level, value: reduce(members))
        }
        bench.expect(found, expected, "\(what) of groups (seed \(bench.seed))")
      }
      expect(try await store.count(groups), "counts") { $0.count }
      expect(try await store.sum(groups) { $0.money }, "sums") {
        Currency(storedInteger: $0.reduce(0) { $0 + $1.money.storedInteger })
      }
      expect(try await store.sum(groups) { $0.small }, "sums of narrow integers") {
        $0.reduce(0) { $0 + Int64($1.small) }
      }
      expect(try await store.min(groups) { $0.at }, "least dates") { $0.map(\.at).min() }
      expect(try await store.max(groups) { $0.maybeDay }, "greatest days") { $0.compactMap(\.maybeDay).max() }
      expect(try await store.max(groups) { $0.maybeLarge }, "greatest optionals") { $0.compactMap(\.maybeLarge).max() }
      let averages = try await store.average(groups) { $0.medium }
      expect(averages.map { QueryGroup(key: $0.key, value: $0.value?.rounded) }, "averages") { members in
        (Decimal(members.reduce(0) { $0 + Int64($1.medium) }) / Decimal(members.count)).rounded
      }
      let none = Specimen.where { $0.large > 100 }.grouped { $0.level }
      bench.expect(try await store.count(none).count, 0, "groups of nothing")
    },
    Check("columns and expressions to group by") { bench in
      let (rows, store) = (try await bench.makeRows(), bench.store)
      let notes = try await store.count(Specimen.all.grouped { $0.note })
      let expected = Dictionary(grouping: rows) { $0.note.map { Array($0.utf8) } }
      bench.expect(notes.count, expected.count, "groups of texts, each form of a letter a group of its own")
      for group in notes {
        bench.expect(group.value, expected[group.key.map { Array($0.utf8) }]?.count ?? 0, "the size of a group")
      }
      bench.expect(notes.first?.key, .some(nil), "nil is a group, and the first")
      let bytes = notes.compactMap { $0.key.map { Array($0.utf8) } }
      bench.expect(bytes == bytes.sorted { $0.lexicographicallyPrecedes($1) }, "groups in the order of code points")
      let folded = try await store.distinct(Specimen.all) { $0.text.lowercasedASCII }
      bench.expect(
        Set(folded.map { Array($0.utf8) }),
        Set(rows.map { $0.text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } }),
        "distinct texts without case")
      bench.expect(
        try await store.distinct(Specimen.where { $0.flag == true }) { $0.level.rawValue * -1 },
        Set(rows.filter(\.flag).map { -$0.level.rawValue }).sorted(), "distinct computed values")
      bench.expect(
        try await store.distinct(Specimen.all) { $0.exact }, Set(rows.map(\.exact)).sorted(), "distinct decimals")
      let first = rows.sorted { ($0.large, $0.id.uuidString) < ($1.large, $1.id.uuidString) }.prefix(10)
      let limited = try await store.count(Specimen.all.order { $0.large.ascending }.limit(10).grouped { $0.flag })
      for group in limited {
        bench.expect(group.value, first.filter { $0.flag == group.key }.count, "a group of the rows within a limit")
      }
      await bench.expect("a group by a list", "unsupportedQuery") {
        _ = try await store.count(Specimen.all.grouped { $0.numbers })
      } isRight: {
        if case .unsupportedQuery = $0 { true } else { false }
      }
    },
    Check("groups by a related column") { bench in
      let store = bench.store
      let taro = Person(name: "Taro")
      let parent = Account(name: "parent", owner: taro, preferences: Preferences(theme: "dark"), balance: 5)
      try await store.save([
        parent, Account(name: "x", owner: Person(name: "Hanako"), parent: parent, balance: 1),
        Account(name: "y", owner: taro, parent: parent, balance: -2),
      ])
      bench.expect(
        try await store.sum(Account.all.grouped { $0.owner.name }) { $0.balance },
        [QueryGroup(key: "Hanako", value: 1), QueryGroup(key: "Taro", value: 3)], "by a relation")
      bench.expect(
        try await store.count(Account.all.grouped { $0.preferences.theme }),
        [QueryGroup(key: "dark", value: 1), QueryGroup(key: "plain", value: 2)], "by a wrapper's column")
      bench.expect(
        try await store.count(Account.all.grouped { $0.parent.name.optional }),
        [QueryGroup(key: nil, value: 1), QueryGroup(key: "parent", value: 2)], "by an optional relation")
      bench.expect(
        try await store.count(Account.all.grouped { $0.children.count }),
        [QueryGroup(key: 0, value: 2), QueryGroup(key: 2, value: 1)], "by how many related rows there are")
      await bench.expect("a path that may be nil, as a key that may not", "unsupportedQuery") {
        _ = try await store.count(Account.all.grouped { $0.parent.name })
      } isRight: {
        if case .unsupportedQuery = $0 { true } else { false }
      }
    },
    Check("groups by several keys, with several aggregates") { bench in
      let (rows, store) = (try await bench.makeRows(), bench.store)
      struct Key: Hashable {
        let level: Int16
        let flag: Bool
      }
      let members = Dictionary(grouping: rows) { Key(level: $0.level.rawValue, flag: $0.flag) }
      let keys = members.keys.sorted { ($0.level, $0.flag ? 1 : 0) < ($1.level, $1.flag ? 1 : 0) }
      let groups = Specimen.all.grouped { ($0.level, $0.flag) }
      let found = try await store.select(groups) {
        ($0.level, $0.flag, $0.count, $0.sum { $0.money }, $0.min { $0.at }, $0.max { $0.maybeLarge })
      }
      bench.expect(found.count, keys.count, "the number of groups (seed \(bench.seed))")
      for (values, key) in zip(found, keys) {
        let rows = members[key] ?? []
        bench.expect(values.0.rawValue, key.level, "the first key")
        bench.expect(values.1, key.flag, "the second key")
        bench.expect(values.2, rows.count, "the number of rows")
        bench.expect(
          values.3, Currency(storedInteger: rows.reduce(0) { $0 + $1.money.storedInteger }), "the sum of amounts")
        bench.expect(values.4, rows.map(\.at).min(), "the least date")
        bench.expect(values.5, rows.compactMap(\.maybeLarge).max(), "the greatest optional")
      }
      let average = try await store.select(Specimen.all.grouped { $0.flag }) { ($0.flag, $0.average { $0.money }) }
      for (flag, found) in average {
        let amounts = rows.filter { $0.flag == flag }.map(\.money.storedInteger)
        let expected = Decimal(amounts.reduce(0, +)) / Decimal(amounts.count) / Decimal(Currency.scale)
        bench.expect(found?.rounded, expected.rounded, "the average of amounts, in whole units")
      }
      bench.expect(try await store.count(Specimen.where { $0.id == UUID() }.grouped { $0.flag }).count, 0, "of no rows")
    },
    Check("conditions, orders and limits of groups") { bench in
      let (rows, store) = (try await bench.makeRows(), bench.store)
      func total(_ members: [Specimen]) -> Int64 { members.reduce(0) { $0 + Int64($1.small) } }
      let members = Dictionary(grouping: rows, by: \.medium)
      let groups = Specimen.all.grouped { $0.medium }
        .having { $0.count > 14 && $0.sum { $0.small } * 2 >= -10_000 }
        .order { ($0.count.descending, $0.sum { $0.small }.ascending) }
      let expected = members.filter { $0.value.count > 14 && total($0.value) * 2 >= -10_000 }
        .sorted {
          (-$0.value.count, total($0.value), Int64($0.key)) < (-$1.value.count, total($1.value), Int64($1.key))
        }
      let found = try await store.select(groups.limit(2)) { ($0.medium, $0.count, $0.sum { $0.small } - 1) }
      bench.expect(found.map(\.0), expected.prefix(2).map(\.key), "the groups (seed \(bench.seed))")
      bench.expect(found.map(\.1), expected.prefix(2).map(\.value.count), "their numbers of rows")
      bench.expect(found.map(\.2), expected.prefix(2).map { total($0.value) - 1 }, "calculations with their sums")
      bench.expect(
        try await store.count(groups).map(\.key), expected.map(\.key), "aggregates one at a time, of the same groups")
      bench.expect(
        try await store.count(groups.offset(1).limit(1)).map(\.key), expected.dropFirst().prefix(1).map(\.key),
        "the second group")
      bench.expect(
        try await store.select(groups.limit(9).offset(9).offset(2)) { $0.medium },
        expected.dropFirst(2).prefix(9).map(\.key), "the groups from the third on")
      bench.expect(try await store.count(groups.offset(expected.count)).count, 0, "no group after the last")
      let keys = try await store.select(Specimen.all.grouped { $0.level }.having { $0.level != .middle }) { $0.level }
      let levels = Set(rows.map(\.level)).subtracting([.middle])
      bench.expect(keys, levels.sorted { $0.rawValue < $1.rawValue }, "a condition on the key")
      bench.expect((3..<members.count).contains(expected.count), true, "some groups are selected, and others are not")
      await bench.expect("a column by which the rows aren't grouped", "unsupportedQuery") {
        _ = try await store.select(groups) { ($0.medium, $0.large) }
      } isRight: {
        if case .unsupportedQuery = $0 { true } else { false }
      }
      await bench.expect("an aggregate of a row", "unsupportedQuery") {
        _ = try await store.select(groups) { group in (group.medium, group.sum { _ in group.sum { $0.small } }) }
      } isRight: {
        if case .unsupportedQuery = $0 { true } else { false }
      }
    },
    Check("averages are exact, or rounded to the nearest") { bench in
      let store = bench.store
      for (money, large, double, exact) in [
        (Int64.max, Int64.max, 1e308, Decimal(1)), (.max, .max, 1e308, 1), (.max, .max - 1, -1e308, 0),
      ] {
        var row = Specimen()
        (row.money, row.large, row.double, row.exact) = (Currency(storedInteger: money), large, double, exact)
        row.maybeLarge = large == .max ? 3 : nil
        try await store.save(row)
      }
      let all = Specimen.all
      bench.expect(
        try await store.average(all) { $0.money }, Decimal(Int64.max) / 1000,
        "average of amounts whose sum is too great")
      bench.expect(
        try await store.average(all) { $0.large }.map { "\($0)" }, "9223372036854775806.6666666666666666667",
        "average of integers")
      bench.expect(
        try await store.average(all) { $0.exact }.map { "\($0)" }, "0.\(String(repeating: "6", count: 37))7",
        "average of decimals")
      bench.expect(try await store.average(all) { $0.maybeLarge }, 3, "average without the nils")
      bench.expect(try await store.average(Specimen.where { $0.large < 0 }) { $0.large }, nil, "average of nothing")
    },
  ]
}

extension Decimal {
  /// Rounded to 20 decimal places, for which all methods of division agree.
  var rounded: Decimal {
    var (result, value) = (Decimal(), self)
    NSDecimalRound(&result, &value, 20, .plain)
    return result
  }
}
