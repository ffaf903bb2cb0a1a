/// Loads one ordered relation for all rows that were read together: one query for the keys of the targets, and the
/// targets with all others of their model.
class AnyListLoader {
  private let relation: Int
  private let loader: AnyTargetLoader
  /// One box for each owner, in the order in which the owners were read.
  fileprivate private(set) var boxes: [AnyReferenceListBox] = []
  /// The targets of one list after the other, each with the index of its owner.
  fileprivate private(set) var targets: [(owner: Int, box: AnyReferenceBox)] = []

  fileprivate init(relation: Int, _ loader: AnyTargetLoader) {
    self.relation = relation
    self.loader = loader
  }

  final func add(_ box: AnyReferenceListBox) { boxes.append(box) }

  /// Reads the keys of the targets in the lists of `owners`. If these are all rows of the table, their lists are all
  /// lists.
  final func readKeys<Owner: PersistableModel>(
    of owners: [Owner], areAll: Bool, _ session: any BackendSession
  ) async throws(StoreError) {
    guard let join = Owner.table.joinTable(relation, owner: Owner.self), boxes.count == owners.count else {
      throw .misuse(reason: "\(Owner.table.model) reads its list \(relation) differently from its table")
    }
    if owners.isEmpty { return }
    var indexes = OwnerIndexes(owners)
    let columns = Array(0..<Owner.PrimaryKey._columnCount)
    let query = RowQuery(join, where: areAll ? nil : .keyIsIn(columns: columns, indexes.keys.map(\.values)))
    // The rows are in the order of the join table's key: by owner, and then by position.
    try await session.read(query) { (row) throws(StoreError) in
      while row.next() {
        guard let owner = indexes.index(&row) else { continue }
        targets.append((owner, loader.box(&row, at: columns.count + 1, for: Owner.table, relation)))
      }
      if let error = row.fault?.readingError(join, row: row.keyText(join)) { throw error }
    }
  }

  /// Sets the targets of the lists, once they have been loaded.
  func fill(origin: StoreIdentity) {}
}

/// The part that depends on the type.
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

/// The indexes of the owners of a list.
private struct OwnerIndexes {
  let keys: [LoadKey]
  private let form: LoadKey.Form
  private let typedKey: (inout RowReader) -> LoadKey
  /// The owner of the previous row. Usually, the owner of the next row is the same or the next one.
  private var last = 0
  private var indexes: [LoadKey: Int]?

  init<Owner: PersistableModel>(_ owners: [Owner]) {
    keys = owners.withUnsafeBufferPointer { owners in owners.indices.map { LoadKey(owners[$0].primaryKey) } }
    form = LoadKey.Form(Owner.table)
    typedKey = { row in LoadKey(Owner.PrimaryKey(row: &row, at: 0)) }
  }

  /// The index of the owner whose key is at the beginning of the row; `nil` if the owner was not read.
  mutating func index(_ row: inout RowReader) -> Int? {
    let key = LoadKey(&row, at: 0, form) ?? typedKey(&row)
    if keys[last] == key { return last }
    if last + 1 < keys.count, keys[last + 1] == key {
      last += 1
      return last
    }
    let indexes = indexes ?? Dictionary(zip(keys, keys.indices)) { $1 }
    self.indexes = indexes
    guard let index = indexes[key] else { return nil }
    last = index
    return index
  }
}
