class AnyListWrite {
  func write<Owner: PersistableModel>(
    of owners: SaveGroup<Owner>, _ plan: SavePlan, _ session: any BackendSession
  ) async throws(StoreError) {}
}

/// The lists of one ordered relation that a save replaces: one call deletes the old rows, and one inserts the new ones.
final class ListWrite<Target: PersistableModel>: AnyListWrite {
  private let relation: Int
  private var lists: [(owner: Int, targets: [Int])] = []

  init(relation: Int) { self.relation = relation }

  /// The models of both sides by their indexes in their groups, as some have no key yet.
  func add(owner: Int, _ targets: [Int]) { lists.append((owner, targets)) }

  override func write<Owner: PersistableModel>(
    of owners: SaveGroup<Owner>, _ plan: SavePlan, _ session: any BackendSession
  ) async throws(StoreError) {
    guard let join = Owner.table.joinTable(relation, owner: Owner.self) else { return }
    let ownerColumns = Owner.PrimaryKey._columnCount
    let old = lists.filter { owners.mayHaveBeen($0.owner) }.map { owners.keyValues(of: $0.owner) }
    if !old.isEmpty {
      let condition = Condition.keyIsIn(columns: Array(0..<ownerColumns), old)
      _ = try await session.delete(RowQuery(join, where: condition))
    }
    guard lists.contains(where: { !$0.targets.isEmpty }) else { return }
    let targets = plan.group(Target.self).models
    let lists = lists
    let count = lists.reduce(0) { $0 + $1.targets.count }
    _ = try await session.write(RowWrite(.insert, join, count: count)) { (row) throws(StoreError) in
      write: for list in lists {
        let owner = owners.models[list.owner].primaryKey
        for (position, target) in list.targets.enumerated() {
          owner.write(to: &row, at: 0)
          row.int64(ownerColumns, Int64(position))
          targets[target].primaryKey.write(to: &row, at: ownerColumns + 1)
          guard row.finishRow() else { break write }
        }
      }
      if let error = row.fault?.writingError(join) { throw error }
    }
  }
}
