/// How a save writes the row of one model.
enum SaveForm: Hashable {
  /// As the program asked for: the model was passed to the save.
  case root(RowWrite.Kind)
  /// The row is inserted unless one with its key is there.
  case insertMissing
  /// These columns of the row are updated; none if only what the model owns was changed.
  case update([Int])
  /// The row is inserted, or these columns are updated if it is there.
  case upsert([Int])

  /// Whether the row keeps its columns, so that no date or version of it is set.
  var changesNothing: Bool { self == .update([]) }
}

/// How the rows of one batch are written, which are then written together.
struct RowForm: Equatable {
  var kind: RowWrite.Kind
  /// See ``RowWrite/columns``.
  var columns: [Int]?
  /// Whether a row that is missing means that it was deleted after the model was read.
  var isMissingStale = false

  /// How a model is written.
  init<Model: PersistableModel>(_ form: SaveForm, of model: Model, in store: StoreIdentity) {
    let table = Model.table
    switch form {
    case .root(let given):
      (kind, isMissingStale) = given.writing(model, in: store)
    case .insertMissing:
      kind = model.needsGeneratedKey ? .insert : .insertMissing
    case .upsert([]):
      kind = .insertMissing
    case .update(let changed), .upsert(let changed):
      columns = changed.isEmpty ? [] : Set(changed).union(table.stampedColumns).sorted()
      kind = .save
      if case .update = form { kind = .update }
      isMissingStale = table.versionColumn != nil
    }
  }

  /// The write of rows that are written like this.
  func write(_ table: TableDescription, count: Int) -> RowWrite {
    var write = RowWrite(kind, table, count: count)
    write.columns = columns
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
