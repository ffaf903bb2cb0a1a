internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let relatedFetches: [Check] = [
    Check("models with the rows that refer to them, of which each has its own limit") { bench in
      let store = bench.store
      let accounts = try await bench.makeAccounts()
      let people = try await store.fetch(Person.all)
      // What is expected is computed from all accounts, by closures.
      func owned(by person: Person, _ isSelected: (Account) -> Bool = { _ in true }) -> [Account] {
        accounts.filter { $0.ownerID == person.id && isSelected($0) }
      }
      func byBalance(_ left: Account, _ right: Account) -> Bool { left.balance > right.balance }
      let all = try await store.fetch(Person.all, with: { $0.accounts })
      bench.expect(all.map(\.0), people, "the models")
      bench.expect(all.map(\.1), people.map { owned(by: $0) }, "all rows, in the order of their keys")
      for limit in 0...4 {
        for offset in 0...2 {
          let found = try await store.fetch(Person.all) {
            $0.accounts.where { $0.balance > 1 }.order { $0.balance.descending }.offset(offset).limit(limit)
          }
          let expected = people.map { person in
            Array(owned(by: person) { $0.balance > 1 }.sorted(by: byBalance).dropFirst(offset).prefix(limit))
          }
          bench.expect(found.map(\.1), expected, "\(limit) rows after \(offset)")
        }
      }
      let offset = try await store.fetch(Person.all, with: { $0.accounts.offset(2) })
      bench.expect(offset.map(\.1), people.map { Array(owned(by: $0).dropFirst(2)) }, "an offset alone")
      let some = Person.where { $0.name != "person 1" }.order { $0.name.descending }.limit(3)
      let chosen = try await store.fetch(some, with: { $0.accounts.order { $0.name.ascending }.limit(2) })
      bench.expect(chosen.map(\.0), try await store.fetch(some), "some models")
      bench.expect(
        chosen.map(\.1), chosen.map { Array(owned(by: $0.0).sorted { $0.name < $1.name }.prefix(2)) }, "their rows")
      let none = try await store.fetch(Person.where { $0.name == "nobody" }, with: { $0.accounts.limit(1) })
      bench.expect(none.count, 0, "no models")
      let inside = try await store.transaction { store in
        var first = accounts[0]
        first.balance = 1000
        try await store.save(first)
        return try await store.fetch(Person.all, with: { $0.accounts.where { $0.balance == 1000 } })
      }
      bench.expect(inside.map(\.1.count).reduce(0, +), 1, "in a transaction, what it has written is read")
    },
    Check("models with the rows of a list, and those whose lists contain them") { bench in
      let store = bench.store
      let accounts = try await bench.makeAccounts()
      let labels = try await store.fetch(Label.all)
      let all = Account.all.order { $0.name.ascending }
      let sorted = accounts.sorted { $0.name < $1.name }
      let lists = try await store.fetch(all, with: { $0.labels })
      bench.expect(lists.map(\.1), sorted.map(\.labels), "lists, in their order")
      let first = try await store.fetch(all, with: { $0.labels.where { $0.name != "label 0" }.limit(2) })
      bench.expect(
        first.map(\.1), sorted.map { Array($0.labels.filter { $0.name != "label 0" }.prefix(2)) },
        "the beginnings of lists")
      let named = try await store.fetch(all, with: { $0.labels.order { $0.color.descending }.limit(2) })
      bench.expect(
        named.map(\.1), sorted.map { Array($0.labels.sorted { ($1.color, $0.name) < ($0.color, $1.name) }.prefix(2)) },
        "lists in another order")
      let back = try await store.fetch(Label.all) { $0.accounts.where { $0.owner.name != "person 2" }.limit(3) }
      bench.expect(back.map(\.0), labels, "the members of lists")
      bench.expect(
        back.map { $0.1.map(\.name) },
        labels.map { label in
          accounts.filter { $0.owner.name != "person 2" && $0.labels.contains(label) }.prefix(3).map(\.name)
        }, "the models whose lists contain them")
      bench.expect(
        back.flatMap(\.1), back.flatMap { $0.1.flatMap { found in accounts.filter { $0.id == found.id } } },
        "with their own lists")
      let related = try await store.fetch(Label.all) {
        $0.accounts.where { $0.children.contains { $0.balance > 2 } }.order { $0.owner.name.descending }
      }
      let parents = Set(accounts.filter { $0.balance > 2 }.compactMap(\.parentID))
      bench.expect(
        related.map { Set($0.1.map(\.id)) },
        labels.map { label in
          Set(accounts.filter { parents.contains($0.id) && $0.labels.contains(label) }.map(\.id))
        }, "a condition on related rows")
    },
    Check("several kinds of related rows, and rows of these") { bench in
      let store = bench.store
      let accounts = try await bench.makeAccounts()
      func children(_ account: Account) -> [Account] { accounts.filter { $0.parentID == account.id } }
      let both = try await store.fetch(Account.all) { ($0.children, $0.labels.limit(1)) }
      bench.expect(both.map(\.0), accounts, "the models")
      bench.expect(both.map(\.1.0), accounts.map(children), "rows of one relation")
      bench.expect(both.map(\.1.1), accounts.map { Array($0.labels.prefix(1)) }, "rows of another")
      let nested = try await store.fetch(Person.all) {
        $0.accounts.where { $0.balance > 0 }.with { ($0.children.with { $0.labels }, $0.labels) }
      }
      for (person, owned) in nested {
        let expected = accounts.filter { $0.ownerID == person.id && $0.balance > 0 }
        bench.expect(owned.map(\.0), expected, "one level")
        bench.expect(owned.map { $0.1.0.map(\.0) }, expected.map(children), "two levels")
        bench.expect(owned.map { $0.1.0.map(\.1) }, expected.map { children($0).map(\.labels) }, "three levels")
        bench.expect(owned.map(\.1.1), expected.map(\.labels), "another relation on the second level")
      }
      let included = try await store.fetch(Person.all, with: { $0.accounts.including { $0.parent } })
      bench.expect(
        included.flatMap { $0.1.map { $0.parent?.name } },
        included.flatMap { $0.1.map { account in accounts.first { $0.id == account.parentID }?.name } },
        "relations of the related rows")
      await bench.expect("related rows of a relation", "unsupportedQuery") {
        _ = try await store.fetch(Account.all, with: { $0.owner.accounts })
      } isRight: {
        if case .unsupportedQuery = $0 { true } else { false }
      }
    },
    Check("related rows by a key of two columns, some of which refer to none") { bench in
      let store = bench.store
      let seats = (1...3).flatMap { row in (1...2).map { Seat(row: row, number: $0) } }
      let tickets = try await store.save(
        (0..<20).map { Ticket(seat: $0 % 7 == 6 ? nil : seats[$0 % 7], holder: "holder \($0)") })
      for query in [Seat.all, Seat.where { $0.row > 1 }] {
        for limit in [2, 100] {
          let found = try await store.fetch(query, with: { $0.tickets.order { $0.holder.descending }.limit(limit) })
          bench.expect(found.count, try await store.count(query), "the models")
          for (seat, own) in found {
            let expected = tickets.filter { $0.seatID == seat.primaryKey }.map(\.holder).sorted(by: >)
            bench.expect(own.map(\.holder), Array(expected.prefix(limit)), "the rows of \(seat.primaryKey)")
          }
        }
      }
    },
    Check("pages and streams of models with related rows, and of values") { bench in
      let store = bench.store
      _ = try await bench.makeAccounts()
      let query = Account.where { $0.name != "account 3" }.order { ($0.owner.name.descending, $0.balance.ascending) }
      let models = try await store.fetch(query, with: { $0.labels.limit(2) })
      let values = try await store.select(query) { ($0.name, $0.balance, $0.parent.name.optional) }
      var page = try await store.page(query, size: 4, with: { $0.labels.limit(2) })
      var paged = page.items
      while page.hasMore {
        page = try await store.page(query, size: 4, after: page.cursor, with: { $0.labels.limit(2) })
        paged += page.items
      }
      bench.expect(paged.map(\.0), models.map(\.0), "the models of pages")
      bench.expect(paged.map(\.1), models.map(\.1), "their related rows")
      var valuePage = try await store.page(query, size: 5) { ($0.name, $0.balance, $0.parent.name.optional) }
      var pagedValues = valuePage.items
      while valuePage.hasMore {
        valuePage = try await store.page(query, size: 5, after: valuePage.cursor) {
          ($0.name, $0.balance, $0.parent.name.optional)
        }
        pagedValues += valuePage.items
      }
      bench.expect(pagedValues.map { "\($0)" }, values.map { "\($0)" }, "the values of pages")
      let names = try await store.page(query, size: 3) { $0.name }
      bench.expect(names.items, values.prefix(3).map(\.0), "a page of one value")
      for isInside in [false, true] {
        let body = { @Sendable (store: Store) in
          var streamed: [(Account, ([Label], [Account]))] = []
          for try await element in store.stream(query, with: { ($0.labels.limit(2), $0.children) }) {
            streamed.append(element)
          }
          bench.expect(streamed.map(\.0), models.map(\.0), "the models of a stream")
          bench.expect(streamed.map(\.1.0), models.map(\.1), "their related rows")
          var streamedValues: [String] = []
          for try await value in store.stream(query, { ($0.name, $0.balance, $0.parent.name.optional) }) {
            streamedValues.append("\(value)")
          }
          bench.expect(streamedValues, values.map { "\($0)" }, "the values of a stream")
        }
        if isInside { try await store.transaction { try await body($0) } } else { try await body(store) }
      }
      try await store.insert((0..<600).map { Link(id: $0) })
      let links = try await store.transaction { store in
        var ids: [Int64] = []
        for try await id in store.stream(Link.all.order { $0.id.descending }, { $0.id }) { ids.append(id) }
        return ids
      }
      bench.expect(links, (0..<600).reversed(), "a long stream of values")
    },
    Check("relations of models at hand are loaded, and models are refreshed") { bench in
      let store = bench.store
      let accounts = try await bench.makeAccounts()
      var some = try await store.fetch(Account.all)
      some[0].balance = 77
      let loaded = try await store.load(some) { $0.parent.parent }
      bench.expect(loaded.map(\.asFetched), some, "everything else is as it was")
      func find(_ id: UUID?) -> Account? { accounts.first { $0.id == id } }
      bench.expect(loaded.map { $0.parent?.name }, some.map { find($0.parentID)?.name }, "the parents")
      bench.expect(
        loaded.map { $0.parent?.parent?.name }, some.map { find(find($0.parentID)?.parentID)?.name }, "theirs")
      let writes = try await bench.writes { store in try await store.save(loaded[1]) }
      bench.expect(writes.filter { !$0.hasPrefix("Account: ") }, [], "a save writes none of what was loaded")
      // A target that was changed stays changed.
      if let index = loaded.indices.dropFirst().first(where: { loaded[$0].parent?.parent != nil }) {
        var own = try await store.load(some[index]) { $0.parent }
        own.parent?.balance = 55
        own = try await store.load(own) { $0.parent.parent }
        bench.expect(own.parent?.balance, 55, "a target that was changed")
        bench.expect(own.parent?.parent?.name, loaded[index].parent?.parent?.name, "its own target")
        try await store.save(own)
        bench.expect(try await store.find(Account.self, id: own.parent?.id ?? own.id)?.balance, 55, "it is saved")
      }
      let refreshed = try await store.refresh(loaded)
      bench.expect(refreshed.map(\.name), loaded.map(\.name), "the order of the models")
      bench.expect(refreshed[0].balance != 77, "a change that was not saved is lost")
      bench.expect(
        refreshed.map { $0.parent?.parent?.name }, loaded.map { $0.parent?.parent?.name },
        "loaded relations are loaded again")
      try await store.delete(Account.self, id: some[2].id)
      bench.expect(try await store.refresh(some).map(\.id), some.map(\.id).filter { $0 != some[2].id }, "a row is gone")
      bench.expect(try await store.refresh(some[2]), nil, "no row")
      let withLabels = try await store.load([some[3], some[3], some[1]], with: { $0.labels.limit(1) })
      bench.expect(
        withLabels.map(\.1), [some[3], some[3], some[1]].map { Array($0.labels.prefix(1)) }, "rows of models at hand")
    },
  ]
}

extension Bench {
  /// Saves accounts of several people, in which each has lists and children, and returns them as they are fetched.
  fileprivate func makeAccounts() async throws -> [Account] {
    let people = (0..<5).map { Person(name: "person \($0)") }
    let labels = (0..<4).map { Label(name: "label \($0)", color: $0 % 2 == 0 ? "red" : "blue") }
    var accounts: [Account] = []
    for number in 0..<17 {
      accounts.append(
        Account(
          name: "account \(number)", owner: people[number % 4], parent: number < 4 ? nil : accounts[number / 3],
          labels: (0..<number % 4).map { labels[(number + 3 * $0) % 4] },
          balance: Currency(storedInteger: Int64(number * 7 % 13) * 1000 - 3000)))
    }
    // One has none.
    try await store.save(people)
    try await store.save(accounts)
    return try await store.fetch(Account.all)
  }
}
