// How the rows of models are written. While a save is planned, there is a write for each model; those with the same
// statement then become one.
extension RowWrite {
  /// The write of a model that is passed to a save, or of some of its columns. The row of a model with a version is
  /// expected to be there if the model was read from the store: if it is missing, it was deleted meanwhile.
  init<Model: PersistableModel>(_ kind: Kind, _ model: Model, columns: [Int]? = nil, in store: StoreIdentity) {
    self.init(kind, Model.table)
    self.columns = columns
    noteOrigin(of: model, in: store)
    if isMissingStale { self.kind = .update }
  }

  /// The write of some columns of a related model.
  init(_ kind: Kind, _ table: TableDescription, columns: [Int]) {
    self.init(kind, table)
    self.columns = columns
  }

  private mutating func noteOrigin<Model: PersistableModel>(of model: Model, in store: StoreIdentity) {
    let needsRow = kind == .update || kind == .save
    isMissingStale = needsRow && table.versionColumn != nil && model._origin.isStored(in: store)
  }

  /// Whether the row keeps its columns, so that no date or version of it is set.
  var changesNothing: Bool { kind == .update && columns == [] }

  /// Adds the columns of wrappers to the write of a model. A wrapper that was changed is written with its owner's
  /// column, so that the owner refers to it even if another program cleared it; one that wasn't is left as it is stored
  /// by now.
  mutating func add(wrappers changed: [Int], keeping unchanged: [Int]) {
    if let columns {
      self.columns = columns.union(changed)
    } else if !unchanged.isEmpty, kind == .update || kind == .save {
      columns = table.columns.indices.filter { !table.primaryKey.contains($0) && !unchanged.contains($0) }
    }
  }

  /// The write of a model when all of its columns are known.
  ///
  /// - Parameter isRelated: Whether the model was not passed to the save.
  func finished<Model: PersistableModel>(for model: Model, isRelated: Bool, in store: StoreIdentity) -> RowWrite {
    var write = self
    if kind == .insertMissing, model.needsGeneratedKey { write.kind = .insert }
    if let columns, !columns.isEmpty {
      write.columns = columns.union(table.stampedColumns)
    } else if isRelated, kind == .save, columns != nil {
      (write.kind, write.columns) = (.insertMissing, nil)
    }
    write.noteOrigin(of: model, in: store)
    if !table.databaseDefaults.isEmpty, write.kind != .update { write.omitted = model.omittedColumns }
    return write
  }

  /// The writes of models, each with the models that it writes together, in the order in which they are written.
  ///
  /// - Parameters:
  ///   - writes: That of each model.
  ///   - mayMove: Whether their order makes no difference, so that all with one statement are written together.
  static func runs(
    of indexes: [Int], _ writes: [RowWrite], mayMove: Bool
  ) -> [(write: RowWrite, indexes: ArraySlice<Int>)] {
    guard let first = writes.first else { return [] }
    if writes.allSatisfy({ $0.isOne(with: first) }) { return [(first, indexes[...])] }
    if !mayMove, let common = common(to: writes) {
      // All of them in their order, and then the columns that only some of them have.
      let rest = zip(indexes, writes.map { $0.update(ofColumnsBeyond: common) }).filter { $1.columns != [] }
      return [(common, indexes[...])] + runs(of: rest.map(\.0), rest.map(\.1), mayMove: true)
    }
    var runs: [(write: RowWrite, indexes: ArraySlice<Int>)] = []
    for (index, write) in zip(indexes, writes) {
      if let run = mayMove ? runs.firstIndex(where: { $0.write.isOne(with: write) }) : nil {
        runs[run].indexes.append(index)
      } else if runs.last?.write.isOne(with: write) == true {
        runs[runs.endIndex - 1].indexes.append(index)
      } else {
        runs.append((write, [index]))
      }
    }
    return runs
  }

  private func isOne(with other: RowWrite) -> Bool {
    isMissingStale == other.isMissingStale && hasStatement(of: other)
  }

  /// The write of the columns that all of these have; `nil` if they differ in more than those, or if the table has a
  /// version, which a row that is written twice would have twice.
  private static func common(to writes: [RowWrite]) -> RowWrite? {
    guard var common = writes.first, common.table.versionColumn == nil else { return nil }
    var columns = Set(common.writtenColumns)
    for write in writes {
      guard write.kind == common.kind, write.omitted == common.omitted, write.isMissingStale == common.isMissingStale
      else { return nil }
      columns.formIntersection(write.writtenColumns)
    }
    common.columns = columns.sorted()
    return columns.isEmpty ? nil : common
  }

  private func update(ofColumnsBeyond other: RowWrite) -> RowWrite {
    var update = self
    update.kind = .update
    update.columns = writtenColumns.filter { other.columns?.contains($0) == false }
    return update
  }

  private var writtenColumns: [Int] { columns ?? table.columns.indices.filter { !table.primaryKey.contains($0) } }
}

extension PersistableModel {
  /// Whether the store has yet to generate the model's key.
  var needsGeneratedKey: Bool {
    guard Self.table.generatedKeyColumn != nil, primaryKey._keyValues == [.integer(0)] else { return false }
    // Another program may have made a row with the key 0.
    return !_original.isRead
  }
}

extension TableDescription {
  /// The columns that a save sets by itself.
  fileprivate var stampedColumns: [Int] { updatedColumns + [versionColumn].compactMap(\.self) }
}

extension [Int] {
  fileprivate func union(_ other: [Int]) -> [Int] { other.isEmpty ? self : Set(self).union(other).sorted() }
}
