@_spi(Backend) internal import IgataRuntime

/// Checks of a row, and unique constraints on some of the rows.
extension Check {
  static let conditions: [Check] = [
    Check("a check refuses a row for which its condition doesn't hold") { bench in
      let store = bench.store
      let order = StoreError.checkFailed(model: "Stay", field: "last, first", rule: "stay_order")
      let room = StoreError.checkFailed(model: "Stay", field: "room", rule: "stay_room")
      let open = Stay(id: 1)
      try await store.insert(open)
      await bench.expect(order, "an insert") { try await store.insert(Stay(id: 2, room: "b", last: 1)) }
      await bench.expect(order, "several inserts") {
        try await store.insert([Stay(id: 3, room: "c"), Stay(id: 4, room: "d", last: 0)])
      }
      await bench.expect(room, "a text that is too long") { try await store.insert(Stay(id: 2, room: "123456789")) }
      await bench.expect(room, "a value that is excluded") { try await store.insert(Stay(id: 2, room: "it's")) }
      try await store.insert(Stay(id: 5, room: "ééééé💰日本"))
      await bench.expect(order, "a save") { try await store.save(Stay(id: 1, last: -5)) }
      await bench.expect(order, "an update") { try await store.update(Stay(id: 1, last: 1)) }
      await bench.expect(order, "an update of one field") {
        var copy = open
        copy.last = 1
        try await store.update(copy, only: \.last)
      }
      await bench.expect(order, "an update of a query") {
        try await store.update(Stay.all) { $0.last.set($0.id) }
      }
      var stay = Stay(id: 6, room: "e")
      await bench.expect(
        .checkFailed(model: "Stay", field: "isDraft, deposit", rule: "stay_deposit"), "an amount that is excluded"
      ) {
        stay.deposit = Currency(storedInteger: 500)
        try await store.insert(stay)
      }
      stay.isDraft = true
      try await store.insert(stay)
      bench.expect(try await store.fetch(Stay.all.order { $0.id.ascending }).map(\.id), [1, 5, 6], "the rows")
      bench.expect(try await store.find(Stay.self, id: 1), open, "the first row")
      try await store.update(Stay.all) { $0.last.set($0.first + 1) }
      bench.expect(try await store.fetch(Stay.where { $0.last == 2 }).count, 3, "rows after an update that is right")
    },
    Check("a unique constraint with a condition applies to the rows that satisfy it") { bench in
      let store = bench.store
      let duplicate = StoreError.duplicateKey(model: "Stay", constraint: "stay_room_key", fields: ["room"])
      try await store.insert([
        Stay(id: 1, room: "a"), Stay(id: 2, room: "a", isDraft: true), Stay(id: 3, room: "a", isDraft: true),
        Stay(id: 4, room: "b"),
      ])
      await bench.expect(duplicate, "an insert") { try await store.insert(Stay(id: 5, room: "b")) }
      await bench.expect(duplicate, "a draft that becomes another row") { try await store.save(Stay(id: 2, room: "a")) }
      await bench.expect(duplicate, "an update of a query") {
        try await store.update(Stay.where { $0.id == 3 }) { $0.isDraft.set(false) }
      }
      try await store.update(Stay.where { $0.id == 1 }) { $0.isDraft.set(true) }
      try await store.save(Stay(id: 2, room: "a"))
      await bench.expect(duplicate, "a row that is back") { try await store.save(Stay(id: 1, room: "a")) }
      try await store.delete(Stay(id: 2, room: "a"))
      try await store.save(Stay(id: 1, room: "a"))
      try await store.update(Stay.where { $0.id == 1 }) { $0.room.set("c") }
      try await store.insert(Stay(id: 6, room: "a"))
      let rooms = try await store.fetch(Stay.where { !$0.isDraft }.order { $0.id.ascending }).map(\.room)
      bench.expect(rooms, ["c", "b", "a"], "rooms of the rows that aren't drafts")
    },
  ]
}
