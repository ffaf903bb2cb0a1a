internal import Foundation
@_spi(Backend) internal import IgataRuntime

extension Check {
  static let writes: [Check] = [
    Check("insert, update and save do what they are documented to do") { bench in
      let store = bench.store
      var label = Label(name: "food", color: "red")
      await bench.expect(.notFound(model: "Label", key: "food"), "update of a missing row") {
        try await store.update(label)
      }
      try await store.insert(label)
      await bench.expect(
        .duplicateKey(model: "Label", constraint: "primaryKey", fields: ["name"]), "insert of a present row"
      ) { try await store.insert(label) }
      label.color = "green"
      try await store.update(label)
      bench.expect(try await store.find(Label.self, id: "food"), label, "the updated row")
      label.color = "blue"
      try await store.save(label)
      bench.expect(try await store.find(Label.self, id: "food"), label, "the saved row")
      bench.expect(try await store.count(Label.all), 1, "rows")
    },
    Check("many rows are written in one transaction or not at all") { bench in
      let store = bench.store
      let labels = (0..<1000).map { Label(name: "label \($0)", color: "\($0 % 7)") }
      bench.expect(try await store.insert(labels), labels, "what insert returns")
      bench.expect(try await store.count(Label.all), 1000, "rows")
      await bench.expect("insert of a row that is there", "duplicateKey") {
        try await store.insert([Label(name: "new 1"), labels[500], Label(name: "new 2")])
      } isRight: {
        if case .duplicateKey = $0 { true } else { false }
      }
      await bench.expect(.notFound(model: "Label", key: "missing"), "update of a missing row") {
        try await store.update([Label(name: "label 1", color: "changed"), Label(name: "missing")])
      }
      bench.expect(try await store.count(Label.all), 1000, "rows after two failures")
      bench.expect(try await store.count(Label.where { $0.color == "changed" }), 0, "changed rows after a failure")
      bench.expect(try await store.save(labels + labels), labels + labels, "what a save of each row twice returns")
      bench.expect(try await store.delete(Array(labels[..<400])), 400, "deleted rows")
      bench.expect(try await store.delete(Label.self, ids: labels.map(\.name)), 600, "deleted rows of all keys")
      bench.expect(try await store.save([Label]()), [], "what a save of nothing returns")
    },
    Check("a transaction of 20,000 rows and a list of 20,000 keys work") { bench in
      let links = (0..<20_000).map { Link(id: Int64($0)) }
      try await bench.store.insert(links)
      let found = try await bench.store.find(Link.self, ids: (0..<20_000).lazy.map { Int64($0 * 2) })
      bench.expect(found.count, 10_000, "rows of which the key is in the list")
      let isIn = Link.where { $0.id.isIn((0..<20_000).map { Int64($0 * 4) }) }
      bench.expect(try await bench.store.count(isIn), 5_000, "rows of which a column is in the list")
      bench.expect(try await bench.store.delete(Link.all), 20_000, "deleted rows")
    },
    Check("unique constraints are enforced, and nulls are distinct") { bench in
      let store = bench.store
      try await store.insert([Person(name: "A", email: "a@x"), Person(name: "B"), Person(name: "C")])
      let duplicate = StoreError.duplicateKey(model: "Person", constraint: "person_email_key", fields: ["email"])
      await bench.expect(duplicate, "insert of the same e-mail") {
        try await store.insert(Person(name: "D", email: "a@x"))
      }
      await bench.expect(duplicate, "save of the same e-mail") { try await store.save(Person(name: "D", email: "a@x")) }
      var both = Person(name: "F", email: "f@x")
      both = try await store.insert(both)
      await bench.expect(
        .duplicateKey(model: "Person", constraint: "primaryKey", fields: ["id"]), "insert of the same key and e-mail"
      ) { try await store.insert(both) }
      try await store.delete(both)
      try await store.insert(Person(name: "D", email: "A@x"))
      let owner = Person(name: "E")
      try await store.save(Account(name: "one", owner: owner))
      await bench.expect(
        .duplicateKey(model: "Account", constraint: "accounts_owner_id_name_key", fields: ["owner", "name"]),
        "the same name for one owner"
      ) { try await store.save(Account(name: "one", owner: owner)) }
      try await store.save(Account(name: "two", owner: owner))
      bench.expect(try await store.count(Account.all), 2, "accounts")
    },
    Check("constraints of the schema are checked before anything is written") { bench in
      let store = bench.store
      await bench.expect(.checkFailed(model: "Person", field: "name", rule: "length(1...20)"), "an empty name") {
        try await store.save([Person(name: "good"), Person(name: "")])
      }
      await bench.expect(.checkFailed(model: "Person", field: "name", rule: "length(1...20)"), "an owner's long name") {
        try await store.save(Account(name: "x", owner: Person(name: String(repeating: "é", count: 21))))
      }
      try await store.save(Person(name: String(repeating: "💰", count: 20)))
      bench.expect(try await store.count(Person.all), 1, "rows")
    },
    Check("generated keys are new, in order, and used once") { bench in
      let store = bench.store
      let first = try await store.save([Ticket(holder: "a"), Ticket(holder: "b"), Ticket(holder: "c")])
      bench.expect(first.map(\.id), [1, 2, 3], "keys")
      bench.expect(first.map(\.holder), ["a", "b", "c"], "what save returns")
      try await store.delete(first[2])
      let next = try await store.insert(Ticket(holder: "d"))
      bench.expect(next.id, 4, "the key after a deleted row")
      let given = try await store.insert(Ticket(id: 100, holder: "e"))
      bench.expect(given.id, 100, "a key that was given")
      bench.expect(try await store.save(Ticket(holder: "f")).id, 101, "the key after a given one")
      bench.expect(try await store.find(Ticket.self, id: 4)?.holder, "d", "the row of a generated key")
      await bench.expect(.notFound(model: "Ticket", key: "0"), "update of a row without a key") {
        try await store.update(Ticket(holder: "g"))
      }
    },
    Check("stale versions are rejected") { bench in
      let store = bench.store
      let new = try await store.save(Ticket(holder: "a"))
      bench.expect(new.revision, 1, "the version of a new row")
      var mine = try await store.find(Ticket.self, id: new.id) ?? new
      var theirs = mine
      mine.holder = "mine"
      mine = try await store.save(mine)
      bench.expect(mine.revision, 2, "the version of a changed row")
      theirs.holder = "theirs"
      let stale = StoreError.staleVersion(model: "Ticket", key: "\(new.id)")
      await bench.expect(stale, "save of a stale row") { try await store.save(theirs) }
      await bench.expect(stale, "update of a stale row") { try await store.update(theirs) }
      mine.holder = "again"
      mine = try await store.update(mine)
      bench.expect(try await store.find(Ticket.self, id: new.id), mine, "the row")
      let restored = try await store.insert(Ticket(id: 500, holder: "old", revision: 41))
      bench.expect(restored.revision, 42, "the version of a row that is inserted with one")
      bench.expect(restored.changedAt > Date(microsecondsSince1970: 0), "the date of the change is not set")
    },
    Check("keys of two columns are keys") { bench in
      let store = bench.store
      let seats = (1...3).flatMap { row in (1...4).map { Seat(row: row, number: $0) } }
      try await store.insert(seats)
      bench.expect(try await store.fetch(Seat.all), seats, "all rows, by key")
      bench.expect(
        try await store.find(Seat.self, id: Seat.Key(row: 2, number: 3)), Seat(row: 2, number: 3), "a row by its key")
      bench.expect(try await store.find(Seat.self, id: Seat.Key(row: 3, number: 5)), nil, "a row that is not there")
      await bench.expect(
        .duplicateKey(model: "Seat", constraint: "primaryKey", fields: ["row", "number"]), "the same key"
      ) { try await store.insert(Seat(row: 2, number: 3)) }
      let ids = [Seat.Key(row: 1, number: 1), Seat.Key(row: 2, number: 4), Seat.Key(row: 9, number: 9)]
      bench.expect(try await store.delete(Seat.self, ids: ids), 2, "deleted rows")
    },
    Check("a schema is prepared twice as well as once") { bench in
      try await bench.store.save(Label(name: "kept"))
      try await bench.store.prepare(ConformanceSchema.self)
      bench.expect(try await bench.store.count(Label.all), 1, "rows")
    },
  ]
}
