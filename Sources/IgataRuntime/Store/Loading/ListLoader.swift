/// Loads one ordered relation for all rows that were read together: one query for the keys of the targets, and the
/// targets with all others of their model.
class AnyListLoader {
  typealias Member = AnyReferenceListBox.Member

  private let relation: Int
  private let table: TableDescription
  private let keyColumn: Int
  private let keyForm: StoredKey.Form
  private let loader: AnyTargetLoader
  private let boxType: AnyReferenceListBox.Type
  private let origin: ModelOrigin
  /// In the order in which they were read; without keys if these can only be read by their type.
  fileprivate private(set) var owners: [(key: StoredKey?, box: AnyReferenceListBox)] = []
  /// The targets of one list after the other, each with the index of its owner and its position in the list.
  private var targets: [Member] = []

  fileprivate init(
    relation: Int, of owner: TableDescription, _ loader: AnyTargetLoader, _ boxType: AnyReferenceListBox.Type,
    origin: ModelOrigin
  ) {
    self.relation = relation
    table = owner
    keyColumn = owner.primaryKey.first ?? 0
    keyForm = StoredKey.Form(owner)
    self.loader = loader
    self.boxType = boxType
    self.origin = origin
  }

  /// The model of the members.
  final var target: any PersistableModel.Type { loader.target }

  /// Adds an empty list for the owner that the row holds.
  final func addBox(_ row: inout RowReader) -> AnyReferenceListBox {
    let box = boxType.init(origin: origin)
    owners.append((StoredKey(&row, at: keyColumn, keyForm), box))
    return box
  }

  /// Reads the keys of the targets in the lists of `models`, which are in the order of their rows if the form of their
  /// keys is `typed`. If these are all rows of the table, their lists are all lists.
  final func readKeys<Owner: PersistableModel>(
    of models: [[Owner]], areAll: Bool, _ session: any BackendSession
  ) async throws(StoreError) {
    let count = models.reduce(0) { $0 + $1.count }
    guard let join = table.joinTable(relation, owner: Owner.self), owners.count == count else {
      throw .misuse(reason: "\(table.model) reads its list \(relation) differently from its table")
    }
    if count == 0 { return }
    let isTyped = keyForm == .typed
    let keys = isTyped ? models.joined().map { StoredKey($0.primaryKey) } : owners.compactMap(\.key)
    var indexes = OwnerIndexes(keys, keyForm) { row in StoredKey(Owner.PrimaryKey(row: &row, at: 0)) }
    let columns = Array(0..<Owner.PrimaryKey._columnCount)
    let query = RowQuery(
      join, where: areAll ? nil : .keyIsIn(columns: columns, KeyList(width: columns.count, indexes.keys)))
    var targets: [Member] = []
    let (positionColumn, targetColumn) = (join.table.positionColumn, join.table.targetColumn)
    // The rows are in the order of the join table's key: by owner, and then by target.
    try await session.read(query) { (row) throws(StoreError) in
      while row.next() {
        guard let owner = indexes.index(&row) else { continue }
        let position = positionColumn.map { row.int64($0) } ?? 0
        targets.append((owner, position, loader.box(&row, at: targetColumn, for: table, relation)))
      }
      if let error = row.fault?.readingError(join, row: row.keyText(join)) { throw error }
    }
    self.targets = targets
  }

  /// Sets the targets of the lists, once they have been loaded.
  func fill() {}

  /// The members that were read, of one list after the other, each list in the order of its positions.
  fileprivate final func takeMembers() -> [Member] {
    var members: [Member] = []
    swap(&members, &targets)
    var start = 0
    while start < members.count {
      var (end, isOrdered) = (start + 1, true)
      while end < members.count, members[end].owner == members[start].owner {
        if members[end].position < members[end - 1].position { isOrdered = false }
        end += 1
      }
      if !isOrdered { members.sortByPosition(start..<end) }
      start = end
    }
    return members
  }
}

extension [AnyReferenceListBox.Member] {
  /// Puts one list in the order of its positions. Two members with one position stay in their order.
  fileprivate mutating func sortByPosition(_ range: Range<Int>) {
    guard range.count <= 16 else {
      let sorted = range.sorted { (self[$0].position, $0) < (self[$1].position, $1) }.map { self[$0] }
      return replaceSubrange(range, with: sorted)
    }
    // Nearly all lists are short: insertion takes fewer comparisons and no memory.
    for end in range.dropFirst() {
      var index = end
      while index > range.lowerBound, self[index].position < self[index - 1].position {
        swapAt(index, index - 1)
        index -= 1
      }
    }
  }
}

/// The part that depends on the type.
final class ListLoader<Target: PersistableModel>: AnyListLoader {
  init(relation: Int, of owner: TableDescription, _ loader: TargetLoader<Target>, origin: ModelOrigin) {
    super.init(relation: relation, of: owner, loader, ReferenceListBox<Target>.self, origin: origin)
  }

  override func fill() {
    let (owners, targets) = (owners, takeMembers())
    var start = 0
    while start < targets.count {
      let owner = targets[start].owner
      var end = start + 1
      while end < targets.count, targets[end].owner == owner { end += 1 }
      owners[owner].box.of(Target.self).append(targets[start..<end])
      start = end
    }
  }
}

/// The indexes of the owners of a list.
private struct OwnerIndexes {
  let keys: [StoredKey]
  private let form: StoredKey.Form
  private let typedKey: (inout RowReader) -> StoredKey
  /// The owner of the previous row. Usually, the owner of the next row is the same or the next one.
  private var last = 0
  private var indexes: [StoredKey: Int]?

  init(_ keys: [StoredKey], _ form: StoredKey.Form, _ typedKey: @escaping (inout RowReader) -> StoredKey) {
    self.keys = keys
    self.form = form
    self.typedKey = typedKey
  }

  /// The index of the owner whose key the row begins with; `nil` if it was not read.
  mutating func index(_ row: inout RowReader) -> Int? {
    let key = StoredKey(&row, at: 0, form) ?? typedKey(&row)
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
