/// Sets the relations of models that a program has to targets that a load will read. Targets that the models have are
/// kept, and their own relations are loaded.
final class RelationLoading: RelationVisitor {
  private let context: LoadContext
  private let table: TableDescription
  private let included: IncludedRelations
  /// The values of the model's columns.
  private let row: [StoredValue]

  private init(
    _ table: TableDescription, _ included: IncludedRelations, _ row: [StoredValue], in context: LoadContext
  ) {
    self.context = context
    self.table = table
    self.included = included
    self.row = row
  }

  /// Begins to load relations of a model. ``LoadContext/finish(from:_:)`` loads them.
  static func begin<Model: PersistableModel>(
    _ model: inout Model, _ included: IncludedRelations, in context: LoadContext
  ) {
    if included.isEmpty { return }
    let row = Model.table.hasLinks ? model.columnValues : []
    model._visitRelations(RelationLoading(Model.table, included, row, in: context))
  }

  func visit<Target>(_ reference: inout Reference<Target>, relation: Int) {
    guard let included = included[relation] else { return }
    reference = Reference(box: loading(reference.box, relation, included))
  }

  func visit<Target>(_ reference: inout Reference<Target>?, relation: Int) {
    guard var present = reference else { return }
    visit(&present, relation: relation)
    reference = present
  }

  func visit<Target>(_ wrapper: inout OwnedReference<Target>, relation: Int) {
    guard let included = included[relation], let box = wrapper.box else { return }
    wrapper.box = loading(box, relation, included)
  }

  func visit<Target>(_ link: inout LinkedReference<Target>, relation: Int) {
    guard let included = included[relation], !link.isSet else { return }
    if let box = link.box {
      link = LinkedReference(box: loading(box, relation, included))
      return
    }
    let description = table.relations[relation]
    let values = description.columns.map { row[$0] }
    if values.contains(.null) { return }
    let loader = context.loader(
      Target.self, included, by: description.referencedColumns, areOptional: description.mayLackTarget)
    link = LinkedReference(box: loader.box(values, for: table, relation).of(Target.self))
  }

  func visit<Target>(_ list: inout ReferenceList<Target>, relation: Int) {}

  private func loading<Target>(
    _ box: ReferenceBox<Target>, _ relation: Int, _ included: IncludedRelations
  ) -> ReferenceBox<Target> {
    guard !box.origin.isKeyOnly, var target = box.target else {
      return context.loader(Target.self, included, areOptional: table.relations[relation].mayLackTarget)
        .box(StoredKey(box.key), for: table, relation) { ReferenceBox<Target>(key: box.key) }.of(Target.self)
    }
    if included.isEmpty { return box }
    Self.begin(&target, included, in: context)
    return ReferenceBox(target, base: box.base)
  }
}
