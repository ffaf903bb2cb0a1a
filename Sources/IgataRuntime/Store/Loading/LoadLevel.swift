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
  /// `nil` if they don't have the relations that the query includes.
  private let owners: KnownOwners?
  /// The index of the owner that the current row refers to, if the owners are known.
  var owner = 0

  /// - Parameters:
  ///   - included: The relations that the query includes.
  ///   - owners: Rows that have been read already, of which each row refers to one; ``owner`` is its index.
  init(
    _ table: TableDescription, loadsLists: Lists, _ included: IncludedRelations, _ owners: KnownOwners? = nil,
    in context: LoadContext
  ) {
    self.table = table
    self.owners = owners.flatMap { (included[$0.relation] ?? IncludedRelations()).isEmpty ? $0 : nil }
    origin = context.origin
    loaders = table.relations.enumerated().map { index, relation in
      let included = included[index]
      guard relation.isToOne, included != nil || relation.isLoadedWithOwner else { return nil }
      let columns = relation.isLinked ? relation.referencedColumns : nil
      return context.anyLoader(
        relation.target(), included ?? IncludedRelations(), by: columns, areOptional: relation.mayLackTarget)
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

  /// Reads the rows that are left by `consume`, and throws if one has an invalid value.
  func read(_ row: inout RowReader, _ consume: (inout RowReader) -> Void) throws(StoreError) {
    row = row.with(relations: self)
    row.source = origin
    consume(&row)
    if let error = row.fault?.readingError(table, row: row.keyText(table)) { throw error }
  }

  override func reference<Target>(
    to type: Target.Type, relation: Int, row: inout RowReader, column: Int
  ) -> Reference<Target> {
    if let owners, owners.relation == relation, owners.target == type {
      return Reference(box: owners.boxes[owner].of(Target.self))
    }
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
