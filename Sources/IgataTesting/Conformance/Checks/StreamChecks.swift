internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let streaming: [Check] = [
    Check("a stream returns the same rows as a fetch") { bench in
      let store = bench.store
      let owners = (0..<20).map { Person(name: "owner \($0)") }
      let labels = (0..<9).map { Label(name: "label \($0)") }
      try await store.insert(
        (0..<600).map { number in
          let own = (0..<number % 4).map { labels[(number + $0) % 9] }
          return Account(
            name: "\(number)", owner: owners[number % 20], labels: own,
            balance: Currency(storedInteger: Int64(number % 7))
          )
        })
      let queries = [
        Account.all, Account.all.order { [$0.balance.descending, $0.owner.name.ascending] },
        Account.where { $0.owner.name.hasSuffix("1") }.order { $0.name.descending }, Account.all.limit(300).offset(7),
        Account.all.limit(256), Account.all.limit(0), Account.where { $0.name == "no such name" },
      ]
      for (number, query) in queries.enumerated() {
        bench.expect(try await all(store.stream(query)), try await store.fetch(query), "the stream \(number)")
      }
      let inside = try await store.transaction { store in try await all(store.stream(queries[1])) }
      bench.expect(inside, try await store.fetch(queries[1]), "a stream in a transaction")
    },
    Check("a stream reads one snapshot, and delays no writer") { bench in
      let store = bench.store
      let links = (0..<1000).map { Link(id: $0) }
      try await store.insert(links)
      var seen: [Link] = []
      for try await link in store.stream(Link.all) {
        seen.append(link)
        guard link.id % 250 == 0 else { continue }
        try await store.delete(Link.self, id: 999 - link.id / 250)
        try await store.insert(Link(id: 5000 + link.id))
        bench.expect(try await store.count(Link.all), 1000, "rows meanwhile")
      }
      bench.expect(seen, links, "what the stream gave")
    },
    Check("streams can be abandoned, and many can be open") { bench in
      let store = bench.store
      try await store.insert((0..<600).map { Link(id: $0) })
      var open: [StoreStream<Link>.Iterator] = []
      for _ in 0..<10 {
        var iterator = store.stream(Link.all).makeAsyncIterator()
        bench.expect(try await iterator.next()?.id, 0, "the first row")
        open.append(iterator)
        for try await link in store.stream(Link.all) where link.id == 300 { break }
      }
      try await store.save(Link(id: 600))
      bench.expect(try await store.count(Link.all), 601, "rows while ten streams are open")
      for index in open.indices {
        var count = 1
        while try await open[index].next() != nil { count += 1 }
        bench.expect(count, 600, "rows of the stream \(index)")
      }
    },
    Check("rows are changed while a transaction streams them") { bench in
      let store = bench.store
      let seats = (1...30).flatMap { row in (1...20).map { Seat(row: row, number: $0) } }
      try await store.insert(seats)
      let kept = try await store.transaction { store in
        var seen: [Seat] = []
        for try await seat in store.stream(Seat.all) {
          seen.append(seat)
          try await store.update(Seat(row: seat.row, number: seat.number, comfort: seat.comfort + 1))
        }
        bench.expect(seen, seats, "what the stream gave")
        return store.stream(Seat.all).makeAsyncIterator()
      }
      bench.expect(try await store.count(Seat.where { $0.comfort == 4 }), 600, "changed rows")
      await bench.expect("a stream of a transaction that ended", "misuse") {
        var kept = kept
        _ = try await kept.next()
      } isRight: {
        if case .misuse = $0 { true } else { false }
      }
    },
    Check("a stream ends with its task") { bench in
      let store = bench.store
      try await store.insert((0..<1000).map { Link(id: $0) })
      let task = Task {
        var count = 0
        for try await _ in store.stream(Link.all) {
          count += 1
          if count == 300 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      await bench.expect(.cancelled, "a cancelled stream") { try await task.value }
      try await store.save(Link(id: 1000))
    },
  ]

  private static func all<Model: PersistableModel>(_ stream: StoreStream<Model>) async throws -> [Model] {
    var models: [Model] = []
    for try await model in stream { models.append(model) }
    return models
  }
}
