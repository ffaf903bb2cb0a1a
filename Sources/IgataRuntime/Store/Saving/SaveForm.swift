/// How a save writes the row of one model.
enum SaveForm: Hashable {
  /// As the program asked for: the model was passed to the save. A row that is there keeps the columns in `keeping`,
  /// which are those of wrappers that the program didn't change.
  case root(RowWrite.Kind, keeping: [Int] = [])
  /// The row is inserted unless one with its key is there.
  case insertMissing
  /// These columns of the row are updated; none if only what the model owns was changed.
  case update([Int])
  /// The row is inserted, or these columns are updated if it is there.
  case upsert([Int])

  /// Whether the row keeps its columns, so that no date or version of it is set.
  var changesNothing: Bool { self == .update([]) }

  /// The same form for a model with wrappers. A wrapper that was changed is written with its owner's column, so that
  /// the owner refers to it even if another program cleared it; one that wasn't is left as it is stored by now.
  func writing(wrappers changed: [Int], keeping unchanged: [Int]) -> SaveForm {
    switch self {
    case .root(let kind, _): .root(kind, keeping: unchanged)
    case .update(let columns): .update(columns.union(changed))
    case .upsert(let columns): .upsert(columns.union(changed))
    case .insertMissing: self
    }
  }
}

/// How the rows of one batch are written, which are then written together.
struct RowForm: Equatable {
  var kind: RowWrite.Kind
  /// See ``RowWrite/columns``.
  var columns: [Int]?
  /// See ``RowWrite/omitted``.
  var omitted: [Int] = []
  /// Whether a row that is missing means that it was deleted after the model was read.
  var isMissingStale = false

  /// How a model is written.
  init<Model: PersistableModel>(_ form: SaveForm, of model: Model, in store: StoreIdentity) {
    let table = Model.table
    switch form {
    case .root(let given, let kept):
      (kind, isMissingStale) = given.writing(model, in: store)
      if !kept.isEmpty, kind != .insert {
        columns = table.columns.indices.filter { !table.primaryKey.contains($0) && !kept.contains($0) }
      }
    case .insertMissing:
      kind = model.needsGeneratedKey ? .insert : .insertMissing
    case .upsert([]):
      kind = .insertMissing
    case .update(let changed), .upsert(let changed):
      columns = changed.isEmpty ? [] : changed.union(table.stampedColumns)
      kind = .save
      if case .update = form { kind = .update }
      isMissingStale = table.versionColumn != nil && model._origin.isStored(in: store)
    }
    if !table.databaseDefaults.isEmpty, kind != .update { omitted = model.omittedColumns }
  }

  /// The writes of models, each with the models that it writes together, in the order in which they are written.
  ///
  /// - Parameter mayMove: Whether their order makes no difference, so that all with one form are written together.
  static func runs(
    of indexes: [Int], _ forms: [RowForm], in table: TableDescription, mayMove: Bool
  ) -> [(form: RowForm, indexes: ArraySlice<Int>)] {
    guard let first = forms.first else { return [] }
    if forms.allSatisfy({ $0 == first }) { return [(first, indexes[...])] }
    if !mayMove, let common = common(to: forms, in: table) {
      // All of them in their order, and then the columns that only some of them have.
      let rest = zip(indexes, forms.map { $0.update(ofColumnsBeyond: common, in: table) }).filter { $1.columns != [] }
      return [(common, indexes[...])] + runs(of: rest.map(\.0), rest.map(\.1), in: table, mayMove: true)
    }
    var runs: [(form: RowForm, indexes: ArraySlice<Int>)] = []
    for (index, form) in zip(indexes, forms) {
      if let run = mayMove ? runs.firstIndex(where: { $0.form == form }) : nil {
        runs[run].indexes.append(index)
      } else if runs.last?.form == form {
        runs[runs.endIndex - 1].indexes.append(index)
      } else {
        runs.append((form, [index]))
      }
    }
    return runs
  }

  /// The form with the columns that all of these have; `nil` if they differ in more than those, or if the table has a
  /// version, which a row that is written twice would have twice.
  private static func common(to forms: [RowForm], in table: TableDescription) -> RowForm? {
    guard var common = forms.first, table.versionColumn == nil else { return nil }
    var columns = Set(common.writtenColumns(in: table))
    for form in forms {
      guard form.kind == common.kind, form.omitted == common.omitted, form.isMissingStale == common.isMissingStale
      else { return nil }
      columns.formIntersection(form.writtenColumns(in: table))
    }
    common.columns = columns.sorted()
    return columns.isEmpty ? nil : common
  }

  private func update(ofColumnsBeyond other: RowForm, in table: TableDescription) -> RowForm {
    var update = self
    update.kind = .update
    update.columns = writtenColumns(in: table).filter { other.columns?.contains($0) == false }
    return update
  }

  private func writtenColumns(in table: TableDescription) -> [Int] {
    columns ?? table.columns.indices.filter { !table.primaryKey.contains($0) }
  }

  /// The write of rows that are written like this.
  func write(_ table: TableDescription, count: Int) -> RowWrite {
    var write = RowWrite(kind, table, count: count)
    write.columns = columns
    write.omitted = omitted
    write.comesInParts = true
    return write
  }
}

extension RowWrite.Kind {
  /// How a model that is saved like this is written. The row of a model with a version is expected to be there if the
  /// model was read from the store: if it is missing, it was deleted meanwhile.
  func writing<Model: PersistableModel>(
    _ model: Model, in store: StoreIdentity
  ) -> (kind: RowWrite.Kind, isMissingStale: Bool) {
    guard self != .insert, Model.table.versionColumn != nil, model._origin.isStored(in: store) else {
      return (self, false)
    }
    return (.update, true)
  }
}

extension PersistableModel {
  /// Whether the store has yet to generate the model's key.
  var needsGeneratedKey: Bool { Self.table.generatedKeyColumn != nil && primaryKey._keyValues == [.integer(0)] }
}

extension TableDescription {
  /// The columns that a save sets by itself.
  fileprivate var stampedColumns: [Int] { updatedColumns + [versionColumn].compactMap(\.self) }
}

extension [Int] {
  fileprivate func union(_ other: [Int]) -> [Int] { other.isEmpty ? self : Set(self).union(other).sorted() }
}
