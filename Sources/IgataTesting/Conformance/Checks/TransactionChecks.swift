internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  private struct Refusal: Error, Equatable {
    var reason = "changed my mind"
  }

  static let transactions: [Check] = [
    Check("a transaction keeps all or nothing") { bench in
      let store = bench.store
      let result = try await store.transaction { store in
        try await store.save(Label(name: "a"))
        try await store.save(Label(name: "b"))
        return try await store.count(Label.all)
      }
      bench.expect(result, 2, "rows seen by the transaction itself")
      do {
        try await store.transaction { store in
          try await store.save(Label(name: "c"))
          try await store.delete(Label.self, id: "a")
          throw Refusal()
        }
        bench.report.fail("the closure's error was not thrown on")
      } catch let error as Refusal {
        bench.expect(error, Refusal(), "the error")
      }
      bench.expect(try await store.fetch(Label.all).map(\.name), ["a", "b"], "rows")
    },
    Check("a transaction becomes visible to others when it is committed") { bench in
      let store = bench.store
      try await store.save(Label(name: "a"))
      let (changed, signalChanged) = AsyncStream<Void>.makeStream()
      let (seen, signalSeen) = AsyncStream<Void>.makeStream()
      let writer = Task {
        try await store.transaction { store in
          try await store.save(Label(name: "b"))
          signalChanged.finish()
          for await _ in seen {}
        }
      }
      for await _ in changed {}
      // If readers wait for the writer, the writer must not wait for this reader.
      let reader = Task { try await store.count(Label.all) }
      let limit = Task {
        try await Task.sleep(for: .seconds(1))
        signalSeen.finish()
      }
      let isOne = try await reader.value
      signalSeen.finish()
      limit.cancel()
      try await writer.value
      bench.expect(isOne == 1 || isOne == 2, "a reader saw \(isOne) rows")
      bench.expect(try await store.count(Label.all), 2, "rows after the transaction")
    },
    Check("a nested transaction is rolled back by itself") { bench in
      let store = bench.store
      try await store.transaction { store in
        try await store.save(Label(name: "outer"))
        do {
          try await store.transaction { store in
            try await store.save(Label(name: "inner"))
            try await store.transaction { try await $0.save(Label(name: "innermost")) }
            throw Refusal()
          }
        } catch is Refusal {}
        try await store.transaction { store in
          try await store.save(Label(name: "kept"))
          try? await store.transaction { store in
            try await store.delete(Label.all)
            throw Refusal()
          }
        }
      }
      bench.expect(try await store.fetch(Label.all).map(\.name), ["kept", "outer"], "rows")
    },
    Check("a failed operation in a transaction changes nothing") { bench in
      let store = bench.store
      try await store.transaction { store in
        try await store.insert(Label(name: "a"))
        await bench.expect("insert of a row that is there", "duplicateKey") {
          try await store.insert([Label(name: "b"), Label(name: "a")])
        } isRight: {
          if case .duplicateKey = $0 { true } else { false }
        }
        await bench.expect(.foreignKey(model: "Account", field: "parent"), "a missing parent") {
          var account = Account(name: "x", owner: Person(name: "y"))
          account.parentID = UUID()
          try await store.save(account)
        }
        try await store.insert(Label(name: "c"))
      }
      bench.expect(try await store.fetch(Label.all).map(\.name), ["a", "c"], "rows")
      bench.expect(try await store.count(Person.all), 0, "rows of a failed save")
    },
    Check("generated keys of a rolled back transaction do not collide") { bench in
      let store = bench.store
      try? await store.transaction { store in
        try await store.save(Ticket(holder: "a"))
        throw Refusal()
      }
      let ticket = try await store.save(Ticket(holder: "b"))
      bench.expect(try await store.fetch(Ticket.all), [ticket], "rows")
    },
    Check("a canceled transaction is rolled back") { bench in
      let store = bench.store
      let task = Task {
        try await store.transaction { store in
          try await store.save(Label(name: "a"))
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      do {
        try await task.value
        bench.report.fail("the cancelled transaction threw nothing")
      } catch let error as StoreError {
        bench.expect(error, .cancelled, "the error")
      }
      bench.expect(try await store.count(Label.all), 0, "rows")
      try await store.save(Label(name: "after"))
    },
    Check("a store outside a transaction is rejected inside it, without a deadlock") { bench in
      let store = bench.store
      try await store.transaction { inner in
        await bench.expect("save on the outer store", "misuse") {
          try await store.save(Label(name: "a"))
        } isRight: {
          if case .misuse = $0 { true } else { false }
        }
        try await inner.transaction { innermost in
          await bench.expect("save on the store around", "misuse") {
            try await inner.save(Label(name: "b"))
          } isRight: {
            if case .misuse = $0 { true } else { false }
          }
          try await innermost.save(Label(name: "c"))
        }
      }
      var kept: Store?
      try await store.transaction { kept = $0 }
      if let kept {
        await bench.expect("save on the store of a transaction that ended", "misuse") {
          try await kept.save(Label(name: "d"))
        } isRight: {
          if case .misuse = $0 { true } else { false }
        }
      }
      bench.expect(try await store.fetch(Label.all).map(\.name), ["c"], "rows")
    },
  ]
}
