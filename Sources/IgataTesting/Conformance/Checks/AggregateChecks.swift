internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let aggregates: [Check] = [
    Check("count, exists and first agree with fetch") { bench in
      let store = bench.store
      var generator = SeededGenerator(seed: bench.seed)
      try await store.save((0..<100).map { _ in Specimen.random(using: &generator) })
      for query in [
        Specimen.all, Specimen.where { $0.large > 0 }, Specimen.where { $0.large > 100 },
        Specimen.where { $0.flag == true }.order { $0.large.descending }, Specimen.all.limit(7),
        Specimen.where { $0.small >= 0 }.offset(5).limit(1000), Specimen.all.limit(0), Specimen.all.offset(1000),
      ] {
        let rows = try await store.fetch(query)
        bench.expect(try await store.count(query), rows.count, "count of \(query)")
        bench.expect(try await store.exists(query), !rows.isEmpty, "exists of \(query)")
        bench.expect(try await store.first(query), rows.first, "first of \(query)")
      }
    },
    Check("products equal those of Swift, including zero and infinity") { bench in
      let numbers: [Double] = [
        0, .leastNonzeroMagnitude, -2024 * .leastNonzeroMagnitude, .leastNormalMagnitude, 1e-170, -1.5e-162, 1.6e-162,
        1e-100, 0.5, -1, 3,
        1.3407807929942596e154, 1.3407807929942597e154, -1e200, .greatestFiniteMagnitude, .infinity,
      ]
      let rows = numbers.map { number in
        var row = Specimen()
        row.double = number
        return row
      }
      try await bench.store.save(rows)
      for number in numbers {
        let square = number * number
        let found = try await bench.store.fetch(Specimen.where { $0.double * $0.double == square })
        let expected = numbers.filter { $0 * $0 == square }
        bench.expect(found.map(\.double).sorted(), expected.sorted(), "numbers whose square is that of \(number)")
      }
    },
    Check("sums are exact, and their overflow is an error") { bench in
      let store = bench.store
      var generator = SeededGenerator(seed: bench.seed)
      let rows = (0..<100).map { _ in Specimen.random(using: &generator) }
      try await store.save(rows)
      let all = Specimen.all
      bench.expect(
        try await store.sum(all) { $0.money }, Currency(storedInteger: rows.reduce(0) { $0 + $1.money.storedInteger }),
        "sum of a Currency")
      bench.expect(try await store.sum(all) { $0.large }, rows.reduce(0) { $0 + $1.large }, "sum of an Int64")
      bench.expect(try await store.sum(all) { $0.small }, rows.reduce(0) { $0 + Int64($1.small) }, "sum of an Int16")
      bench.expect(try await store.sum(all) { $0.double }, rows.reduce(0) { $0 + $1.double }, "sum of a Double")
      bench.expect(try await store.sum(all) { $0.single }, rows.reduce(0) { $0 + Double($1.single) }, "sum of a Float")
      bench.expect(try await store.sum(all) { $0.exact }, rows.reduce(0) { $0 + $1.exact }, "sum of a Decimal")
      bench.expect(
        try await store.sum(all) { $0.maybeLarge }, rows.reduce(0) { $0 + ($1.maybeLarge ?? 0) }, "sum with nil")
      bench.expect(
        try await store.sum(Specimen.where { $0.large > 0 }) { $0.large * 2 + $0.small.asInt64 },
        rows.filter { $0.large > 0 }.reduce(0) { $0 + $1.large * 2 + Int64($1.small) }, "sum of a computation")
      let none = Specimen.where { $0.large > 100 }
      bench.expect(try await store.sum(none) { $0.money }, 0, "sum of no Currency")
      bench.expect(try await store.sum(none) { $0.double }, 0, "sum of no Double")
      bench.expect(try await store.sum(none) { $0.exact }, 0, "sum of no Decimal")
      var rich = Specimen()
      rich.money = .max
      rich.large = .max
      var poor = rich
      poor = Specimen()
      poor.money = .min
      poor.large = 1
      try await store.delete(Specimen.all)
      try await store.save([rich, poor])
      bench.expect(try await store.sum(all) { $0.money }, Currency(storedInteger: -1), "sum of the bounds")
      await bench.expect(.overflow(expression: "the sum of Specimen.large"), "a sum out of range") {
        _ = try await store.sum(all) { $0.large }
      }
      await bench.expect(.overflow(expression: "the sum of Specimen.large"), "a sum of a group out of range") {
        _ = try await store.sum(all.grouped { $0.flag }) { $0.large }
      }
      try await store.save(
        Specimen.extremes.map { row in
          var row = row
          row.exact = .greatestFiniteMagnitude
          return row
        })
      await bench.expect(.overflow(expression: "the sum of Specimen.exact"), "a sum of decimals out of range") {
        _ = try await store.sum(all) { $0.exact }
      }
      let beyond = Specimen.where { $0.large + 1 > 0 }
      let error = StoreError.overflow(expression: "Specimen.large + …")
      await bench.expect(error, "a condition out of range") { _ = try await store.fetch(beyond) }
      await bench.expect(error, "an order out of range") {
        _ = try await store.fetch(all.order { ($0.large + 1).ascending })
      }
      await bench.expect(error, "a count out of range") { _ = try await store.count(beyond) }
      await bench.expect(error, "a page out of range") { _ = try await store.page(beyond, size: 2) }
      await bench.expect(error, "a stream out of range") { for try await _ in store.stream(beyond) {} }
      await bench.expect(error, "a deletion out of range") { _ = try await store.delete(beyond) }
      await bench.expect(error, "a transaction out of range") {
        try await store.transaction { (store) in _ = try await store.fetch(beyond) }
      }
    },
    Check("least and greatest values") { bench in
      let store = bench.store
      var generator = SeededGenerator(seed: bench.seed)
      let rows = (0..<60).map { _ in Specimen.random(using: &generator) }
      try await store.save(rows)
      let all = Specimen.all
      bench.expect(try await store.min(all) { $0.money }, rows.map(\.money).min(), "least Currency")
      bench.expect(try await store.max(all) { $0.money }, rows.map(\.money).max(), "greatest Currency")
      bench.expect(try await store.min(all) { $0.maybeLarge }, rows.compactMap(\.maybeLarge).min(), "least with nil")
      bench.expect(try await store.max(all) { $0.at }, rows.map(\.at).max(), "greatest Date")
      bench.expect(try await store.max(all) { $0.day }, rows.map(\.day).max(), "greatest Day")
      bench.expect(try await store.min(all) { $0.maybeDay }, rows.compactMap(\.maybeDay).min(), "least Day with nil")
      bench.expect(try await store.max(all) { $0.exact }, rows.map(\.exact).max(), "greatest Decimal")
      let texts = rows.map { Array($0.text.utf8) }
      bench.expect(
        try await store.max(all) { $0.text }.map { Array($0.utf8) }, texts.max { $0.lexicographicallyPrecedes($1) },
        "greatest String")
      bench.expect(try await store.min(Specimen.where { $0.large > 100 }) { $0.money }, nil, "least of none")
    },
  ]
}

extension Column where Value == Int16 {
  /// A store treats integers of all widths as one kind of number.
  fileprivate var asInt64: Column<Int64> {
    guard case .column(let path, let index) = expression else { return Column<Int64>(RelationPath(), 4) }
    return Column<Int64>(path, index)
  }
}
