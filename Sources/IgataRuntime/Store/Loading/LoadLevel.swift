/// The relations that are loaded when the rows of one table are read, and their loaders.
final class LoadLevel {
  enum Lists {
    case none
    /// Only relations that can't lead back to the table itself.
    case finite
    case all
  }

  let table: TableDescription?
  var loaders: [AnyTargetLoader?]
  var lists: [AnyListLoader?]
  /// The relations that the query includes.
  let included: IncludedRelations
  private let isLoaded: [Bool]

  init(_ table: TableDescription?, loadsLists: Lists, _ included: IncludedRelations = IncludedRelations()) {
    self.table = table
    self.included = included
    let relations = table?.relations ?? []
    loaders = Array(repeating: nil, count: relations.count)
    lists = Array(repeating: nil, count: relations.count)
    isLoaded = relations.enumerated().map { index, relation in
      switch relation.kind {
      case .required, .wrapper: true
      case .optional: included[index] != nil
      case .inverse: false
      case .ordered:
        switch loadsLists {
        case .none: false
        case .all: true
        case .finite: table.map { !relation.target().table.leads(to: $0) } ?? false
        }
      }
    }
  }

  func loads(_ relation: Int) -> Bool { isLoaded.indices.contains(relation) && isLoaded[relation] }
}

extension RelationDescription {
  /// Whether the relation is loaded with its owner.
  var isLoadedWithOwner: Bool {
    switch kind {
    case .required, .wrapper, .ordered: true
    case .optional, .inverse: false
    }
  }
}

extension TableDescription {
  /// Whether a model of this table can contain one of the other table, at any depth.
  fileprivate func leads(to other: TableDescription) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var pending = [self]
    while let table = pending.popLast() {
      if table === other { return true }
      guard seen.insert(ObjectIdentifier(table)).inserted else { continue }
      pending += table.relations.filter(\.isLoadedWithOwner).map { $0.target().table }
    }
    return false
  }
}
