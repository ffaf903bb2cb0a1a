/// Loads one ordered relation for all rows that were read in one go: one query for which targets there are, and the
/// targets with all others of their model.
class AnyListLoader {
  private let relation: Int
  private let loader: AnyTargetLoader
  /// One for each owner, in the order in which the owners were read.
  fileprivate private(set) var boxes: [AnyReferenceListBox] = []
  /// The targets of one list after the other, each with the place of its owner.
  fileprivate private(set) var targets: [(owner: Int, box: AnyReferenceBox)] = []

  fileprivate init(relation: Int, _ loader: AnyTargetLoader) {
    self.relation = relation
    self.loader = loader
  }

  final func add(_ box: AnyReferenceListBox) { boxes.append(box) }

  /// Reads which targets the lists of `owners` have. Where these are all that there are, so are the lists.
  final func readKeys<Owner: PersistableModel>(
    of owners: [Owner], areAll: Bool, _ session: any BackendSession
  ) async throws(StoreError) {
    guard let join = Owner.table.joinTable(relation, owner: Owner.self), boxes.count == owners.count else {
      throw .misuse(reason: "\(Owner.table.model) reads its list \(relation) otherwise than its table says")
    }
    if owners.isEmpty { return }
    var places = OwnerIndexes(owners)
    let columns = Array(0..<Owner.PrimaryKey._columnCount)
    let query = RowQuery(join, where: areAll ? nil : .keyIsIn(columns: columns, places.keys.map(\.values)))
    // The rows come in the order of the join table's key: by owner, and then by position.
    try await session.read(query) { (row) throws(StoreError) in
      while row.next() {
        guard let owner = places.place(&row) else { continue }
        targets.append((owner, loader.box(&row, at: columns.count + 1, for: Owner.table, relation)))
      }
      if let error = row.fault?.readingError(join, row: row.keyText(join)) { throw error }
    }
  }

  /// Puts the targets into the lists, once they are read.
  func fill(origin: StoreIdentity) {}
}

/// The part of it that knows the type.
final class ListLoader<Target: PersistableModel>: AnyListLoader {
  init(relation: Int, _ loader: TargetLoader<Target>) { super.init(relation: relation, loader) }

  override func fill(origin: StoreIdentity) {
    for box in boxes { box.origin = origin }
    var start = 0
    while start < targets.count {
      let owner = targets[start].owner
      var end = start + 1
      while end < targets.count, targets[end].owner == owner { end += 1 }
      boxes[owner].of(Target.self).append(targets[start..<end])
      start = end
    }
  }
}

/// Where the owners of a list stand among those that were read.
private struct OwnerIndexes {
  let keys: [LoadKey]
  private let form: LoadKey.Form
  private let typedKey: (inout RowReader) -> LoadKey
  /// The owner that the last row belonged to: the next row's is that one or the one behind it, as a rule.
  private var last = 0
  private var places: [LoadKey: Int]?

  init<Owner: PersistableModel>(_ owners: [Owner]) {
    keys = owners.withUnsafeBufferPointer { owners in owners.indices.map { LoadKey(owners[$0].primaryKey) } }
    form = LoadKey.Form(Owner.table)
    typedKey = { row in LoadKey(Owner.PrimaryKey(row: &row, at: 0)) }
  }

  /// The place of the owner whose key the row begins with; nothing where it was not read.
  mutating func place(_ row: inout RowReader) -> Int? {
    let key = LoadKey(&row, at: 0, form) ?? typedKey(&row)
    if keys[last] == key { return last }
    if last + 1 < keys.count, keys[last + 1] == key {
      last += 1
      return last
    }
    let places = places ?? Dictionary(zip(keys, keys.indices)) { $1 }
    self.places = places
    guard let place = places[key] else { return nil }
    last = place
    return place
  }
}
