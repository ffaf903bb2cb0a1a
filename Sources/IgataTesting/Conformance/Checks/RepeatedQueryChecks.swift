internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  /// Backends cache compiled queries. The cache must not retain the values of an earlier query.
  static let repeatedQueries: [Check] = [
    Check("a query is repeated with other values") { bench in
      let store = bench.store
      var generator = SeededGenerator(seed: bench.seed)
      let rows = (0..<80).map { _ in Specimen.random(using: &generator) }.sorted { $0.id.isBefore($1.id) }
      try await store.save(rows)
      // Two equal bounds, bounds that equal a column's values, the first pair again, and bounds that no row has.
      let bounds: [(Int64, Int64)] = [(-3, 4), (0, 0), (5, -5), (-3, 4), (1 << 40, 2), (7, 3000)]
      for (low, factor) in bounds {
        let query = Specimen.where { $0.large > low && $0.large != factor }
        let expected = rows.filter { $0.large > low && $0.large != factor }
        bench.expect(try await store.fetch(query).map(\.id), expected.map(\.id), "rows of \(low), \(factor)")
        bench.expect(try await store.count(query), expected.count, "count of \(low), \(factor)")
        bench.expect(
          try await store.sum(query) { $0.large * factor + low },
          expected.reduce(0) { $0 + $1.large * factor + low }, "sum of \(low), \(factor)")
        bench.expect(
          try await store.max(query) { $0.large * factor }, expected.map { $0.large * factor }.max(),
          "greatest of \(low), \(factor)")
        for (limit, offset) in [(5, 0), (5, 3), (2, 70), (100, 1)] {
          let part = query.order { $0.id.ascending }.limit(limit).offset(offset)
          let expected = expected.dropFirst(offset).prefix(limit)
          bench.expect(try await store.fetch(part).map(\.id), expected.map(\.id), "\(limit) rows from \(offset)")
          bench.expect(try await store.count(part), expected.count, "count of \(limit) from \(offset)")
          bench.expect(
            try await store.sum(part) { $0.large }, expected.reduce(0) { $0 + $1.large },
            "sum of \(limit) from \(offset)")
        }
        bench.expect(
          try await store.sum(query.grouped { $0.flag }) { $0.large * factor }.map(\.value),
          [false, true].compactMap { flag in
            let group = expected.filter { $0.flag == flag }
            return group.isEmpty ? nil : group.reduce(0) { $0 + $1.large * factor }
          }, "sums of groups of \(low), \(factor)")
      }
      for text in ["a", "", "%", "a"] {
        let expected = rows.filter { $0.text.contains(text) || text.isEmpty }
        bench.expect(
          try await store.count(Specimen.where { $0.text.contains(text) }), expected.count, "texts with \(text)")
      }
      // Null is in no list.
      let numbers = QueryExpression.column(RelationPath(), 19)
      let number = rows.compactMap(\.numbers.first).first ?? 3
      for value in [.null, .integer(number), .null, .integer(number)] as [StoredValue] {
        let expected = value == .null ? 0 : rows.count { $0.numbers.contains(number) }
        var query = Specimen.all
        query.condition = .contains(numbers, value)
        bench.expect(try await store.count(query), expected, "lists with \(value)")
      }
      for value in [nil, 3, nil, -1] as [Int64?] {
        let expected = rows.filter { $0.maybeLarge == value }
        bench.expect(
          try await store.count(Specimen.where { $0.maybeLarge == value }), expected.count,
          "\(value.map { "\($0)" } ?? "nil")")
      }
    }
  ]
}
