/// The parts of a model: the values of its columns, and its relations. Dictionaries, coders and samples use it.
package struct ModelParts {
  package var row: [StoredValue]
  package var relations: RelationParts

  package init(row: [StoredValue], relations: RelationParts = RelationParts()) {
    self.row = row
    self.relations = relations
  }

  init(_ model: some PersistableModel) {
    row = model.columnValues
    relations = RelationParts()
    var model = model
    model._visitRelations(relations)
  }

  /// The parts of a model, with another key.
  package init(_ model: some PersistableModel, key: [StoredValue]) {
    self.init(model)
    for (column, value) in zip(type(of: model).table.primaryKey, key) where row.indices.contains(column) {
      row[column] = value
    }
  }

  /// Makes a new model from the parts. A fault identifies the column whose value is invalid.
  package func model<Model: PersistableModel>(_ type: Model.Type = Model.self) -> (model: Model, fault: RowFault?) {
    let cursor = ValueRowCursor([row])
    return cursor.read(relations: relations) { reader in
      _ = reader.next()
      let model = Model(row: &reader)
      return (model, reader.fault)
    }
  }
}

/// The relations of one model: its own, and those that replace them.
package final class RelationParts: RelationSource, RelationVisitor {
  /// The model's own relations: values of `Reference`, `OwnedReference` and `ReferenceList`, by relation.
  private var kept: [Int: any Sendable] = [:]
  /// The model's own relations that were replaced.
  private var former: [Int: any Sendable] = [:]
  /// The models at the other ends of to-one relations, if they are loaded.
  package private(set) var targets: [Int: any PersistableModel] = [:]
  /// The models of ordered relations.
  private(set) var lists: [Int: [any PersistableModel]] = [:]

  package func visit<Target>(_ reference: inout Reference<Target>, relation: Int) {
    kept[relation] = reference
    targets[relation] = reference.loaded
  }

  package func visit<Target>(_ reference: inout Reference<Target>?, relation: Int) {
    if var there = reference { visit(&there, relation: relation) }
  }

  package func visit<Target>(_ wrapper: inout OwnedReference<Target>, relation: Int) {
    kept[relation] = wrapper
    targets[relation] = wrapper.box?.target
  }

  package func visit<Target>(_ link: inout LinkedReference<Target>, relation: Int) {
    kept[relation] = link
    targets[relation] = link.loaded
  }

  package func visit<Target>(_ list: inout ReferenceList<Target>, relation: Int) {
    kept[relation] = list
    lists[relation] = list.targets
  }

  /// Replaces the target of the relation; `nil` if the key in the row is sufficient.
  package func set(_ relation: Int, to target: (any PersistableModel)?) {
    if let own = kept.removeValue(forKey: relation) { former[relation] = own }
    targets[relation] = target
  }

  package func set(_ relation: Int, to list: [any PersistableModel]) {
    kept[relation] = nil
    lists[relation] = list
  }

  override package func reference<Target>(
    to type: Target.Type, relation: Int, row: inout RowReader, column: Int
  ) -> Reference<Target> {
    if let reference = kept[relation] as? Reference<Target> { return reference }
    if let target = targets[relation] as? Target { return Reference(target) }
    return super.reference(to: type, relation: relation, row: &row, column: column)
  }

  override package func wrapper<Target>(
    to type: Target.Type, relation: Int, row: inout RowReader, column: Int
  ) -> OwnedReference<Target> {
    if let wrapper = kept[relation] as? OwnedReference<Target> { return wrapper }
    var wrapper = former[relation] as? OwnedReference<Target> ?? OwnedReference()
    let read = super.wrapper(to: type, relation: relation, row: &row, column: column)
    wrapper.replace(with: (targets[relation] as? Target).map { ReferenceBox($0) } ?? read.box)
    return wrapper
  }

  override package func linked<Target>(
    to type: Target.Type, relation: Int, row: inout RowReader
  ) -> LinkedReference<Target> {
    kept[relation] as? LinkedReference<Target> ?? LinkedReference(targets[relation] as? Target)
  }

  override package func list<Target>(
    of type: Target.Type, relation: Int, row: inout RowReader
  ) -> ReferenceList<Target> {
    if let list = kept[relation] as? ReferenceList<Target> { return list }
    return ReferenceList((lists[relation] ?? []).compactMap { $0 as? Target })
  }
}

extension PersistableModel {
  /// The same model with another key, and with the same relations.
  public func _rekeyed(to key: PrimaryKey) -> Self {
    ModelParts(self, key: key._keyValues).model().model
  }

  /// The values of all columns as a store sees them.
  package var columnValues: [StoredValue] {
    let sink = ValueRowSink(columnCount: Self.table.columns.count)
    sink.write { write(to: &$0) }
    return sink.unfinishedRow
  }

  /// The key's columns as a store sees them.
  package var keyValues: [StoredValue] { primaryKey._keyValues }
}
