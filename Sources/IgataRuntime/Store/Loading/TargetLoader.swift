class AnyTargetLoader {
  var isPending: Bool { false }

  /// Reads the rows that are known by their keys; returns the first that is not there.
  func loadPending(
    context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) -> MissingTarget? { nil }
}

/// Loads the rows of one model that others refer to. Each key has one box, which all who refer to it share.
final class TargetLoader<Target: PersistableModel>: AnyTargetLoader {
  private struct Pending {
    var box: ReferenceBox<Target>
    var owner: TableDescription
    var relation: Int
  }

  /// What is loaded with the targets.
  private let included: IncludedRelations
  private var boxes: [ExactKey<Target.ID>: ReferenceBox<Target>] = [:]
  private var pending: [Pending] = []
  /// Rows that refer to the same one often follow each other.
  private var last: ReferenceBox<Target>?

  init(_ included: IncludedRelations) { self.included = included }

  override var isPending: Bool { !pending.isEmpty }

  func box(_ key: Target.ID, for owner: TableDescription, _ relation: Int) -> ReferenceBox<Target> {
    let exact = ExactKey(key)
    if let last, ExactKey(last.key) == exact { return last }
    let box = boxes[exact] ?? makeBox(key, owner, relation)
    last = box
    return box
  }

  private func makeBox(_ key: Target.ID, _ owner: TableDescription, _ relation: Int) -> ReferenceBox<Target> {
    let box = ReferenceBox<Target>(key: key, target: nil, origin: nil)
    boxes[ExactKey(key)] = box
    pending.append(Pending(box: box, owner: owner, relation: relation))
    return box
  }

  override func loadPending(
    context: LoadContext, _ session: any BackendSession
  ) async throws(StoreError) -> MissingTarget? {
    let wanted = pending
    pending = []
    let table = Target.table
    let condition = Condition.keyIsIn(columns: table.primaryKey, wanted.map { $0.box.key._keyValues })
    let targets: [Target] = try await context.collect(
      RowQuery(table, where: condition), from: session, loadsLists: .finite, included)
    for target in targets { boxes[ExactKey(target.id)]?.fill(target, origin: context.identity) }
    return wanted.first { !$0.box.isLoaded }.map {
      MissingTarget(owner: $0.owner, relation: $0.relation, key: table.keyText($0.box.key._keyValues))
    }
  }
}
