internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let concurrency: [Check] = [
    Check("many tasks write and read at the same time") { bench in
      let store = bench.store
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<16 {
          group.addTask {
            for step in 0..<20 {
              try await store.save(Label(name: "\(task)-\(step)"))
              let own = try await store.count(Label.where { $0.name.hasPrefix("\(task)-") })
              bench.expect(own, step + 1, "what task \(task) sees of its own rows")
            }
          }
        }
        try await group.waitForAll()
      }
      bench.expect(try await store.count(Label.all), 320, "rows")
    },
    Check("no change is lost between tasks that read and then write") { bench in
      let store = bench.store
      try await store.save(Link(id: 1))
      try await store.save(Seat(row: 1, number: 1, comfort: 0))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<25 {
              try await store.transaction { store in
                guard var seat = try await store.find(Seat.self, id: Seat.Key(row: 1, number: 1)) else { return }
                seat.comfort += 1
                try await store.update(seat)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      bench.expect(try await store.fetch(Seat.all).first?.comfort, 200, "what 200 transactions added up")
    },
    Check("tasks share the store of a transaction") { bench in
      let store = bench.store
      try await store.transaction { store in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<20 {
            group.addTask { try await store.save([Label(name: "\(task)"), Label(name: "x\(task)")]) }
          }
          try await group.waitForAll()
        }
      }
      bench.expect(try await store.count(Label.all), 40, "rows")
    },
    Check("a reader sees one snapshot of the data") { bench in
      let store = bench.store
      try await store.save(Account(name: "a", owner: Person(name: "a"), labels: [Label(name: "0"), Label(name: "1")]))
      let writer = Task {
        for round in 0..<50 {
          guard var account = try await store.first(Account.all) else { return }
          account.labels = [Label(name: "\(round)"), Label(name: "\(round + 1)")]
          account.owner = Person(id: account.ownerID, name: "\(round)")
          try await store.save(account)
        }
      }
      for _ in 0..<50 {
        let account = try await store.first(Account.all)
        bench.expect(account?.labels.count, 2, "labels of an account that always has two")
      }
      try await writer.value
    },
    Check("a canceled task gets an error") { bench in
      let store = bench.store
      try await store.save(Label(name: "a"))
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await bench.expect(.cancelled, "save") { try await store.save(Label(name: "b")) }
        await bench.expect(.cancelled, "fetch") { _ = try await store.fetch(Label.all) }
        await bench.expect(.cancelled, "delete") { try await store.delete(Label.all) }
        await bench.expect(.cancelled, "transaction") { try await store.transaction { _ in } }
      }
      await task.value
      bench.expect(try await store.fetch(Label.all).map(\.name), ["a"], "rows")
    },
    Check("waiting writers can be canceled") { bench in
      let store = bench.store
      let (entered, signalEntered) = AsyncStream<Void>.makeStream()
      let (waiting, signalDone) = AsyncStream<Void>.makeStream()
      let holder = Task {
        try await store.transaction { store in
          signalEntered.finish()
          for await _ in waiting {}
          try await store.save(Label(name: "first"))
        }
      }
      for await _ in entered {}
      let waiters = (0..<10).map { number in Task { try await store.save(Label(name: "waiter \(number)")) } }
      try await Task.sleep(for: .milliseconds(20))
      for waiter in waiters[..<5] { waiter.cancel() }
      for waiter in waiters[..<5] {
        let result = await waiter.result
        if case .success = result { bench.report.fail("a cancelled writer wrote") }
      }
      signalDone.finish()
      try await holder.value
      for waiter in waiters[5...] { _ = try await waiter.value }
      bench.expect(try await store.count(Label.all), 6, "rows")
    },
  ]
}
