internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

extension Check {
  private struct Refusal: Error {}

  static let watching: [Check] = [
    Check("observers are notified of commits, and of nothing else") { bench in
      let store = bench.store
      try await store.save([Label(name: "a"), Label(name: "b")])
      var changes = store.changes(of: Label.self).makeAsyncIterator()
      try await store.save([Label(name: "b", color: "red"), Label(name: "c")])
      bench.expect(await changes.next(), ["~b red", "+c "], "a save")
      try await store.insert(Label(name: "d"))
      bench.expect(await changes.next(), ["+d "], "an insert")
      try await store.update([Label(name: "d", color: "blue"), Label(name: "a", color: "blue")])
      bench.expect(await changes.next(), ["~d blue", "~a blue"], "an update")
      try await store.save(Person(name: "nobody asked"))
      try await store.delete(Label.where { $0.color == "no such color" })
      _ = try? await store.insert(Label(name: "a"))
      try await store.delete(Label.where { $0.color == "blue" })
      bench.expect(await changes.next(), ["-a", "-d"], "a deletion")
    },
    Check("a change set has a whole transaction, each row once") { bench in
      let store = bench.store
      try await store.save([Label(name: "a"), Label(name: "b"), Label(name: "c")])
      var changes = store.changes(of: Label.self).makeAsyncIterator()
      try? await store.transaction { store in
        try await store.save(Label(name: "undone"))
        throw Refusal()
      }
      try await store.transaction { store in
        try await store.save(Label(name: "new"))
        try await store.save(Label(name: "new", color: "red"))
        try await store.save(Label(name: "a", color: "red"))
        try? await store.transaction { store in
          try await store.save(Label(name: "undone"))
          try await store.delete(Label.self, id: "b")
          throw Refusal()
        }
        _ = try? await store.insert([Label(name: "half"), Label(name: "c")])
        try await store.transaction { try await $0.delete(Label.self, id: "c") }
        try await store.save(Label(name: "gone"))
        try await store.delete(Label.self, id: "gone")
        try await store.delete(Label.self, id: "a")
        try await store.save(Label(name: "a", color: "again"))
      }
      bench.expect(await changes.next(), ["+new red", "~a again", "-c"], "the transaction")
    },
    Check("changes come in the order of the commits") { bench in
      let store = bench.store
      try await store.save(Seat(row: 1, number: 1, comfort: 0))
      var changes = store.changes(of: Seat.self).makeAsyncIterator()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<10 {
              try await store.transaction { store in
                guard var seat = try await store.first(Seat.all) else { return }
                seat.comfort += 1
                try await store.update(seat)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      for comfort in 1...80 {
        let expected = ChangeSet.committed([.updated(Seat(row: 1, number: 1, comfort: Int64(comfort)))])
        let found = await changes.next()
        if found != expected { return bench.expect(found, expected, "the change \(comfort)") }
      }
    },
    Check("changes by delete rules are reported") { bench in
      let store = bench.store
      let (taro, hanako) = (Person(name: "Taro"), Person(name: "Hanako"))
      let parent = Account(name: "parent", owner: taro)
      var child = Account(name: "child", owner: hanako, parent: parent, labels: [Label(name: "x"), Label(name: "y")])
      child.preferences.motto = "save"
      child = try await store.save(child)
      var changes = store.changes(of: Account.self).makeAsyncIterator()
      try await store.delete(child.preferences)
      bench.expect(await changes.next(), ["~child parent x y"], "what lost its preferences")
      try await store.delete(Label.self, id: "x")
      bench.expect(await changes.next(), ["~child parent y"], "what lost a label")
      try await store.delete(taro)
      bench.expect(await changes.next(), ["-\(parent.id)", "~child y"], "what went with its owner, and its child")
      try await store.delete(Person.all)
      bench.expect(await changes.next(), ["-\(child.id)"], "what went with its owner")

      try await store.insert((0..<50).map { Link(id: $0, previousID: $0 == 0 ? nil : $0 - 1) })
      var links = store.changes(of: Link.self).makeAsyncIterator()
      try await store.delete(Link.self, id: 20)
      guard case .committed(let gone)? = await links.next() else { return bench.report.fail("no change of the links") }
      bench.expect(gone.map(\.id).sorted(), Array(20..<50), "the links that went with the one before them")
    },
    Check("an observer gets the rows now, and again when they change") { bench in
      let store = bench.store
      let owner = Person(name: "Taro")
      var account = try await store.save(Account(name: "a", owner: owner, labels: [Label(name: "x")]))
      var names = store.observe(Account.where { $0.owner.name != "Jiro" }).makeAsyncIterator()
      func next() async throws -> [String]? {
        try await names.next()?.map { "\($0.name) of \($0.owner.name): \($0.labels.map { $0.name + $0.color })" }
      }
      bench.expect(try await next(), ["a of Taro: [\"x\"]"], "the rows at first")
      account.name = "b"
      try await store.save(account)
      bench.expect(try await next(), ["b of Taro: [\"x\"]"], "after a row was changed")
      try await store.update(Person(id: owner.id, name: "Saburo"))
      bench.expect(try await next(), ["b of Saburo: [\"x\"]"], "after what it refers to was changed")
      try await store.save(account)
      try await store.save(Label(name: "x", color: "red"))
      bench.expect(try await next(), ["b of Saburo: [\"xred\"]"], "after what is in a list was changed")
      try await store.delete(Label.all)
      bench.expect(try await next(), ["b of Saburo: []"], "after a delete rule changed a list")
      try await store.update(Person(id: owner.id, name: "Jiro"))
      bench.expect(try await next(), [], "after the condition holds no more")
    },
    Check("an observer never sees half a transaction") { bench in
      let store = bench.store
      try await store.save([Seat(row: 1, number: 1, comfort: 50), Seat(row: 1, number: 2, comfort: 50)])
      let writer = Task {
        for step in 1...50 {
          try await store.transaction { store in
            try await store.save(Seat(row: 1, number: 1, comfort: Int64(50 - step)))
            try await store.save(Label(name: "\(step)"))
            try await store.save(Seat(row: 1, number: 2, comfort: Int64(50 + step)))
          }
        }
      }
      let states = store.observe { store in
        [Int(try await store.sum(Seat.all) { $0.comfort }), try await store.count(Label.all)]
          + (try await store.fetch(Seat.all).map { Int($0.comfort) })
      }
      for try await state in states {
        bench.expect(state, [100, state[1], 50 - state[1], 50 + state[1]], "a state of the data")
        if state[1] == 50 { break }
      }
      try await writer.value
    },
    Check("an observation ends with its task, and delays no writer") { bench in
      let store = bench.store
      let idle = store.changes(of: Label.self).makeAsyncIterator()
      let (begun, signalBegun) = AsyncStream<Void>.makeStream()
      let observer = Task {
        for try await _ in store.observe(Label.all) { signalBegun.finish() }
      }
      let listener = Task { for await _ in store.changes(of: Label.self) {} }
      for await _ in begun {}
      observer.cancel()
      listener.cancel()
      try await observer.value
      await listener.value
      for number in 0..<100 { try await store.save(Label(name: "\(number)")) }
      bench.expect(try await store.count(Label.all), 100, "rows")
      withExtendedLifetime(idle) {}
    },
  ]
}

extension Bench {
  /// Reports a failure if a change set differs from the expected one, written as `+name color`, `~name color`, `-key`.
  fileprivate func expect(_ found: ChangeSet<Label>?, _ expected: [String], _ what: String) {
    expect(found, expected, what) { "\($0.name) \($0.color)" }
  }

  fileprivate func expect(_ found: ChangeSet<Account>?, _ expected: [String], _ what: String) {
    expect(found, expected, what) { account in
      ([account.name] + (account.parentID == nil ? [] : ["parent"]) + account.labels.map(\.name)).joined(separator: " ")
    }
  }

  private func expect<Model: PersistableModel>(
    _ found: ChangeSet<Model>?, _ expected: [String], _ what: String, _ text: (Model) -> String
  ) {
    guard case .committed(let changes)? = found else {
      return report.fail("\(what): expected \(expected), found \(found.map { "\($0)" } ?? "the end")")
    }
    let texts = changes.map { change in
      switch change {
      case .inserted(let model): "+" + text(model)
      case .updated(let model): "~" + text(model)
      case .deleted(let id): "-\(id)"
      }
    }
    expect(texts.sorted(), expected.sorted(), what)
  }
}
