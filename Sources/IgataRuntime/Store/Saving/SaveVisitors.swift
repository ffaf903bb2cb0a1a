/// Finds the related models that are written with a model.
final class ExploringVisitor: RelationVisitor {
  private let plan: SavePlan
  private let table: TableDescription
  private(set) var edges: [SaveEdge] = []
  /// Whether a list is written, or a wrapper deleted.
  private(set) var hasOtherWrites = false
  /// The relations of lists that aren't empty, or weren't, and of wrappers that are deleted.
  private(set) var ownedRelations: Set<Int> = []
  /// Whether a reference was replaced, by one that is loaded before anything is written.
  private(set) var hasLookups = false
  /// The columns of the wrappers that are written or deleted.
  private(set) var changedWrappers: [Int] = []
  /// The columns of the wrappers that are left as they are.
  private(set) var keptWrappers: [Int] = []
  /// The values of the model's columns, if it has linked relations.
  private var row: [StoredValue] = []
  /// The relations that are written; `nil` for all.
  private var relations: Set<Int>?

  init(_ plan: SavePlan, _ table: TableDescription) {
    self.plan = plan
    self.table = table
  }

  func begin(_ model: some PersistableModel, _ relations: Set<Int>?) {
    self.relations = relations
    row = table.hasLinks ? model.columnValues : []
    edges.removeAll(keepingCapacity: true)
    hasOtherWrites = false
    ownedRelations.removeAll(keepingCapacity: true)
    hasLookups = false
    changedWrappers.removeAll(keepingCapacity: true)
    keptWrappers.removeAll(keepingCapacity: true)
  }

  func visit<Target>(_ reference: inout Reference<Target>, relation: Int) {
    if !isWritten(relation) { return }
    guard reference.box.isLoaded else {
      if let box = loaded(reference.box, relation) { reference = Reference(box: box) }
      return
    }
    add(reference.box, RelatedWrite(reference.box, in: plan.identity), relation)
  }

  func visit<Target>(_ reference: inout Reference<Target>?, relation: Int) {
    guard var present = reference else { return }
    visit(&present, relation: relation)
    if hasLookups { reference = present }
  }

  func visit<Target>(_ wrapper: inout OwnedReference<Target>, relation: Int) {
    if !isWritten(relation) { return }
    let columns = table.relations.indices.contains(relation) ? table.relations[relation].columns : []
    guard let box = wrapper.box, box.isLoaded else {
      if let box = wrapper.box.flatMap({ loaded($0, relation) }) { wrapper.box = box }
      if wrapper.isCleared {
        hasOtherWrites = true
        ownedRelations.insert(relation)
        changedWrappers += columns
      } else {
        keptWrappers += columns
      }
      return
    }
    let write = RelatedWrite(wrapper, in: plan.identity, isMissing: plan.wrappersAreMissing)
    if case .none = write { keptWrappers += columns } else { changedWrappers += columns }
    add(box, write, relation)
  }

  func visit<Target>(_ link: inout LinkedReference<Target>, relation: Int) {
    guard isWritten(relation), table.relations.indices.contains(relation) else { return }
    let description = table.relations[relation]
    let values = description.columns.map { row[$0] }
    if let box = link.box, let target = box.target {
      let all = target.columnValues
      let known = description.referencedColumns.map { all[$0] }
      if known == values, !box.origin.isKeyOnly {
        if link.isSet {
          hasLookups = true
          link = LinkedReference(box: box)
        }
        return add(box, RelatedWrite(box, in: plan.identity), relation)
      }
      if link.isSet {
        if box.origin.isKeyOnly, target != Target(_blankWith: description.referencedColumns, known) {
          plan.fail(.notLoaded(model: table.model, field: description.name))
        } else if known != values {
          plan.fail(.relationMismatch(model: table.model, field: description.name))
        }
      }
    }
    // The target isn't known, or was loaded for other values.
    hasLookups = true
    let isLoaded = description.isLoadedWithOwner && !values.contains(.null)
    link = LinkedReference(
      box: isLoaded
        ? plan.lookups.loader(Target.self, by: description.referencedColumns).box(values, for: table, relation).of(
          Target.self) : nil)
  }

  func visit<Target>(_ list: inout ReferenceList<Target>, relation: Int) {
    guard isWritten(relation), list.box.isChanged(in: plan.identity) else { return }
    hasOtherWrites = true
    if list.targets.isEmpty, list.box.base?.targets.isEmpty ?? true { return }
    ownedRelations.insert(relation)
    let bases = list.box.base.map { base in
      Dictionary(base.targets.map { (StoredKey($0.primaryKey), $0) }, uniquingKeysWith: { first, _ in first })
    }
    let targets = list.targets
    var known: SaveGroup<Target>?
    for member in targets.indices {
      let target = targets[member]
      switch RelatedWrite(target, base: bases?[StoredKey(target.primaryKey)], in: plan.identity) {
      case .none: continue
      case .notLoaded: if !target.isBlank { plan.fail(.notLoaded(model: table.model, field: name(relation))) }
      case .write(let write):
        let group = known ?? plan.group(Target.self)
        known = group
        let index = group.index(for: target, write, plan)
        edges.append(SaveEdge(target: SaveNode(group: group.number, index: index), relation: relation, member: member))
      }
    }
  }

  private func add<Target>(_ box: ReferenceBox<Target>, _ write: RelatedWrite, _ relation: Int) {
    switch write {
    case .none: return
    case .notLoaded: plan.fail(.notLoaded(model: table.model, field: name(relation)))
    case .write(let write):
      guard let target = box.target else { return }
      let group = plan.group(Target.self)
      let index = group.index(for: box, target, write, plan)
      edges.append(SaveEdge(target: SaveNode(group: group.number, index: index), relation: relation, member: nil))
    }
  }

  /// A box that is loaded before anything is written; `nil` if the relation isn't loaded with its owner.
  private func loaded<Target>(_ unread: ReferenceBox<Target>, _ relation: Int) -> ReferenceBox<Target>? {
    guard table.relations.indices.contains(relation), table.relations[relation].isLoadedWithOwner else { return nil }
    hasLookups = true
    return plan.lookups.loader(Target.self)
      .box(StoredKey(unread.key), for: table, relation) { ReferenceBox<Target>(key: unread.key) }.of(Target.self)
  }

  private func isWritten(_ relation: Int) -> Bool { relations?.contains(relation) ?? true }

  private func name(_ relation: Int) -> String {
    table.relations.indices.contains(relation) ? table.relations[relation].name : ""
  }
}

extension ReferenceListBox {
  /// Whether a save writes the list: the program changed it, or made it.
  fileprivate func isChanged(in store: StoreIdentity) -> Bool { base != nil || !origin.isStored(in: store) }
}

extension PersistableModel {
  /// Whether it has no values except for its key.
  fileprivate var isBlank: Bool { self == Self(_blankWithKey: primaryKey) }
}

/// Replaces the related models of a model with those that were written.
final class ReplacingVisitor: RelationVisitor {
  private let plan: SavePlan
  private(set) var ownedWrites: [AnyOwnedWrite?]
  private var owner = 0
  /// The relations that are written; `nil` for all.
  private var relations: Set<Int>?
  private var edges: ArraySlice<SaveEdge> = []
  /// Whether the owner's row can't have existed before the save.
  private var isInserted = false

  init(_ plan: SavePlan, _ ownedWrites: [AnyOwnedWrite?]) {
    self.plan = plan
    self.ownedWrites = ownedWrites
  }

  func begin(_ owner: Int, _ relations: Set<Int>?, _ edges: ArraySlice<SaveEdge>, isInserted: Bool) {
    self.owner = owner
    self.relations = relations
    self.edges = edges
    self.isInserted = isInserted
  }

  func visit<Target>(_ reference: inout Reference<Target>, relation: Int) {
    if let box: ReferenceBox<Target> = written(relation) { reference = Reference(box: box) }
  }

  func visit<Target>(_ reference: inout Reference<Target>?, relation: Int) {
    if let box: ReferenceBox<Target> = written(relation) { reference = Reference(box: box) }
  }

  func visit<Target>(_ wrapper: inout OwnedReference<Target>, relation: Int) {
    if let box: ReferenceBox<Target> = written(relation) {
      wrapper = OwnedReference(box: box)
    } else if wrapper.isCleared, let old = wrapper.replaced, relations?.contains(relation) ?? true {
      wrapper = OwnedReference()
      write(relation) { WrapperDeletion<Target>() }?.add(old.key, owner: owner)
    }
  }

  func visit<Target>(_ link: inout LinkedReference<Target>, relation: Int) {
    if let box: ReferenceBox<Target> = written(relation) { link = LinkedReference(box: box) }
  }

  func visit<Target>(_ list: inout ReferenceList<Target>, relation: Int) {
    let box = list.box
    guard relations?.contains(relation) ?? true, box.isChanged(in: plan.identity) else { return }
    if isInserted, box.targets.isEmpty {
      list = ReferenceList(box: ReferenceListBox([], origin: plan.origin))
      return
    }
    let written = edges.prefix { $0.relation == relation && $0.isList }
    edges = edges.dropFirst(written.count)
    var targets = box.targets
    if !written.isEmpty { plan.group(Target.self).replace(&targets, written) }
    let new = ReferenceListBox(targets, origin: plan.origin)
    list = ReferenceList(box: new)
    write(relation) { ListWrite<Target>(relation: relation) }?
      .add(owner: owner, box.targets, written, base: box.base?.targets.map { StoredKey($0.primaryKey) }, new)
  }

  private func written<Target: PersistableModel>(_ relation: Int) -> ReferenceBox<Target>? {
    guard let edge = edges.first, edge.relation == relation, edge.member == nil else { return nil }
    edges.removeFirst()
    return plan.groups[edge.target.group].box(of: edge.target.index)?.of(Target.self)
  }

  private func write<Write: AnyOwnedWrite>(_ relation: Int, _ make: () -> Write) -> Write? {
    guard ownedWrites.indices.contains(relation) else { return nil }
    let write = ownedWrites[relation] as? Write ?? make()
    ownedWrites[relation] = write
    return write
  }
}
