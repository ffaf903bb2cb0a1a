@_spi(Backend) internal import IgataRuntime

/// Relations to unique fields, lists without an order, and their other sides.
extension Check {
  static let links: [Check] = [
    Check("a relation to a unique field is saved, loaded and changed by that field") { bench in
      let store = bench.store
      let (north, south) = (Depot(id: 2, code: "n"), Depot(id: 1, code: "s"))
      var parcel = try await store.save(Parcel(id: 1, depot: north))
      bench.expect(parcel.depotCode, "n", "the column of the relation")
      bench.expect(try await store.find(Depot.self, id: 2), north, "a target that was new")
      try await store.insert(south)
      parcel.depot = south
      try await store.save(parcel)
      let loaded = try await store.first(Parcel.all.including { $0.depot })
      bench.expect(loaded?.depot, south, "the target that was set")
      parcel.depotCode = "n"
      bench.expect(parcel.depot, nil, "the target of another value")
      try await store.update(parcel, only: \.depotCode)
      bench.expect(try await store.first(Parcel.all.including { $0.depot })?.depot, north, "the target by its field")
      parcel.depotCode = "?"
      await bench.expect(.foreignKey(model: "Parcel", field: "depot"), "a value that no target has") {
        try await store.save(parcel)
      }
      await bench.expect(
        .duplicateKey(model: "Depot", constraint: "depot_code_key", fields: ["code"]), "a value that another target has"
      ) { try await store.insert(Depot(id: 3, code: "n")) }
      try await store.delete(north)
      bench.expect(try await store.find(Parcel.self, id: 1)?.depotCode, nil, "the column after its target was deleted")
    },
    Check("queries follow relations to unique fields in both directions") { bench in
      let store = bench.store
      let (north, south) = (Depot(id: 2, code: "n"), Depot(id: 1, code: "s"))
      try await store.save([Parcel(id: 1, depot: north), Parcel(id: 2, depot: south), Parcel(id: 3)])
      try await store.save(Parcel(id: 4, depot: try await store.find(Depot.self, id: 2)))
      func ids(_ query: Query<Parcel>) async throws -> [Int64] { try await store.fetch(query).map(\.id) }
      bench.expect(try await ids(Parcel.where { $0.depot.id == 2 }), [1, 4], "parcels by a field of the target")
      bench.expect(try await ids(Parcel.where { $0.depot.isNil }), [3], "parcels without a target")
      let sorted = Parcel.where { !$0.depot.isNil }.order { ($0.depot.id.ascending, $0.id.descending) }
      bench.expect(try await ids(sorted), [2, 4, 1], "parcels by fields of their targets")
      bench.expect(try await ids(north.parcels), [1, 4], "the other side")
      let full = Depot.where { $0.parcels.count > 1 }
      bench.expect(try await store.fetch(full), [north], "targets by the number of parcels")
    },
    Check("lists without an order have the order of the keys, and another side") { bench in
      let store = bench.store
      let depots = [3, 1, 2].map { Depot(id: $0, code: "\($0)") }
      try await store.save([Parcel(id: 1, stops: depots + [depots[0]]), Parcel(id: 2)])
      var parcel = Parcel(id: 3)
      parcel.stops = try await store.fetch(Depot.where { $0.id > 1 })
      try await store.save(parcel)
      let stops = try await store.fetch(Parcel.all).map { $0.stops.map(\.id) }
      bench.expect(stops, [[1, 2, 3], [], [2, 3]], "the lists, each target once")
      bench.expect(try await store.fetch(depots[0].visits).map(\.id), [1, 3], "the other side")
      bench.expect(try await store.fetch(depots[1].visits).map(\.id), [1], "the other side of one that is in one list")
      let visited = Depot.where { $0.visits.contains { $0.id == 3 } }
      bench.expect(try await store.fetch(visited).map(\.id), [2, 3], "targets by what has them in a list")
      parcel = try await store.first(Parcel.where { $0.id == 3 }) ?? parcel
      parcel.stops = [depots[1]]
      try await store.save(parcel)
      bench.expect(try await store.fetch(depots[0].visits).map(\.id), [1], "the other side after a list was changed")
      try await store.delete(depots[0])
      let left = try await store.find(Parcel.self, id: 1)?.stops.map(\.id)
      bench.expect(left, [1, 2], "a list after a target was deleted")
    },
  ]
}
