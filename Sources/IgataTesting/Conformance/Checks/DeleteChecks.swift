internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let deletes: [Check] = [
    Check("delete removes the given rows and returns their number") { bench in
      let store = bench.store
      try await store.save((1...9).map { Label(name: "\($0)", color: $0 < 5 ? "low" : "high") })
      bench.expect(try await store.delete(Label(name: "1")), true, "delete of a row")
      bench.expect(try await store.delete(Label(name: "1")), false, "delete of a missing row")
      bench.expect(try await store.delete(Label.self, id: "2"), true, "delete by key")
      bench.expect(try await store.delete(Label.where { $0.color == "low" }), 2, "delete by condition")
      bench.expect(
        try await store.delete(Label.all.order { $0.name.descending }.limit(2)), 2, "delete of the last two")
      bench.expect(try await store.fetch(Label.all).map(\.name), ["5", "6", "7"], "what is left")
      bench.expect(try await store.delete(Label.self, ids: [String]()), 0, "delete of nothing")
    },
    Check("cascade deletes related rows, nullify keeps them") { bench in
      let store = bench.store
      let owner = Person(name: "owner")
      let other = Person(name: "other")
      let parent = try await store.save(Account(name: "parent", owner: owner))
      let preferences = Preferences(warnBelow: 5)
      var child = Account(name: "child", owner: other, preferences: preferences, labels: [Label(name: "x")])
      child.parentID = parent.id
      child = try await store.save(child)
      bench.expect(try await store.delete(owner), true, "delete of the owner")
      bench.expect(try await store.find(Account.self, id: parent.id), nil, "the owner's account")
      var found = try await store.find(Account.self, id: child.id)
      bench.expect(found?.parentID, nil, "the parent of the account that is left")
      try await store.delete(child.preferences)
      try await store.delete(Label(name: "x"))
      found = try await store.find(Account.self, id: child.id)
      bench.expect(found?.hasPreferences, false, "whether the account has preferences")
      bench.expect(found?.labels, [], "the labels of the account")
      let seat = Seat(row: 1, number: 1)
      let ticket = try await store.save(Ticket(seat: seat, holder: "a"))
      try await store.delete(seat)
      let loaded = try await store.find(Ticket.self, id: ticket.id)
      bench.expect(loaded?.holder, "a", "the ticket of the seat that went")
      bench.expect(loaded?.seatID, nil, "the seat of the ticket")
    },
    Check("cascades follow chains and cycles of any length") { bench in
      let count: Int64 = 3000
      try await bench.store.insert((0..<count).map { Link(id: $0, previousID: $0 == 0 ? nil : $0 - 1) })
      try await bench.store.update(Link(id: 0, previousID: count - 1))
      try await bench.store.insert(Link(id: count))
      bench.expect(try await bench.store.delete(Link.self, id: 17), true, "delete of one of them")
      bench.expect(try await bench.store.fetch(Link.all).map(\.id), [count], "what is left")
    },
    Check("restrict is checked immediately, noAction at the commit") { bench in
      let store = bench.store
      let restricted = Label(name: "restricted")
      let deferred = Label(name: "deferred")
      try await store.save([restricted, deferred, Label(name: "free")])
      try await store.save([Guard(id: 1, restricting: restricted), Guard(id: 2, deferring: deferred)])
      await bench.expect(
        .inUse(model: "Label", referrer: "Guard", field: "restricted", keys: ["1"]), "delete of a restricted row"
      ) {
        try await store.delete(restricted)
      }
      await bench.expect("delete of a row that is referred to", "inUse by Guard") {
        try await store.delete(deferred)
      } isRight: {
        if case .inUse("Label", "Guard", _, ["2"]) = $0 { true } else { false }
      }
      bench.expect(try await store.count(Label.all), 3, "rows after two failures")
      try await store.transaction { store in
        try await store.delete(deferred)
        try await store.delete(Guard.self, id: 2)
        try await store.insert(Guard(id: 3, deferring: Label(name: "later")))
        try await store.insert(Label(name: "later"))
      }
      bench.expect(try await store.fetch(Label.all).map(\.name), ["free", "later", "restricted"], "what is left")
      try await store.delete(Guard.self, id: 1)
      try await store.delete(restricted)
    },
    Check("a row that is used is reported with the first rows that use it") { bench in
      let store = bench.store
      try await store.save([Label(name: "a"), Label(name: "b"), Label(name: "c")])
      try await store.insert((1...5).map { Guard(id: $0, restricting: Label(name: $0 < 5 ? "a" : "b")) })
      await bench.expect(
        .inUse(model: "Label", referrer: "Guard", field: "restricted", keys: ["1", "2", "3"]), "delete of all rows"
      ) {
        try await store.delete(Label.all)
      }
      try await store.transaction { store in
        await bench.expect(
          .inUse(model: "Label", referrer: "Guard", field: "restricted", keys: ["5"]), "delete in a transaction"
        ) {
          try await store.delete(Label.self, where: { $0.name >= "b" })
        }
      }
      bench.expect(try await store.count(Label.all), 3, "rows after the failures")
    },
    Check("wrappers are deleted with their owners") { bench in
      let store = bench.store
      let taro = try await store.save(Person(name: "Taro"))
      func account(_ name: String, of owner: Person) async throws -> Account {
        try await store.save(Account(name: name, owner: owner, preferences: Preferences(motto: name)))
      }
      func mottos() async throws -> [String?] {
        try await store.fetch(Preferences.all.order { $0.motto.ascending }).map(\.motto)
      }
      let one = try await account("1", of: taro)
      for name in ["2", "3", "4", "5"] { _ = try await account(name, of: taro) }
      bench.expect(
        try await bench.writes { try await $0.delete(one) }, ["Account", "Preferences"], "what is deleted")
      bench.expect(try await mottos(), ["2", "3", "4", "5"], "after an account")
      bench.expect(try await store.delete(Account.self, where: { $0.name == "2" }), 1, "accounts with a name")
      bench.expect(try await mottos(), ["3", "4", "5"], "after a condition")
      bench.expect(try await store.delete(Account.all.order { $0.name.descending }.limit(1)), 1, "the last account")
      bench.expect(try await mottos(), ["3", "4"], "after the last")
      let jiro = try await store.save(Person(name: "Jiro"))
      _ = try await account("6", of: jiro)
      bench.expect(try await store.delete(Person.self, id: taro.id), true, "delete of an owner of accounts")
      bench.expect(try await mottos(), ["6"], "after a cascade")
      struct Undone: Error {}
      do {
        try await store.transaction { store in
          try await store.delete(jiro)
          throw Undone()
        }
      } catch is Undone {}
      bench.expect(try await mottos(), ["6"], "after a deletion that was rolled back")
    },
    Check("a stale copy isn't deleted") { bench in
      let store = bench.store
      let ticket = try await store.save(Ticket(holder: "first"))
      let other = try await store.save(Ticket(holder: "other"))
      var changed = ticket
      changed.holder = "changed"
      changed = try await store.save(changed)
      await bench.expect(.staleVersion(model: "Ticket", key: "\(ticket.id)"), "delete of an older copy") {
        try await store.delete([other, ticket])
      }
      bench.expect(try await store.count(Ticket.all), 2, "rows after the failure")
      bench.expect(try await store.delete([changed, other]), 2, "delete of the current copies")
      bench.expect(try await store.delete(changed), false, "delete of a row that is gone")
      let again = try await store.save(Ticket(holder: "again"))
      try await store.save(again)
      bench.expect(try await store.delete(Ticket.self, id: again.id), true, "delete by key")
    },
    Check("a relation must point to an existing row") { bench in
      let store = bench.store
      await bench.expect(.foreignKey(model: "Guard", field: "restricted"), "a missing row") {
        try await store.insert(Guard(id: 1, restricting: Label(name: "missing")))
      }
      var account = Account(name: "x", owner: Person(name: "y"))
      account.parentID = UUID()
      await bench.expect(.foreignKey(model: "Account", field: "parent"), "a missing parent") {
        try await store.save(account)
      }
      account = Account(name: "x", owner: Person(name: "y"))
      account.ownerID = UUID()
      await bench.expect(.foreignKey(model: "Account", field: "owner"), "a missing owner") {
        try await store.save(account)
      }
      bench.expect(try await store.count(Account.all), 0, "rows")
      bench.expect(try await store.count(Person.all), 0, "rows that were to be saved with them")
      // A row may refer to itself.
      var own = Account(name: "x", owner: Person(name: "y"))
      own.parentID = own.id
      try await store.save(own)
      bench.expect(try await store.find(Account.self, id: own.id)?.parentID, own.id, "the parent")
      bench.expect(try await store.delete(own), true, "delete of a row that refers to itself")
    },
  ]
}
