/// What a transaction did to one row.
public enum Change<Model: PersistableModel>: Hashable, Sendable {
  /// The row is new. The model is as it was saved.
  case inserted(Model)
  /// The row existed before. The model is as it was saved, or as it is stored if a delete rule changed it.
  case updated(Model)
  /// The row was deleted, directly or by a delete rule.
  case deleted(Model.PrimaryKey)

  /// The key of the row.
  public var id: Model.PrimaryKey {
    switch self {
    case .inserted(let model), .updated(let model): model.primaryKey
    case .deleted(let id): id
    }
  }
}

extension Change: CustomStringConvertible, CustomReflectable {
  /// What was done and the model, or the model's name and key, without `@sensitive` values.
  public var description: String {
    switch self {
    case .inserted(let model): "inserted(\(model))"
    case .updated(let model): "updated(\(model))"
    case .deleted(let key): "deleted(\(Model.text(of: key)))"
    }
  }

  /// What `dump` and debuggers show: the model, or the ``description`` of a deletion.
  public var customMirror: Mirror {
    switch self {
    case .inserted(let model): Mirror(self, children: ["inserted": model], displayStyle: .enum)
    case .updated(let model): Mirror(self, children: ["updated": model], displayStyle: .enum)
    case .deleted(let key): Mirror(self, children: ["deleted": Model.text(of: key)], displayStyle: .enum)
    }
  }
}

/// What one transaction did to the rows of a model; see ``Store/changes(of:)``.
public enum ChangeSet<Model: PersistableModel>: Hashable, Sendable {
  /// Each changed row once, with its net change from the beginning of the transaction to its end, in the order in which
  /// the rows were first changed. Never empty.
  case committed([Change<Model>])
  /// Rows may have changed, but it isn't known which. Read them again if you keep a copy.
  case unknown(UnknownChanges)
}

/// The reason why it isn't known which rows were changed.
public enum UnknownChanges: Hashable, Sendable {
  /// Something other than a store over this backend wrote: another process, or another backend over the same file.
  case fromOutside
  /// More changes were committed than are buffered for an observer that doesn't request them.
  case fellBehind
  /// The transaction had begun before the model was observed.
  case notRecorded
  /// A store of another scope, or of none, wrote, and this store may not see the rows; see ``Store/scoped(to:)``.
  case otherScope
  /// The transaction executed SQL, which may have changed rows of the model.
  case executedSQL
  /// The backend was lost during a commit, which may or may not have succeeded.
  case unanswered
}
