class AnyListLoader {
  /// Reads which targets the lists of `owners` have.
  func readKeys<Owner: PersistableModel>(
    of owners: [Owner], context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) {}

  /// Puts the targets into the lists, once they are read.
  func fill() {}
}

/// Loads one ordered relation for all rows that were read in one go: one query for which targets there are, and the
/// targets with all others of their model.
final class ListLoader<Target: PersistableModel>: AnyListLoader {
  private let relation: Int
  private let identity: StoreIdentity
  /// One for each owner, in the order in which the owners were read.
  private var boxes: [ReferenceListBox<Target>] = []
  private var targets: [[ReferenceBox<Target>]] = []

  init(relation: Int, identity: StoreIdentity) {
    self.relation = relation
    self.identity = identity
  }

  func add(_ box: ReferenceListBox<Target>) { boxes.append(box) }

  override func readKeys<Owner: PersistableModel>(
    of owners: [Owner], context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) {
    guard let join = Owner.table.joinTable(relation, owner: Owner.self), boxes.count == owners.count else {
      throw .misuse(reason: "\(Owner.table.model) reads its list \(relation) otherwise than its table says")
    }
    if owners.isEmpty { return }
    targets = Array(repeating: [], count: owners.count)
    var places: [ExactKey<Owner.ID>: Int] = Dictionary(minimumCapacity: owners.count)
    for (place, owner) in owners.enumerated() { places[ExactKey(owner.id)] = place }
    let ownerColumns = Owner.ID._columnCount
    let query = RowQuery(
      join, where: .keyIsIn(columns: Array(0..<ownerColumns), owners.map { $0.id._keyValues }))
    let loader = context.loader(Target.self)
    let relation = relation
    // The rows come in the order of the join table's key: by owner, and then by position.
    try await session.read(query) { (row) throws(StoreError) in
      while row.next() {
        let owner = Owner.ID(_keyRow: &row, at: 0)
        let target = Target.ID(_keyRow: &row, at: ownerColumns + 1)
        guard row.fault == nil, let place = places[ExactKey(owner)] else { continue }
        targets[place].append(loader.box(target, for: Owner.table, relation))
      }
      if let error = row.fault?.readingError(join, row: row.keyText(join)) { throw error }
    }
  }

  override func fill() {
    for (place, box) in boxes.enumerated() where place < targets.count {
      var members: [Target] = []
      members.reserveCapacity(targets[place].count)
      // No key path, which would be made anew for each list.
      for reference in targets[place] { if let target = reference.target { members.append(target) } }
      box.fill(members, origin: identity)
    }
  }
}
