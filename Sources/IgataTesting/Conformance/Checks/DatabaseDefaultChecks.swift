internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// Values that the database makes for rows that it inserts. A backend that evaluates no SQL refuses such rows.
extension Check {
  static let databaseDefaults: [Check] = [
    Check("values are made for rows that are inserted without them, or such rows are refused") { bench in
      let store = bench.store
      let given = try await store.save(Voucher("given", code: "x", number: 1))
      bench.expect(given.made, "given x 1", "values that are given")
      guard try await bench.makesValues() else { return }
      bench.expect(try await store.insert(Voucher("a")).made, "a made 42", "an insertion")
      bench.expect(try await store.save(Voucher("b", code: "x")).made, "b x 42", "a save")
      bench.expect(
        try await store.save(Voucher("c", number: 1), matching: \.name).made, "c made 1", "a save by another key")
      let inTransaction = try await store.transaction { (store) in try await store.save(Voucher("d")).made }
      bench.expect(inTransaction, "d made 42", "a save in a transaction")
      let rows = try await store.fetch(Voucher.all.order { $0.name.ascending })
      bench.expect(
        rows.map(\.made), ["a made 42", "b x 42", "c made 1", "d made 42", "given x 1"], "the rows")
    },
    Check("nil is stored in a row that is there, although the database can make a value") { bench in
      let store = bench.store
      var voucher = try await store.save(Voucher("a", code: "x", number: 1))
      voucher.code = nil
      voucher = try await store.update(voucher)
      bench.expect(voucher.made, "a nil 1", "what an update returns")
      bench.expect(try await store.find(Voucher.self, id: voucher.id)?.made, "a nil 1", "the row after an update")
      voucher.number = nil
      voucher = try await store.save(voucher)
      bench.expect(voucher.made, "a nil nil", "what a save returns")
      bench.expect(try await store.find(Voucher.self, id: voucher.id)?.made, "a nil nil", "the row after a save")
      let matched = try await store.save(Voucher("a", number: 2), matching: \.name)
      bench.expect(matched.made, "a nil 2", "what a save by another key returns")
      let updated = try await store.update(matched, only: \.code, \.number)
      bench.expect(updated.made, "a nil 2", "what an update of some fields returns")
    },
    Check("models with values and without them are saved together") { bench in
      let store = bench.store
      guard try await bench.makesValues() else { return }
      for (count, kind) in [(7, "a few"), (1300, "many")] {
        let new = (0..<count).map { Voucher("\(kind) \($0)", code: $0 % 3 == 0 ? "x" : nil) }
        let saved = kind == "many" ? try await store.insert(new) : try await store.save(new)
        bench.expect(saved.map(\.id), saved.map(\.id).sorted(), "the order of generated keys, \(kind)")
        let expected = new.map { "\($0.name) \($0.code ?? "made") 42" }
        bench.expect(saved.map(\.made), expected, "what is returned, \(kind)")
        let changed = saved.map { voucher in
          var voucher = voucher
          voucher.code = voucher.code == "x" ? nil : "y"
          return voucher
        }
        let more = try await store.save(changed + [Voucher("\(kind), one more")])
        let left = changed.map { "\($0.name) \($0.code ?? "nil") 42" } + ["\(kind), one more made 42"]
        bench.expect(more.map(\.made), left, "what a save of old and new returns, \(kind)")
        let rows = try await store.fetch(Voucher.where { $0.id >= saved[0].id }.order { $0.id.ascending })
        bench.expect(rows.map(\.made), left, "the rows, \(kind)")
      }
      let all = (0..<600).map { Voucher("all \($0)") }
      bench.expect(try await store.insert(all).map(\.made), all.map { "\($0.name) made 42" }, "only new values")
    },
    Check("values are made for related models") { bench in
      let store = bench.store
      guard try await bench.makesValues() else { return }
      let saved = try await store.save(Voucher("a", code: "x", replaces: Voucher("b", replaces: Voucher("c"))))
      bench.expect(saved.made, "a x 42", "the model")
      bench.expect(saved.replaces?.made, "b made 42", "its relation")
      bench.expect(saved.replaces?.replaces?.made, "c made 42", "the relation of its relation")
      let rows = try await store.fetch(Voucher.all.order { $0.name.ascending })
      bench.expect(rows.map(\.made), ["a x 42", "b made 42", "c made 42"], "the rows")
      let writes = try await bench.writes { store in _ = try await store.save(saved) }
      bench.expect(writes, ["Voucher: save, 1 row"], "what a second save writes")
    },
    Check("observers receive values that were made") { bench in
      guard try await bench.makesValues() else { return }
      var changes = bench.store.changes(of: Voucher.self).makeAsyncIterator()
      let saved = try await bench.store.save([Voucher("a"), Voucher("b", code: "x")])
      bench.expect(await changes.next(), .committed(saved.map { .inserted($0) }), "the inserted models")
      bench.expect(saved.map(\.made), ["a made 42", "b x 42"], "the saved models")
    },
  ]
}

extension Bench {
  /// Whether the backend makes values. If it doesn't, it must say so, and write nothing.
  fileprivate func makesValues() async throws -> Bool {
    let count = try await store.count(Voucher.all)
    do {
      let probe = try await store.save(Voucher("probe"))
      try await store.delete(probe)
      return true
    } catch .unsupportedQuery(let expression, _) {
      expect(expression, "Voucher.code", "what the backend can't evaluate")
      expect(try await store.count(Voucher.all), count, "the number of rows after a refusal")
      return false
    }
  }
}
