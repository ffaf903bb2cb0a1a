internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// What a save writes of the models that its models refer to.
extension Check {
  static let relatedWrites: [Check] = [
    Check("a stored model that is referred to isn't written") { bench in
      let store = bench.store
      let taro = try await store.save(Person(name: "Taro", email: "t@x"))
      let seat = try await store.save(Ticket(holder: "first"))
      try await store.update(Person(id: taro.id, name: "renamed by another", email: "t@x"))
      let writes = try await bench.writes { store in
        let saved = try await store.insert((0..<10).map { Account(name: "\($0)", owner: taro) })
        bench.expect(saved.map(\.owner), Array(repeating: taro, count: 10), "the owners that insert returns")
        try await store.insert([Ticket(holder: "a", replaces: seat), Ticket(holder: "b", replaces: seat)])
      }
      bench.expect(writes, ["Account: insert, 10 rows", "Ticket: insert, 2 rows"], "writes")
      bench.expect(try await store.fetch(Person.all).map(\.name), ["renamed by another"], "persons")
      bench.expect(try await store.find(Ticket.self, id: seat.id), seat, "the ticket, with its version and its date")
    },
    Check("a stored model that is gone is a foreign key error") { bench in
      let store = bench.store
      let taro = try await store.save(Person(name: "Taro"))
      try await store.delete(taro)
      await bench.expect(.foreignKey(model: "Account", field: "owner"), "an owner that was deleted") {
        try await store.save(Account(name: "a", owner: taro))
      }
      bench.expect(try await store.count(Person.all), 0, "persons")
      bench.expect(try await store.count(Account.all), 0, "accounts")
    },
    Check("a new model is inserted once, before those that refer to it") { bench in
      let (taro, ticket) = (Person(name: "Taro"), Ticket(holder: "new"))
      let writes = try await bench.writes { store in
        try await store.save([Account(name: "a", owner: taro), Account(name: "b", owner: taro)])
        let saved = try await store.save([Ticket(holder: "a", replaces: ticket), Ticket(holder: "b", replaces: ticket)])
        bench.expect(saved[0].replacesID, saved[1].replacesID, "the ticket that both replace")
      }
      let expected = [
        "Person: insertMissing, 1 row", "Account: save of 4 columns, 2 rows", "Ticket: insert, 1 row",
        "Ticket: save, 2 rows",
      ]
      bench.expect(writes, expected, "writes")
      bench.expect(try await bench.store.count(Ticket.all), 3, "tickets")
    },
    Check("models that refer to each other by key are written in any order") { bench in
      let store = bench.store
      let taro = try await store.save(Person(name: "Taro"))
      var accounts = (0..<4).map { Account(name: "\($0)", owner: taro) }
      for (index, parent) in [(0, 2), (2, 3), (1, 0)] { accounts[index].parentID = accounts[parent].id }
      let inserted = try await store.insert(accounts)
      bench.expect(inserted.map(\.name), ["0", "1", "2", "3"], "the accounts that insert returns")
      bench.expect(inserted.map(\.parentID), accounts.map(\.parentID), "the parents that insert returns")
      // Rows that are there may form a cycle.
      accounts[3].parentID = accounts[1].id
      bench.expect(try await store.update(accounts).map(\.name), ["0", "1", "2", "3"], "the accounts of a cycle")
      bench.expect(try await store.count(Account.where { $0.parentID != nil }), 4, "accounts with a parent")
      // Of new rows in a cycle, none can be the first.
      for count in [2, 700] {
        var ring = (0..<count).map { Account(name: "new \($0)", owner: taro) }
        for index in ring.indices { ring[index].parentID = ring[(index + 1) % count].id }
        let new = ring
        await bench.expect("a cycle of \(count) new accounts", "misuse") {
          try await store.insert(new)
        } isRight: {
          if case .misuse = $0 { true } else { false }
        }
        await bench.expect(.foreignKey(model: "Account", field: "parent"), "a save of \(count) such accounts") {
          try await store.save(new)
        }
      }
      bench.expect(try await store.count(Account.all), 4, "accounts")
    },
    Check("a new model whose row is there leaves it as it is") { bench in
      let store = bench.store
      let taro = try await store.save(Person(name: "Taro", email: "t@x"))
      let old = try await store.save(Account(name: "old", owner: taro, labels: [Label(name: "x")]))
      let same = Person(id: taro.id, name: "another name")
      let parent = Account(id: old.id, name: "another name", owner: same, labels: [])
      let saved = try await store.save(Account(name: "new", owner: same, parent: parent))
      bench.expect(saved.owner, taro, "the owner that save returns")
      bench.expect(saved.parent?.name, "old", "the parent that save returns")
      bench.expect(try await store.fetch(Person.all), [taro], "persons")
      bench.expect(try await store.find(Account.self, id: old.id), old, "the parent, with its labels")
      await bench.expect(
        .duplicateKey(model: "Person", constraint: "person_email_key", fields: ["email"]), "another unique"
      ) {
        try await store.save(Account(name: "c", owner: Person(name: "Jiro", email: "t@x")))
      }
    },
    Check("what was changed through a relation is written, and nothing else of it") { bench in
      let store = bench.store
      let id = try await store.save(Account(name: "a", owner: Person(name: "Taro", email: "t@x"))).id
      guard var account = try await store.find(Account.self, id: id) else { return bench.report.fail("not found") }
      try await store.update(Person(id: account.ownerID, name: "Taro", email: "changed by another"))
      account.owner.name = "Jiro"
      let changed = account
      let writes = try await bench.writes { store in
        let saved = try await store.save(changed)
        bench.expect(saved.owner.name, "Jiro", "the name that save returns")
        // It is stored now, so that nothing of it is written again.
        try await store.save(saved)
      }
      let save = "Account: save of 4 columns, 1 row"
      bench.expect(writes, ["Person: update of 1 column, 1 row", save, save], "writes")
      let person = try await store.find(Person.self, id: account.ownerID)
      bench.expect(person?.name, "Jiro", "the name")
      bench.expect(person?.email, "changed by another", "the email")
      // Taken out, changed, and put back.
      guard var again = try await store.find(Account.self, id: id) else { return bench.report.fail("not found") }
      var owner = again.owner
      owner.email = nil
      again.owner = owner
      try await store.save(again)
      bench.expect(try await store.find(Person.self, id: account.ownerID)?.email, .some(nil), "the email")
      // Changed and changed back.
      again.owner.name += "!"
      again.owner = owner
      let unchanged = again
      bench.expect(
        try await bench.writes { try await $0.save(unchanged) }.filter { $0.hasPrefix("Person") },
        ["Person: update of 1 column, 1 row"], "writes of a model that still has an older base")
    },
    Check("a change through an optional relation is by key and version") { bench in
      let store = bench.store
      let first = try await store.save(Ticket(holder: "first"))
      var second = try await store.save(Ticket(holder: "second", replaces: first))
      second.replaces?.holder = "changed"
      let saved = try await store.save(second)
      bench.expect(saved.replaces?.revision, first.revision + 1, "the version")
      bench.expect(try await store.find(Ticket.self, id: first.id)?.holder, "changed", "the holder")
      second.replaces?.holder = "changed again"
      await bench.expect(.staleVersion(model: "Ticket", key: "\(first.id)"), "the older copy") {
        try await store.save(second)
      }
      var third = try await store.save(Ticket(holder: "third", replaces: saved))
      try await store.update(Ticket(id: saved.id, holder: "other", revision: saved.revision))
      third.replaces?.holder = "mine"
      await bench.expect(.staleVersion(model: "Ticket", key: "\(saved.id)"), "a target that has another version") {
        try await store.save(third)
      }
    },
    Check("two different changes of one row are in conflict") { bench in
      let store = bench.store
      let taro = try await store.save(Person(name: "Taro"))
      var accounts = try await store.save([Account(name: "a", owner: taro), Account(name: "b", owner: taro)])
      accounts[0].owner.name = "Jiro"
      accounts[1].owner.name = "Jiro"
      let same = try await store.save(accounts)
      bench.expect(same.map(\.owner.name), ["Jiro", "Jiro"], "the same change")
      accounts[1].owner.name = "Saburo"
      let conflict = StoreError.conflictingChanges(
        model: "Person", key: Person.table.keyText([.uuid(taro.id)]))
      await bench.expect(conflict, "two changes") { try await store.save(accounts) }
      bench.expect(try await store.fetch(Person.all).map(\.name), ["Jiro"], "persons")
      let new = Person(name: "new")
      var other = new
      other.name = "other"
      await bench.expect(
        .conflictingChanges(model: "Person", key: Person.table.keyText([.uuid(new.id)])), "two new values"
      ) {
        try await store.save([Account(name: "c", owner: new), Account(name: "d", owner: other)])
      }
    },
    Check("a model of another read is left alone") { bench in
      let store = bench.store
      var account = try await store.save(Account(name: "a", owner: Person(name: "Taro")))
      guard var other = try await store.find(Person.self, id: account.ownerID) else {
        return bench.report.fail("not found")
      }
      other.name = "changed, but not saved"
      account.owner = other
      let referring = account
      bench.expect(
        try await bench.writes { try await $0.save(referring) }, ["Account: save of 4 columns, 1 row"], "writes")
      bench.expect(try await store.fetch(Person.all).map(\.name), ["Taro"], "persons")
    },
    Check("a key is enough for a relation") { bench in
      let store = bench.store
      let taro = try await store.save(Person(name: "Taro"))
      let parent = try await store.save(Account(name: "parent", owner: taro))
      let labels = try await store.save([Label(name: "x", color: "red"), Label(name: "y")])
      let account = Account(
        name: "a", owner: .existing(taro.id), parent: .existing(parent.id), labels: [.existing("y"), .existing("x")])
      bench.expect(account.loadedOwner, nil, "the owner before it is loaded")
      bench.expect(account.parent, nil, "the parent, which is not loaded")
      bench.expect(account.parentID, parent.id, "the key of the parent")
      var saved = account
      let writes = try await bench.writes { saved = try await $0.save(account) }
      bench.expect(writes, ["Account: save of 4 columns, 1 row", "Account: insert, 2 rows"], "writes")
      bench.expect(saved.loadedOwner, taro, "the owner that save returns")
      bench.expect(saved.labels, labels.reversed(), "the labels that save returns")
      bench.expect(try await store.find(Account.self, id: account.id), saved, "what is loaded")
      bench.expect(try await store.fetch(Person.all), [taro], "persons")
      let jiro = try await store.save(Person(name: "Jiro"))
      saved.ownerID = jiro.id
      saved = try await store.save(saved)
      bench.expect(saved.loadedOwner, jiro, "the owner after its key was set")
      saved.ownerID = jiro.id
      bench.expect(saved.loadedOwner, jiro, "the owner after the same key was set")
    },
    Check("a model of which only the key is known is never written") { bench in
      let store = bench.store
      let taro = try await store.save(Person(name: "Taro"))
      var account = Account(name: "a", owner: .existing(taro.id))
      bench.expect(account.owner.name, "", "the name, which is not known")
      let borrowed = Account(name: "b", owner: account.owner)
      bench.expect(
        try await bench.writes { try await $0.save(borrowed) }, ["Account: save of 4 columns, 1 row"], "writes")
      account.owner.email = "t@x"
      await bench.expect(.notLoaded(model: "Account", field: "owner"), "a change of it") {
        try await store.save(account)
      }
      await bench.expect(.notLoaded(model: "Person", field: ""), "a save of it") {
        try await store.save(Person.existing(taro.id))
      }
      bench.expect(try await store.fetch(Person.all), [taro], "persons")
      await bench.expect(.foreignKey(model: "Account", field: "owner"), "the key of an owner that is not there") {
        try await store.save(Account(name: "c", owner: .existing(UUID())))
      }
    },
    Check("a model with a version whose row is gone is stale") { bench in
      let store = bench.store
      let ticket = try await store.save(Ticket(holder: "a"))
      try await store.delete(Ticket.self, id: ticket.id)
      let stale = StoreError.staleVersion(model: "Ticket", key: "\(ticket.id)")
      await bench.expect(stale, "a save") { try await store.save(ticket) }
      await bench.expect(stale, "a save of several") { try await store.save([Ticket(holder: "b"), ticket]) }
      await bench.expect(stale, "an update") { try await store.update(ticket) }
      bench.expect(try await store.count(Ticket.all), 0, "tickets")
      try await store.save(Ticket(id: ticket.id, holder: "new"))
      bench.expect(try await store.count(Ticket.all), 1, "tickets after one was made with the same key")
    },
    Check("relations are equal if their keys are, and both are loaded or neither is") { bench in
      let store = bench.store
      let (taro, parent) = (Person(name: "Taro"), Account(name: "parent", owner: Person(name: "Jiro")))
      let account = try await store.save(Account(name: "a", owner: taro, parent: parent))
      bench.expect(account == account.asFetched, false, "a parent that is loaded, and one that isn't")
      var other = account
      other.parent?.name = "another"
      bench.expect(account == other, false, "two values of a parent")
      other.parent?.name = "parent"
      bench.expect(account, other, "equal parents")
      let unloaded = Account(id: account.id, name: "a", owner: .existing(taro.id))
      bench.expect(
        unloaded == Account(id: account.id, name: "a", owner: taro), false,
        "an owner that is loaded, and one that isn't")
    },
  ]
}
