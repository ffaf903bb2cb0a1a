internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// Sums, averages and extremes of related rows, and the equivalents in Swift.
extension Check {
  static let relatedAggregates: [Check] = [
    Check("sums, averages and extremes of inverse relations") { bench in
      let store = bench.store
      var generator = SeededGenerator(seed: bench.seed)
      let owners = ["Taro", "Hanako", "nobody"].map { Person(name: $0) }
      var accounts: [Account] = []
      for number in 0..<24 {
        accounts.append(
          Account(
            name: "n\(number)", owner: owners[number % 2],
            parent: number % 3 == 0 ? nil : accounts.randomElement(using: &generator),
            balance: Currency(storedInteger: .random(in: -3000...3000, using: &generator))))
      }
      try await store.save(owners)
      try await store.save(accounts)
      func children(_ account: Account) -> [Account] { accounts.filter { $0.parentID == account.id } }
      func total(_ accounts: [Account]) -> Currency {
        Currency(storedInteger: accounts.reduce(0) { $0 + $1.balance.storedInteger })
      }
      let byName = accounts.sorted { $0.name < $1.name }
      let all = Account.all.order { $0.name.ascending }
      let found = try await store.select(all) {
        (
          $0.children.sum { $0.balance }, $0.children.min { $0.name }, $0.children.max { $0.balance },
          $0.children.average { $0.balance }, $0.parent.children.sum { $0.balance }
        )
      }
      for (values, account) in zip(found, byName) {
        let what = "of the children of \(account.name) (seed \(bench.seed))"
        let own = children(account)
        bench.expect(values.0, total(own), "the sum \(what)")
        bench.expect(values.1, own.map(\.name).min(), "the least name \(what)")
        bench.expect(values.2, own.map(\.balance).max(), "the greatest balance \(what)")
        let sum = own.isEmpty ? nil : Decimal(total(own).storedInteger) / Decimal(own.count) / 1000
        bench.expect(values.3?.rounded, sum?.rounded, "the average, in whole units, \(what)")
        let siblings = accounts.filter { $0.parentID != nil && $0.parentID == account.parentID }
        bench.expect(values.4, total(siblings), "the sum of the parent's, which there may not be, \(what)")
      }
      func expect(
        _ what: String, _ condition: (Account.Columns) -> Condition, _ holds: (Account) -> Bool
      ) async throws {
        let names = try await store.fetch(Account.where(condition).order { $0.name.ascending }).map(\.name)
        bench.expect(names, byName.filter(holds).map(\.name), "\(what) (seed \(bench.seed))")
      }
      try await expect("a sum", { $0.children.sum { $0.balance } > 1 }) { total(children($0)).storedInteger > 1000 }
      try await expect("a sum of none is 0", { $0.children.sum { $0.balance } == 0 }) {
        total(children($0)).storedInteger == 0
      }
      try await expect("no greatest", { $0.children.max { $0.balance } == nil }) { children($0).isEmpty }
      try await expect("a sum where a condition is true") {
        $0.children.sum {
          $0.balance
        } where: {
          $0.balance > 0
        } >= 2
      } _: {
        total(children($0).filter { $0.balance > 0 }).storedInteger >= 2000
      }
      try await expect("a least value where a condition on the enclosing row is true") { account in
        account.children.min {
          $0.balance
        } where: {
          $0.balance > account.balance
        } != nil
      } _: { account in
        children(account).contains { $0.balance > account.balance }
      }
      try await expect("a sum of a column of the enclosing row") { account in
        account.children.sum { _ in account.balance } < -1
      } _: {
        children($0).count * Int($0.balance.storedInteger) < -1000
      }
      try await expect("a calculation with both rows") { account in
        account.children.max { $0.balance * 2 - account.balance } > 1
      } _: { account in
        children(account).contains { $0.balance.storedInteger * 2 - account.balance.storedInteger > 1000 }
      }
      try await expect("a sum of sums") {
        $0.children.sum { $0.children.sum { $0.balance } } < 0
      } _: {
        children($0).reduce(0) { $0 + total(children($1)).storedInteger } < 0
      }
      try await expect("a sum in a condition on related rows") {
        $0.children.contains { $0.children.sum { $0.balance } > $0.balance }
      } _: {
        children($0).contains { total(children($0)).storedInteger > $0.balance.storedInteger }
      }
      try await expect("a condition on the rows of a related row") {
        $0.children.max { $0.owner.name } == "Taro"
      } _: {
        children($0).contains { $0.ownerID == owners[0].id }
      }
      let ordered = try await store.fetch(
        Account.all.order { ($0.children.sum { $0.balance }.descending, $0.name.ascending) })
      let expected = accounts.sorted { (total(children($1)), $0.name) < (total(children($0)), $1.name) }
      bench.expect(ordered.map(\.name), expected.map(\.name), "ordered by sums (seed \(bench.seed))")
      bench.expect(
        try await store.distinct(Account.all) { $0.children.count { $0.balance > 0 } },
        Set(accounts.map { children($0).count { $0.balance > 0 } }).sorted(), "distinct counts")
      bench.expect(
        try await store.sum(Person.all) { $0.accounts.sum { $0.balance } }, total(accounts), "an aggregate of sums")
      let groups = try await store.count(Person.all.grouped { $0.accounts.min { $0.balance } })
      let least = owners.map { owner in accounts.filter { $0.ownerID == owner.id }.map(\.balance).min() }
      bench.expect(groups.map(\.key), [nil] + least.compactMap(\.self).sorted(), "groups by the least balance")
      bench.expect(
        Account.where { $0.children.max { $0.owner.name } == "x" }.rowQuery.tableNames, ["accounts", "person"],
        "the tables that are read")
      try await store.update(Account.all) { $0.balance.set($0.children.sum { $0.balance } + 1) }
      bench.expect(
        try await store.select(all) { $0.balance }.map(\.storedInteger),
        byName.map { total(children($0)).storedInteger + 1000 },
        "an update to sums of other rows as they were")
    },
    Check("sums and averages of related numbers are exact") { bench in
      let store = bench.store
      let lists: [[Reading]] = [
        [],
        [Reading(id: 1)],
        [
          Reading(id: 2, whole: .max, real: 1e308, exact: 1), Reading(id: 3, whole: .max, real: 1e308, exact: 1),
          Reading(id: 4, whole: .min, real: -1e308, exact: 0),
        ],
        [
          Reading(id: 5, whole: 1, real: 0.1, exact: Decimal(sign: .plus, exponent: -100, significand: 1)),
          Reading(id: 6, whole: 2, real: 0.2, exact: Decimal(sign: .plus, exponent: -99, significand: 2)),
          Reading(id: 7, whole: 4, real: 0.3), Reading(id: 8),
        ],
        [
          Reading(id: 9, whole: 0, real: .leastNonzeroMagnitude, exact: Decimal(string: "12345678901234567890.5")),
          Reading(id: 10, whole: 1, real: 0, exact: Decimal(string: "-0.000000000000000005")),
        ],
        [
          Reading(id: 11, whole: -7, real: .infinity, exact: Decimal(sign: .plus, exponent: 100, significand: 7)),
          Reading(id: 12, whole: -7, real: 1e308, exact: -1, isValid: false),
        ],
        // Halfway between two numbers of 38 digits, above an even and below an odd one.
        [
          Reading(id: 13, real: 1, exact: Decimal(string: "10000000000000000000000000000000000001")),
          Reading(id: 14, real: 0x1p-53, exact: Decimal(string: "20000000000000000000000000000000000000")),
          Reading(id: 15, real: 0x1p-106, exact: 0), Reading(id: 16, exact: 0),
        ],
        [
          Reading(id: 20, exact: Decimal(string: "30000000000000000000000000000000000003")), Reading(id: 21, exact: 0),
          Reading(id: 22, exact: 0), Reading(id: 23, exact: 0),
        ],
        [
          Reading(id: 17, real: 1.5e308), Reading(id: 18, real: 1.5e308), Reading(id: 19, real: -.leastNormalMagnitude),
        ],
      ]
      try await store.save(lists.enumerated().map { Gauge(id: Int64($0), readings: $1) })
      let all = Gauge.all.order { $0.id.ascending }
      let wholes = try await store.select(all) { ($0.readings.sum { $0.whole }, $0.readings.average { $0.whole }) }
      let reals = try await store.select(all) { ($0.readings.sum { $0.real }, $0.readings.average { $0.real }) }
      let exacts = try await store.select(Gauge.where { $0.id != 5 }.order { $0.id.ascending }) {
        ($0.readings.sum { $0.exact }, $0.readings.average { $0.exact })
      }
      bench.expect(wholes.map(\.0), [0, 0, .max - 1, 7, 1, -14, 0, 0, 0], "sums of integers")
      bench.expect(
        wholes.map { $0.1.map { "\($0)" } },
        [
          nil, nil, "3074457345618258602", "2.\(String(repeating: "3", count: 37))", "0.5", "-7", nil, nil, nil,
        ], "averages of integers")
      bench.expect(
        reals.map(\.0),
        [0, 0, 1e308, 0.6, .leastNonzeroMagnitude, .infinity, 1.nextUp, 0, .infinity], "sums of reals")
      bench.expect(
        reals.map(\.1), [nil, nil, 1e308 / 3, 0.6 / 3, 0, .infinity, 1.nextUp / 3, nil, .infinity], "averages of reals")
      bench.expect(
        exacts.map(\.0),
        [
          0, 0, 2, Decimal(sign: .plus, exponent: -100, significand: 21),
          Decimal(string: "12345678901234567890.499999999999999995"),
          Decimal(string: "30000000000000000000000000000000000001"),
          Decimal(string: "30000000000000000000000000000000000003"), 0,
        ], "sums of decimals")
      bench.expect(
        exacts.map { $0.1.map { "\($0)" } },
        [
          nil, nil, "0.\(String(repeating: "6", count: 37))7", "0.\(String(repeating: "0", count: 98))105",
          "6172839450617283945.2499999999999999975", "7500000000000000000000000000000000000.2",
          "7500000000000000000000000000000000000.8", nil,
        ], "averages of decimals")
      // Every way of adding up the same numbers has the same result.
      for gauge in 0..<lists.count {
        let ids = lists[gauge].map(\.id)
        let rows = Reading.where { $0.id.isIn(ids) }
        let one = try await store.select(Gauge.where { $0.id == Int64(gauge) }) {
          ($0.readings.average { $0.whole }, $0.readings.average { $0.exact }, $0.readings.average { $0.real })
        }
        bench.expect(one.first?.0, try await store.average(rows) { $0.whole }, "average of integers, list \(gauge)")
        bench.expect(one.first?.1, try await store.average(rows) { $0.exact }, "average of decimals, list \(gauge)")
        bench.expect(one.first?.2, try await store.average(rows) { $0.real }, "average of reals, list \(gauge)")
      }
      bench.expect(
        try await store.fetch(
          Gauge.where {
            $0.readings.sum {
              $0.whole
            } where: {
              $0.isValid
            } == -7
          }
        ).map(\.id), [5],
        "a condition that is a column")
      bench.expect(
        try await store.fetch(Gauge.where { $0.readings.average { $0.real } == 0 }).map(\.id), [4],
        "a quotient that is too small")
    },
    Check("sums of related rows that don't fit are errors") { bench in
      let store = bench.store
      let tiny = Decimal(sign: .plus, exponent: -100, significand: 1)
      let huge = Decimal(sign: .plus, exponent: 100, significand: 1)
      try await store.save([
        Gauge(
          id: 1,
          readings: [
            Reading(id: 1, whole: .max, real: .infinity, exact: tiny),
            Reading(id: 2, whole: 1, real: -.infinity, exact: huge),
          ])
      ])
      await bench.expect(.overflow(expression: "Gauge.readings.sum(Reading.whole)"), "integers in a condition") {
        _ = try await store.fetch(Gauge.where { $0.readings.sum { $0.whole } > 0 })
      }
      await bench.expect(.overflow(expression: "Gauge.readings.sum(Reading.exact)"), "decimals that are selected") {
        _ = try await store.select(Gauge.all) { $0.readings.sum { $0.exact } }
      }
      await bench.expect(.overflow(expression: "Gauge.readings.sum(Reading.real)"), "infinities in an order") {
        _ = try await store.fetch(Gauge.all.order { $0.readings.sum { $0.real }.ascending })
      }
      await bench.expect(.overflow(expression: "Gauge.readings.average(Reading.real)"), "an average of infinities") {
        _ = try await store.select(Gauge.all) { $0.readings.average { $0.real } }
      }
      await bench.expect(.overflow(expression: "Reading.whole * …"), "a calculation that is added up") {
        _ = try await store.select(Gauge.all) { $0.readings.max { $0.whole * 2 } }
      }
    },
    Check("averages of related narrow integers") { bench in
      let store = bench.store
      let seats = [Seat(row: 1, number: 1), Seat(row: .min, number: 2), Seat(row: 7, number: 3)]
      let tickets = seats.prefix(2).flatMap { seat in (0..<3).map { Ticket(seat: seat, holder: "holder \($0)") } }
      try await store.save(seats)
      try await store.save(tickets)
      let found = try await store.select(Seat.all) {
        ($0.row, $0.tickets.average { $0.seat.row }, $0.tickets.sum { $0.seat.row })
      }
      bench.expect(found.map(\.0), [.min, 1, 7], "the seats")
      bench.expect(found.map(\.1), [Decimal(Int32.min), 1, nil], "the averages")
      bench.expect(found.map(\.2), [3 * Int64(Int32.min), 3, 0], "the sums")
    },
  ]
}
