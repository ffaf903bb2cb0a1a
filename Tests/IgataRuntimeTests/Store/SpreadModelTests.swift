import Foundation
@_spi(Backend) import IgataRuntime
import IgataTesting
import RuntimeModels
import Testing

/// Models whose rows are distributed over several servers are deleted on the right server, if they have its
/// distribution value.
@Suite struct SpreadModelTests {
  private let spy = SpyBackend(MemoryBackend())
  private let shop = UUID()

  /// Deletes some of four parcels. Returns how many there were, how many are left, and whether each query contained the
  /// distribution value.
  private func delete(
    _ body: (Store, [Parcel]) async throws -> Int
  ) async throws -> String {
    let store = Store(spy)
    try await store.prepare(ParcelSchema.self)
    let parcels = [shop, shop, shop, UUID()].map { Parcel(shopID: $0) }
    try await store.insert(parcels)
    spy.forget()
    let deleted = try await body(store, parcels)
    let queries = spy.calls(.delete).map { call in
      guard case .all(let terms)? = call.query?.condition?.kind else { return false }
      return terms.contains { term in
        guard case .comparison(.column(_, 1), .equal, .value(.uuid(shop))) = term.kind else { return false }
        return true
      }
    }
    return "\(deleted) deleted, \(try await store.count(Parcel.all)) left, \(queries)"
  }

  @Test func whereTheyLie() async throws {
    let one = try await delete { store, parcels in try await store.delete(parcels[0]) ? 1 : 0 }
    #expect(one == "1 deleted, 3 left, [true]")
  }

  @Test func manyWithOneDistributionValue() async throws {
    let many = try await delete { store, parcels in
      try await store.delete([parcels[0], parcels[1], parcels[0]])
    }
    #expect(many == "2 deleted, 2 left, [true]")
  }

  /// With several distribution values, by key only, or with a wrong value: all servers are queried.
  @Test func everywhere() async throws {
    let several = try await delete { store, parcels in try await store.delete(parcels) }
    #expect(several == "4 deleted, 0 left, [false]")
    let byKey = try await delete { store, parcels in try await store.delete(Parcel.self, id: parcels[3].id) ? 1 : 0 }
    #expect(byKey == "1 deleted, 3 left, [false]")
  }

  @Test func elsewhere() async throws {
    let moved = try await delete { store, parcels in
      var parcel = parcels[3]
      parcel.shopID = shop
      return try await store.delete([parcels[0], parcel])
    }
    #expect(moved == "2 deleted, 2 left, [true, false]")
  }
}
