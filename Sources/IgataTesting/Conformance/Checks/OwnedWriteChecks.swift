internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// What a save writes of wrappers and lists, which belong to their owners.
extension Check {
  static let ownedWrites: [Check] = [
    Check("two programs change different fields of a wrapper") { bench in
      let store = bench.store
      let plain = try await store.save(Account(name: "a", owner: Person(name: "Taro")))
      var (first, second) = (plain, plain)
      first.preferences.warnBelow = 7
      second.preferences.motto = "save"
      try await store.save(first)
      try await store.save(second)
      guard let both = try await store.find(Account.self, id: plain.id) else { return bench.report.fail("not found") }
      bench.expect(both.preferences.warnBelow, 7, "what the first program made")
      bench.expect(both.preferences.motto, "save", "what the second program made")
      (first, second) = (both, both)
      first.preferences.theme = "dark"
      second.preferences.motto = nil
      let (dark, silent) = (first, second)
      let writes = try await bench.writes { store in
        try await store.save(dark)
        try await store.save(silent)
      }
      let expected = ["Preferences: save of 1 column, 1 row", "Account: save, 1 row"]
      bench.expect(writes, expected + expected, "writes")
      let loaded = try await store.find(Account.self, id: plain.id)
      bench.expect(loaded?.preferences.theme, "dark", "what the first program changed")
      bench.expect(loaded?.preferences.motto, .some(nil), "what the second program changed")
      bench.expect(loaded?.preferences.warnBelow, 7, "what neither changed")
    },
    Check("an unchanged wrapper isn't written") { bench in
      var account = Account(name: "a", owner: Person(name: "Taro"))
      account.preferences.warnBelow = 7
      account = try await bench.store.save(account)
      account.preferences = account.preferences
      let same = account
      bench.expect(try await bench.writes { try await $0.save(same) }, ["Account: save of 4 columns, 1 row"], "writes")
    },
    Check("assigning a wrapper copies its values") { bench in
      let store = bench.store
      let taro = Person(name: "Taro")
      var first = Account(name: "a", owner: taro, preferences: Preferences(warnBelow: 7))
      first = try await store.save(first)
      var second = try await store.save(Account(name: "b", owner: taro))
      second.preferences = first.preferences
      second = try await store.save(second)
      bench.expect(second.preferences.warnBelow, 7, "the values")
      bench.expect(second.preferencesID != first.preferencesID, "each account has a row of its own")
      second.preferences.warnBelow = 8
      try await store.save(second)
      bench.expect(try await store.find(Account.self, id: first.id)?.preferences.warnBelow, 7, "the first account's")
      bench.expect(try await store.find(Account.self, id: second.id)?.preferences.warnBelow, 8, "the second account's")
      bench.expect(try await store.count(Preferences.all), 2, "preferences")
    },
    Check("a related model without a wrapper doesn't clear one") { bench in
      let store = bench.store
      let parent = try await store.save(Account(name: "parent", owner: Person(name: "Taro")))
      var child = try await store.save(Account(name: "child", owner: parent.owner))
      guard var first = try await store.find(Account.self, id: parent.id) else { return bench.report.fail("not found") }
      let second = first
      first.preferences.warnBelow = 9
      child.parent = first
      try await store.save(first)
      // Of the same read, but without what was changed since.
      child.parent = second
      try await store.save(child)
      bench.expect(try await store.find(Account.self, id: parent.id)?.preferences.warnBelow, 9, "the wrapper")
    },
    Check("clearing a wrapper deletes its row") { bench in
      let store = bench.store
      let saved = try await store.save(
        Account(name: "a", owner: Person(name: "Taro"), preferences: Preferences(warnBelow: 7)))
      guard var account = try await store.find(Account.self, id: saved.id) else {
        return bench.report.fail("not found")
      }
      account.clearPreferences()
      let cleared = try await store.save(account)
      bench.expect(try await store.count(Preferences.all), 0, "preferences")
      bench.expect(try await store.find(Account.self, id: saved.id)?.hasPreferences, false, "what is loaded")
      bench.expect(
        try await bench.writes { try await $0.save(cleared) }, ["Account: save of 4 columns, 1 row"],
        "writes of the next save")
      account.preferences.motto = "again"
      try await store.save(account)
      bench.expect(try await store.find(Account.self, id: saved.id)?.preferences.motto, "again", "the new motto")
    },
    Check("two programs change a list") { bench in
      let store = bench.store
      let labels = ["a", "b", "c"].map { Label(name: $0) }
      let account = try await store.save(Account(name: "a", owner: Person(name: "Taro"), labels: labels))
      var (first, second) = (account, account)
      first.labels.append(Label(name: "first"))
      first.labels.removeFirst()
      second.labels.append(Label(name: "second"))
      second.labels.swapAt(1, 2)
      try await store.save(first)
      let merged = try await store.save(second)
      bench.expect(merged.labels.map(\.name), ["c", "b", "second", "first"], "the merged list that save returns")
      let loaded = try await store.find(Account.self, id: account.id)
      bench.expect(loaded, merged, "what is loaded")
      // A list that the program made replaces the one that is stored.
      var third = Account(id: account.id, name: "a", owner: merged.owner, labels: [Label(name: "b")])
      third = try await store.save(third)
      bench.expect(try await store.find(Account.self, id: account.id)?.labels.map(\.name), ["b"], "the replaced list")
    },
    Check("the rest of a list keeps its rows if members are removed, appended or exchanged") { bench in
      let store = bench.store
      let labels = (0..<9).map { Label(name: "\($0)") }
      var account = try await store.save(Account(name: "a", owner: Person(name: "Taro"), labels: labels))
      account.labels.removeSubrange(1...2)
      account.labels.append(Label(name: "9"))
      var copy = account
      var writes = try await bench.writes { account = try await $0.save(copy) }
      bench.expect(writes.suffix(2), ["Account", "Account: save, 1 row"], "writes")
      account.labels.swapAt(0, 1)
      copy = account
      writes = try await bench.writes { account = try await $0.save(copy) }
      bench.expect(writes.last, "Account: save, 2 rows", "writes of an exchange")
      let names = try await store.find(Account.self, id: account.id)?.labels.map(\.name)
      bench.expect(names, ["3", "0", "4", "5", "6", "7", "8", "9"], "the list")
    },
    Check("the members of a list are written like other related models") { bench in
      let store = bench.store
      var account = try await store.save(
        Account(name: "a", owner: Person(name: "Taro"), labels: [Label(name: "x", color: "red"), Label(name: "y")]))
      try await store.update(Label(name: "y", color: "changed by another"))
      account.labels[0].color = "blue"
      account.labels.append(Label(name: "z"))
      account.labels.append(Label(name: "y", color: "new, but it is there"))
      let changed = account
      let writes = try await bench.writes { try await $0.save(changed) }
      bench.expect(
        writes,
        ["Label: update of 1 column, 1 row", "Label: insertMissing, 2 rows", "Account: save of 4 columns, 1 row",
          "Account: save, 1 row",
        ],
        "writes")
      bench.expect(
        try await store.fetch(Label.all).map(\.color), ["blue", "changed by another", Label(name: "z").color], "colors")
    },
  ]
}
