internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// Updates of some fields, saves by a unique key, and changes of lists that aren't loaded.
extension Check {
  static let partialWrites: [Check] = [
    Check("an update of some fields leaves all others as they are stored") { bench in
      let store = bench.store
      let taro = try await store.save(Person(name: "Taro", email: "t@x"))
      var copy = taro
      copy.name = "Jiro"
      copy.email = nil
      try await store.update(Person(id: taro.id, name: "other", email: "other@x"))
      let changed = copy
      let writes = try await bench.writes { store in
        let updated = try await store.update(changed, only: \.name)
        bench.expect(updated, changed, "what update returns")
      }
      bench.expect(writes, ["Person: update of 1 column, 1 row"], "writes")
      let stored = try await store.find(Person.self, id: taro.id)
      bench.expect(stored, Person(id: taro.id, name: "Jiro", email: "other@x"), "the row")
      await bench.expect(.notFound(model: "Person", key: Person.table.keyText([.uuid(UUID.zero)])), "a missing row") {
        try await store.update(Person(id: .zero, name: "x"), only: \.name, \.email)
      }
      await bench.expect("an update of the key", "misuse") {
        try await store.update(taro, only: \.id)
      } isRight: {
        if case .misuse = $0 { true } else { false }
      }
      await bench.expect(
        .checkFailed(model: "Person", field: "name", rule: "length(1...20)"), "a value that breaks a constraint"
      ) {
        try await store.update(Person(id: taro.id, name: ""), only: \.name)
      }
    },
    Check("an update of some fields counts versions, and sets dates") { bench in
      let store = bench.store
      let ticket = try await store.save(Ticket(holder: "a", changedAt: Date(timeIntervalSince1970: 0)))
      var copy = ticket
      copy.holder = "b"
      let updated = try await store.update(copy, only: \.holder)
      bench.expect(updated.revision, ticket.revision + 1, "the version that update returns")
      bench.expect(try await store.find(Ticket.self, id: ticket.id), updated, "the row")
      await bench.expect(.staleVersion(model: "Ticket", key: "\(ticket.id)"), "an older copy") {
        try await store.update(copy, only: \.holder)
      }
      await bench.expect("an update of the version", "misuse") {
        try await store.update(updated, only: \.revision)
      } isRight: {
        if case .misuse = $0 { true } else { false }
      }
    },
    Check("an update of some relations writes what they refer to, and nothing of the others") { bench in
      let store = bench.store
      var account = try await store.save(
        Account(
          name: "a", owner: Person(name: "Taro"), preferences: Preferences(warnBelow: 7), labels: [Label(name: "x")]))
      account.name = "not written"
      account.owner = Person(name: "Jiro")
      account.preferences.warnBelow = 8
      account.labels.append(Label(name: "y"))
      let changed = account
      let writes = try await bench.writes { try await $0.update(changed, only: \.owner, \.labels) }
      bench.expect(
        writes,
        [
          "Person: insertMissing, 1 row", "Label: insertMissing, 1 row", "Account: update of 1 column, 1 row",
          "Account: save, 1 row",
        ], "writes")
      var stored = try await store.find(Account.self, id: account.id)
      bench.expect(stored?.name, "a", "the name")
      bench.expect(stored?.owner.name, "Jiro", "the owner")
      bench.expect(stored?.preferences.warnBelow, 7, "the wrapper")
      bench.expect(stored?.labels.map(\.name), ["x", "y"], "the list")
      try await store.update(account, only: \.preferences)
      stored = try await store.find(Account.self, id: account.id)
      bench.expect(stored?.preferences.warnBelow, 8, "the wrapper that was named")
      bench.expect(stored?.name, "a", "the name that was not")
    },
    Check("a save that matches a unique key keeps the row's key") { bench in
      let store = bench.store
      let taro = try await store.save(Person(name: "Taro", email: "t@x"))
      let saved = try await store.save(
        [Person(name: "Taro Yamada", email: "t@x"), Person(name: "Jiro", email: "j@x"), Person(name: "nobody")],
        matching: \.email)
      bench.expect(saved[0], Person(id: taro.id, name: "Taro Yamada", email: "t@x"), "the row that matches")
      bench.expect(try await store.count(Person.all), 3, "persons")
      try await store.save(Person(name: "nobody"), matching: \.email)
      bench.expect(try await store.count(Person.all), 4, "persons; nil matches nothing")
      await bench.expect("two models for one row", "conflictingChanges") {
        try await store.save([Person(name: "a", email: "t@x"), Person(name: "b", email: "t@x")], matching: \.email)
      } isRight: {
        if case .conflictingChanges("Person", _) = $0 { true } else { false }
      }
      await bench.expect("a field that isn't unique", "misuse") {
        try await store.save(Person(name: "a"), matching: \.name)
      } isRight: {
        if case .misuse = $0 { true } else { false }
      }
    },
    Check("a save that matches several fields keeps wrappers in their rows") { bench in
      let store = bench.store
      let taro = try await store.save(Person(name: "Taro"))
      let old = try await store.save(
        Account(
          name: "a", owner: taro, preferences: Preferences(warnBelow: 7, motto: "old"), labels: [Label(name: "x")]))
      let new = Account(
        name: "a", owner: taro, preferences: Preferences(warnBelow: 8, motto: "new"), labels: [Label(name: "y")],
        balance: 5)
      let saved = try await store.save(new, matching: \.owner, \.name)
      bench.expect(saved.id, old.id, "the key")
      bench.expect(try await store.find(Account.self, id: old.id), saved, "the row")
      bench.expect(saved.preferences.warnBelow, 8, "the wrapper that was given")
      bench.expect(saved.labels.map(\.name), ["y"], "the list that was given")
      bench.expect(try await store.count(Preferences.all), 1, "rows of wrappers")
      try await store.save(Account(name: "a", owner: taro), matching: \.ownerID, \.name)
      let kept = try await store.find(Account.self, id: old.id)?.preferences.warnBelow
      bench.expect(kept, 8, "a wrapper that was not given")
      try await store.save(
        Account(name: "b", owner: taro, preferences: Preferences(warnBelow: 9)), matching: \.owner, \.name)
      bench.expect(try await store.count(Preferences.all), 2, "rows of wrappers after an insert")
    },
    Check("lists are changed without loading them") { bench in
      let store = bench.store
      let account = try await store.save(
        Account(name: "a", owner: Person(name: "Taro"), labels: [Label(name: "a"), Label(name: "b")]))
      let writes = try await bench.writes { store in
        let added = try await store.append(
          [Label(name: "c", color: "new"), .existing("a"), Label(name: "c")], to: Account.existing(account.id),
          \.labels)
        bench.expect(added, 1, "what append returns")
        bench.expect(try await store.append([Label.existing("c")], to: account, \.labels), 0, "again")
      }
      bench.expect(
        writes,
        [
          "Label: insertMissing, 2 rows", "Account: update of 0 columns, 1 row", "Account: insert, 1 row",
          "Account: update of 0 columns, 1 row",
        ], "writes")
      func names() async throws -> [String]? { try await store.find(Account.self, id: account.id)?.labels.map(\.name) }
      bench.expect(try await names(), ["a", "b", "c"], "the list")
      let removed = try await store.remove([Label(name: "b"), Label(name: "missing")], from: account, \.labels)
      bench.expect(removed, 1, "what remove returns")
      bench.expect(try await names(), ["a", "c"], "the list without what was removed")
      try await store.append([Label(name: "b")], to: account, \.labels)
      bench.expect(try await names(), ["a", "c", "b"], "the list after another append")
      bench.expect(try await store.count(Label.all), 3, "labels, none of which is deleted")
      // An older copy of the list is merged.
      var copy = account
      copy.labels.append(Label(name: "d"))
      bench.expect(try await store.save(copy).labels.map(\.name), ["a", "b", "d", "c"], "a list that is merged")
      await bench.expect(.notFound(model: "Account", key: Account.table.keyText([.uuid(.zero)])), "a missing owner") {
        try await store.append([Label(name: "a")], to: Account.existing(.zero), \.labels)
      }
      await bench.expect(.foreignKey(model: "Account", field: "labels"), "a missing label") {
        try await store.append([Label.existing("nowhere")], to: account, \.labels)
      }
      await bench.expect("a list that the other side stores", "misuse") {
        try await store.append([account], to: account, \.children)
      } isRight: {
        if case .misuse = $0 { true } else { false }
      }
    },
    Check("observers get the whole row of which a part was written") { bench in
      let store = bench.store
      let taro = try await store.save(Person(name: "Taro"))
      let account = try await store.save(Account(name: "a", owner: taro, labels: [Label(name: "x")]))
      var changes = store.changes(of: Account.self).makeAsyncIterator()
      func next() async -> [Change<Account>] {
        if case .committed(let changes)? = await changes.next() { changes } else { [] }
      }
      func stored() async throws -> [Change<Account>] {
        try await store.find(Account.self, id: account.id).map { [.updated($0)] } ?? []
      }
      var copy = account
      copy.name = "b"
      copy.balance = 7
      try await store.update(copy, only: \.name)
      bench.expect(await next(), try await stored(), "an update of one field")
      try await store.append([Label(name: "y")], to: Account.existing(account.id), \.labels)
      bench.expect(await next(), try await stored(), "an appended label")
      try await store.remove([Label(name: "x")], from: account, \.labels)
      bench.expect(await next(), try await stored(), "a removed label")
    },
  ]
}

extension UUID {
  fileprivate static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
