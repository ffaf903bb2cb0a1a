internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let relations: [Check] = [
    Check("a model is saved and loaded with its related models") { bench in
      let store = bench.store
      let labels = [Label(name: "b", color: "blue"), Label(name: "a", color: "red"), Label(name: "c")]
      let parent = Account(name: "parent", owner: Person(name: "Taro"))
      var account = Account(name: "child", owner: Person(name: "Hanako"), parent: parent, labels: labels, balance: 1)
      account.preferences.warnBelow = 7
      let saved = try await store.save(account)
      bench.expect(saved, account, "what save returns")
      let loaded = try await store.find(Account.self, id: account.id)
      bench.expect(loaded, account.asFetched, "what is loaded")
      bench.expect(loaded?.labels, labels, "the labels, in their order")
      bench.expect(loaded?.parentID, parent.id, "the key of the parent")
      bench.expect(loaded?.preferences.warnBelow, 7, "the preferences")
      bench.expect(try await store.count(Person.all), 2, "persons")
      let untouched = try await store.find(Account.self, id: parent.id)
      bench.expect(untouched?.hasPreferences, false, "whether the parent has preferences")
      bench.expect(untouched?.preferences.warnBelow, 10, "the default of preferences that are not there")
      bench.expect(try await store.count(Preferences.all), 1, "preferences")
    },
    Check("changes of related models are saved with a model") { bench in
      let store = bench.store
      var account = try await store.save(
        Account(name: "a", owner: Person(name: "Taro"), labels: [Label(name: "x"), Label(name: "y")]))
      account.owner.name = "Jiro"
      account.labels = [Label(name: "y"), Label(name: "z"), Label(name: "y")]
      account.preferences.motto = "save"
      account = try await store.update(account)
      bench.expect(account.labels.map(\.name), ["y", "z"], "the labels, each of them once")
      var loaded = try await store.find(Account.self, id: account.id)
      bench.expect(loaded, account, "what is loaded")
      bench.expect(loaded?.owner.name, "Jiro", "the owner's name")
      bench.expect(loaded?.labels.map(\.name), ["y", "z"], "the labels")
      account.labels = []
      account.clearPreferences()
      try await store.save(account)
      loaded = try await store.find(Account.self, id: account.id)
      bench.expect(loaded?.labels, [], "the labels after they were taken away")
      bench.expect(loaded?.hasPreferences, false, "whether there are preferences after they were cleared")
      bench.expect(try await store.count(Label.all), 3, "labels, which stay")
    },
    Check("lists keep their order, which is not that of the keys") { bench in
      let store = bench.store
      var generator = SeededGenerator(seed: bench.seed)
      let (taro, labels) = (Person(name: "Taro"), (0..<40).map { Label(name: "label \($0)") })
      var accounts: [Account] = []
      for count in [1, 2, 3, 16, 17, 40] {
        let own = Array(labels.shuffled(using: &generator).prefix(count))
        accounts.append(Account(name: "\(count)", owner: taro, labels: own + own.prefix(5)))
      }
      let saved = try await store.save(accounts)
      for (account, saved) in zip(accounts, saved) {
        let expected = account.labels.prefix(Int(account.name) ?? 0).map(\.name)
        bench.expect(saved.labels.map(\.name), expected, "\(account.name) labels that were saved")
        let loaded = try await store.find(Account.self, id: account.id)
        bench.expect(loaded?.labels.map(\.name), expected, "\(account.name) labels that were loaded")
      }
    },
    Check("every model among many gets its own list") { bench in
      let store = bench.store
      let (taro, labels) = (Person(name: "Taro"), ["a", "b", "c", "é", "e\u{301}"].map { Label(name: $0) })
      let accounts = (0..<40).map { number in
        // Some have no related rows: one after the other, and at both ends.
        let own = number % 7 < 3 || number == 39 ? [] : (0..<(number % 4)).map { labels[(number + $0) % 5] }
        return Account(name: String(number), owner: taro, labels: own)
      }
      try await store.save(accounts)
      func expect(_ query: Query<Account>, _ what: String) async throws {
        for account in try await store.fetch(query) {
          let given = accounts.first { $0.id == account.id }
          bench.expect(
            account.labels.map(\.name.unicodeScalars.count), given?.labels.map(\.name.unicodeScalars.count), what)
          bench.expect(account.labels, given?.labels, what)
        }
      }
      try await expect(Account.all, "labels of all")
      try await expect(Account.all.order { $0.name.descending }, "labels of all, in another order than their keys'")
      try await expect(Account.where { $0.name > "2" }.order { $0.id.descending }, "labels of some, backwards")
      try await expect(Account.all.order { $0.name.ascending }.limit(9), "labels of the first")
      try await store.delete(Account.where { $0.name < "3" })
      try await expect(Account.all, "labels of those that are left")
    },
    Check("unchanged models from the store are not written again") { bench in
      let store = bench.store
      let account = try await store.save(Account(name: "a", owner: Person(name: "Taro"), labels: [Label(name: "x")]))
      try await store.update(Person(id: account.ownerID, name: "changed by another"))
      try await store.update(Label(name: "x", color: "changed by another"))
      try await store.save(account)
      let loaded = try await store.find(Account.self, id: account.id)
      bench.expect(loaded?.owner.name, "changed by another", "the owner's name")
      bench.expect(loaded?.labels.first?.color, "changed by another", "the label's color")
    },
    Check("models of another store are new to this one") { bench in
      let elsewhere = Store(MemoryBackend())
      try await elsewhere.prepare(ConformanceSchema.self)
      let taro = Person(name: "Taro")
      let account = try await elsewhere.save(Account(name: "a", owner: taro, labels: [Label(name: "x")]))
      try await bench.store.save(account)
      bench.expect(try await bench.store.find(Account.self, id: account.id), account, "what is loaded")
    },
    Check("generated keys are set in the rows that refer to them") { bench in
      let store = bench.store
      let first = Ticket(holder: "first")
      let second = Ticket(seat: Seat(row: 1, number: 2), holder: "second", replaces: first)
      let third = try await store.save(Ticket(holder: "third", replaces: second))
      guard let replaced = third.replaces, let original = replaced.replaces else {
        return bench.report.fail("what save returns does not hold what was saved")
      }
      bench.expect(third.replacesID, replaced.id, "the key of the second")
      bench.expect(replaced.replacesID, original.id, "the key of the first")
      bench.expect(Set([third.id, replaced.id, original.id]), [1, 2, 3], "keys")
      let loaded = try await store.fetch(Ticket.all.order { $0.holder.ascending })
      bench.expect(loaded.map(\.holder), ["first", "second", "third"], "rows")
      bench.expect(loaded.map(\.replacesID), [nil, original.id, replaced.id], "what each replaces")
      bench.expect(loaded.dropFirst().first?.seatID, Seat.Key(row: 1, number: 2), "the seat")
    },
    Check("rows of one table are written after those that they refer to") { bench in
      let owner = Person(name: "owner")
      var accounts = [Account(name: "0", owner: owner)]
      for number in 1..<50 {
        let last = accounts[number - 1]
        accounts.append(Account(name: "\(number)", owner: owner, parent: last))
      }
      let given = Array(accounts.reversed())
      let saved = try await bench.store.save(given)
      bench.expect(saved.map(\.name), given.map(\.name), "the order of what save returns")
      bench.expect(try await bench.store.count(Account.all), 50, "rows")
    },
    Check("dictionaries are saved and loaded") { bench in
      let store = bench.store
      let account = try await store.save(
        [
          "name": "a", "owner": ["name": "Taro", "email": "t@x"], "labels": [["name": "x"]], "balance": "1.5",
        ], as: Account.self)
      let rows = try await store.load(Account.self)
      bench.expect(rows.count, 1, "rows")
      bench.expect(rows.first?["name"] as? String, "a", "the name")
      bench.expect((rows.first?["owner"] as? [String: any Sendable])?["email"] as? String, "t@x", "the owner's e-mail")
      bench.expect(try rows.first.map { try Account(dictionary: $0) }, account, "the same model from the dictionary")
      let second = try await store.save(["name": "b", "ownerID": account.ownerID], as: Account.self)
      bench.expect(second.owner.name, "Taro", "the owner that was given by its key")
      await bench.expect(.foreignKey(model: "Account", field: "owner"), "the key of an owner that is not there") {
        try await store.save(["name": "c", "ownerID": UUID()], as: Account.self)
      }
      await bench.expect("a dictionary that is no account", "conversion") {
        try await store.save([["name": "d", "ownerID": account.ownerID], ["name": 5]], as: Account.self)
      } isRight: {
        if case .conversion = $0 { true } else { false }
      }
      bench.expect(try await store.count(Account.all), 2, "rows")
    },
  ]
}
