/// What is written for one relation of a save's models after the models themselves: their lists, and the wrappers that
/// were removed.
class AnyOwnedWrite {
  func write<Owner: PersistableModel>(
    of owners: SaveGroup<Owner>, _ plan: SavePlan, _ session: any BackendSession
  ) async throws(StoreError) {}
}

/// The rows of wrappers that their owners no longer have.
final class WrapperDeletion<Target: PersistableModel>: AnyOwnedWrite {
  private var rows: [(key: Target.PrimaryKey, owner: Int)] = []

  func add(_ key: Target.PrimaryKey, owner: Int) { rows.append((key, owner)) }

  override func write<Owner: PersistableModel>(
    of owners: SaveGroup<Owner>, _ plan: SavePlan, _ session: any BackendSession
  ) async throws(StoreError) {
    let keys = rows.filter { !owners.isLeftAsItWas($0.owner) }.map(\.key._keyValues)
    if keys.isEmpty { return }
    let query = RowQuery(Target.table, keys: keys)
    _ = try await plan.backend.delete(query, in: session)
  }
}
