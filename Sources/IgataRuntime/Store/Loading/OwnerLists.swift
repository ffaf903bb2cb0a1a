/// The lists of the owners of related rows, by the owners' keys. Owners with the same key have the same list.
struct OwnerLists {
  /// The key of each list.
  private(set) var keys: [StoredKey] = []
  /// The list of each owner; `nil` if one of its key's columns is null.
  private var owners: [Int?] = []
  private var indexes: [StoredKey: Int] = [:]
  private let readKey: (inout RowReader) -> StoredKey?
  /// The owners, if the rows load them and they are known.
  private(set) var known: KnownOwners?

  init(_ owners: RelatedOwners, _ related: RelatedRowQuery, _ context: LoadContext) {
    readKey = owners.keyReader(related.ownerColumns, at: related.foundColumns, areNullable: !related.areOwned)
    for key in owners.keys(related.ownerColumns) {
      guard let key else {
        self.owners.append(nil)
        continue
      }
      let index = indexes[key] ?? keys.count
      if index == keys.count {
        keys.append(key)
        indexes[key] = index
      }
      self.owners.append(index)
    }
    if let relation = related.loadedOwner, let loader = owners.know(context) {
      known = KnownOwners(relation, loader, keys)
    }
  }

  /// The index of the list that the row belongs to. All rows were selected if there is none.
  func index(_ row: inout RowReader) -> Int? { readKey(&row).flatMap { indexes[$0] } }

  /// The list of each owner.
  func perOwner<Element>(_ lists: [[Element]]) -> [[Element]] { owners.map { $0.map { lists[$0] } ?? [] } }
}

/// Owners that were read before the rows that refer to them, so that these don't look them up a second time.
struct KnownOwners {
  /// The relation of the rows.
  let relation: Int
  let target: any PersistableModel.Type
  /// The box of each list's owner.
  let boxes: [AnyReferenceBox]

  fileprivate init?(_ relation: Int, _ loader: AnyTargetLoader, _ keys: [StoredKey]) {
    let boxes = keys.compactMap { loader.knownBox($0) }
    guard boxes.count == keys.count else { return nil }
    self.relation = relation
    target = loader.target
    self.boxes = boxes
  }
}
