extension Reference {
  /// Whether saving its owner also saves the target.
  fileprivate func isDirty(_ identity: StoreIdentity) -> Bool { box.isLoaded && box.origin != identity }
}

/// Finds the related models that are written with a model.
final class ExploringVisitor: RelationVisitor {
  private let plan: SavePlan
  private let table: TableDescription
  private(set) var edges: [SaveEdge] = []
  private(set) var hasDirtyList = false
  /// Whether a reference was replaced by one that is loaded.
  private(set) var hasLookups = false

  init(_ plan: SavePlan, _ table: TableDescription) {
    self.plan = plan
    self.table = table
  }

  func begin() {
    edges.removeAll(keepingCapacity: true)
    hasDirtyList = false
    hasLookups = false
  }

  func visit<Target>(_ reference: inout Reference<Target>, relation: Int) {
    guard reference.box.isLoaded else {
      guard table.relations.indices.contains(relation), table.relations[relation].isLoadedWithOwner else { return }
      hasLookups = true
      let (loader, unread) = (plan.lookups.loader(Target.self), reference.box)
      let key = LoadKey(reference.key)
      reference = Reference(box: loader.box(key, for: table, relation) { unread.emptied() }.of(Target.self))
      return
    }
    guard reference.isDirty(plan.identity), let target = reference.loaded else { return }
    let group = plan.group(Target.self)
    let index = group.index(for: reference.box, target)
    edges.append(SaveEdge(target: SaveNode(group: group.number, index: index), isList: false))
  }

  func visit<Target>(_ reference: inout Reference<Target>?, relation: Int) {
    guard var present = reference else { return }
    visit(&present, relation: relation)
    if hasLookups { reference = present }
  }

  func visit<Target>(_ list: inout ReferenceList<Target>, relation: Int) {
    guard list.box.origin != plan.identity else { return }
    hasDirtyList = true
    let group = plan.group(Target.self)
    for index in group.indexes(for: list.box) {
      edges.append(SaveEdge(target: SaveNode(group: group.number, index: index), isList: true))
    }
  }
}

/// Replaces the related models of a model with those that were written, in the order in which ``ExploringVisitor``
/// found them.
final class ReplacingVisitor: RelationVisitor {
  private let plan: SavePlan
  private var edges: ArraySlice<SaveEdge>
  private let owner: Int
  private(set) var listWrites: [AnyListWrite?]

  init(_ plan: SavePlan, _ edges: ArraySlice<SaveEdge>, owner: Int, _ listWrites: [AnyListWrite?]) {
    self.plan = plan
    self.edges = edges
    self.owner = owner
    self.listWrites = listWrites
  }

  func visit<Target>(_ reference: inout Reference<Target>, relation: Int) {
    guard reference.isDirty(plan.identity), let node = edges.popFirst()?.target,
      let group = plan.group(node.group, of: Target.self)
    else { return }
    reference = group.reference(to: node.index, identity: plan.identity)
  }

  func visit<Target>(_ reference: inout Reference<Target>?, relation: Int) {
    guard var present = reference, present.isDirty(plan.identity) else { return }
    visit(&present, relation: relation)
    reference = present
  }

  func visit<Target>(_ list: inout ReferenceList<Target>, relation: Int) {
    guard list.box.origin != plan.identity, listWrites.indices.contains(relation) else { return }
    let group = plan.group(Target.self)
    let given = list.targets
    let indexes = edges.prefix(given.count).map(\.target.index)
    edges.removeFirst(indexes.count)
    var (targets, written, known): ([Target], [Int], Set<Int>) = ([], [], [])
    targets.reserveCapacity(indexes.count)
    written.reserveCapacity(indexes.count)
    // A target is in a list once. Comparing few of them costs less than a set.
    for (index, target) in zip(indexes, given)
    where indexes.count > 16 ? known.insert(index).inserted : !written.contains(index) {
      written.append(index)
      targets.append(group.written(index) ?? target)
    }
    list = ReferenceList(box: ReferenceListBox(targets: targets, origin: plan.identity))
    let write = listWrites[relation] as? ListWrite<Target> ?? ListWrite(relation: relation)
    listWrites[relation] = write
    write.add(owner: owner, written)
  }
}
