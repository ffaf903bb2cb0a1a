/// Finds the optional relations that are loaded in a model, and those of their targets.
final class LoadedRelations: RelationVisitor {
  private(set) var included = IncludedRelations()
  private var table: TableDescription
  private var path: [Int] = []

  /// How deep relations are found, so that a long chain can't exhaust the stack.
  private static let deepest = 32

  init(_ table: TableDescription) { self.table = table }

  /// Adds the relations that are loaded in a model.
  func add<Model: PersistableModel>(_ model: Model) {
    var model = model
    model._visitRelations(self)
  }

  func visit<Target>(_ reference: inout Reference<Target>, relation: Int) { add(reference.box, relation) }
  func visit<Target>(_ reference: inout Reference<Target>?, relation: Int) {
    if let reference { add(reference.box, relation) }
  }
  func visit<Target>(_ wrapper: inout OwnedReference<Target>, relation: Int) {
    if let box = wrapper.box { add(box, relation) }
  }
  func visit<Target>(_ link: inout LinkedReference<Target>, relation: Int) {
    if let box = link.box { add(box, relation) }
  }
  func visit<Target>(_ list: inout ReferenceList<Target>, relation: Int) {}

  private func add<Target>(_ box: ReferenceBox<Target>, _ relation: Int) {
    guard path.count < Self.deepest, !box.origin.isKeyOnly, let target = box.target else { return }
    let owner = table
    path.append(relation)
    if !owner.relations[relation].isLoadedWithOwner { included.insert(path[...]) }
    table = Target.table
    add(target)
    table = owner
    path.removeLast()
  }
}
