/// The relations that are loaded when the rows of one table are read, and their loaders.
final class LoadLevel: RelationSource {
  enum Lists {
    case none
    /// Only relations that can't lead back to the table itself.
    case finite
    case all
  }

  private let table: TableDescription
  private let origin: ModelOrigin
  /// The loader of each to-one relation that is loaded with its owner.
  private let loaders: [AnyTargetLoader?]
  /// The loader of each ordered relation that is loaded with its owner.
  let lists: [AnyListLoader?]

  /// - Parameter included: The relations that the query includes.
  init(_ table: TableDescription, loadsLists: Lists, _ included: IncludedRelations, in context: LoadContext) {
    self.table = table
    origin = context.origin
    loaders = table.relations.enumerated().map { index, relation in
      let included = included[index]
      guard relation.isToOne, included != nil || relation.isLoadedWithOwner else { return nil }
      let columns = relation.isLinked ? relation.referencedColumns : nil
      return context.anyLoader(relation.target(), included ?? IncludedRelations(), by: columns)
    }
    lists = table.relations.enumerated().map { index, relation in
      guard relation.isList else { return nil }
      switch loadsLists {
      case .none: return nil
      case .finite where relation.target().table.leads(to: table): return nil
      case .finite, .all: return context.anyListLoader(index, of: table, relation.target())
      }
    }
    super.init()
  }

  override func reference<Target>(
    to type: Target.Type, relation: Int, row: inout RowReader, column: Int
  ) -> Reference<Target> {
    guard loaders.indices.contains(relation), let loader = loaders[relation], loader.target == type else {
      return super.reference(to: type, relation: relation, row: &row, column: column)
    }
    return Reference(box: loader.box(&row, at: column, for: table, relation).of(Target.self))
  }

  override func linked<Target>(
    to type: Target.Type, relation: Int, row: inout RowReader
  ) -> LinkedReference<Target> {
    guard loaders.indices.contains(relation), let loader = loaders[relation], loader.target == type else {
      return LinkedReference()
    }
    let values = table.relations[relation].columns.map { row.rawValue($0) }
    if values.contains(.null) { return LinkedReference() }
    return LinkedReference(box: loader.box(values, for: table, relation).of(Target.self))
  }

  override func list<Target>(
    of type: Target.Type, relation: Int, row: inout RowReader
  ) -> ReferenceList<Target> {
    guard lists.indices.contains(relation), let list = lists[relation], list.target == type else {
      return ReferenceList(box: ReferenceListBox<Target>(origin: origin))
    }
    return ReferenceList(box: list.addBox(&row).of(Target.self))
  }
}

extension RelationDescription {
  /// Whether it is an ordered list.
  var isList: Bool { if case .ordered = kind { true } else { false } }

  /// Whether the relation is loaded with its owner.
  var isLoadedWithOwner: Bool {
    switch kind {
    case .required, .wrapper, .ordered: true
    case .optional, .inverse: false
    }
  }
}

extension RelationDescription {
  fileprivate var isToOne: Bool {
    switch kind {
    case .required, .optional, .wrapper: true
    case .ordered, .inverse: false
    }
  }
}

extension TableDescription {
  /// Whether a model of this table can contain one of the other table, at any depth.
  func leads(to other: TableDescription) -> Bool {
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
