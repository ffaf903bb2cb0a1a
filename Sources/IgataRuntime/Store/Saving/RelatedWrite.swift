/// What a save does with a related model. It is decided by the model's origin and by the base of the relation alone:
/// by what the program changed, and not by what is stored. <doc:Relations> has it as a table.
enum RelatedWrite {
  /// The relation's key is all that is written.
  case none
  /// The model is written too.
  case write(RowWrite)
  /// The model was changed, but is not loaded.
  case notLoaded

  /// The target of a to-one relation.
  init<Target>(_ box: ReferenceBox<Target>, in store: StoreIdentity) {
    // Most targets are stored and unchanged, and are not copied.
    guard box.isLoaded, box.base != nil || !box.origin.isStored(in: store), let target = box.target else {
      self = .none
      return
    }
    self.init(target, base: box.base?.target, in: store)
  }

  /// A model that a relation refers to.
  ///
  /// - Parameter base: The value that the relation first had for the model's key and origin, if that was another one.
  init<Target: PersistableModel>(_ target: Target, base: @autoclosure () -> Target?, in store: StoreIdentity) {
    if target._origin.isKeyOnly {
      self = .notLoaded
    } else if !target._origin.isStored(in: store) {
      self = .write(RowWrite(.insertMissing, Target.table))
    } else if let base = base(), base._origin == target._origin, base != target {
      self = .write(RowWrite(.update, Target.table, columns: target.columns(differentFrom: base)))
    } else {
      self = .none
    }
  }

  /// The value of a wrapper, which belongs to its owner.
  ///
  /// - Parameter isMissing: Whether it is written even if it hasn't changed.
  init<Target>(_ wrapper: OwnedReference<Target>, in store: StoreIdentity, isMissing: Bool) {
    guard let box = wrapper.box, box.isLoaded, let value = box.target else {
      self = .none
      return
    }
    let old = isMissing ? nil : wrapper.replaced
    if let old, old.origin.isStored(in: store), StoredKey(old.key) == StoredKey(box.key), let base = old.target {
      self = base == value ? .none : .write(RowWrite(.save, Target.table, columns: value.columns(differentFrom: base)))
    } else if box.origin.isKeyOnly {
      self = .notLoaded
    } else if old == nil, box.origin.isStored(in: store), !isMissing {
      self = .none
    } else {
      let columns = value.columns(differentFrom: Target(_blankWithKey: box.key))
      self = .write(RowWrite(.save, Target.table, columns: columns))
    }
  }
}

extension PersistableModel {
  /// The columns whose values differ, without those of the key, those that a save sets, and those of wrappers, which
  /// are written with a wrapper that was changed.
  fileprivate func columns(differentFrom other: Self) -> [Int] {
    let table = Self.table
    return ColumnComparison.differences(self, other).filter { column in
      column != table.versionColumn && !table.primaryKey.contains(column)
        && !table.relations.contains { $0.isWrapper && $0.columns.contains(column) }
    }
  }
}
