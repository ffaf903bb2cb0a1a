/// What became of one row in a transaction.
public enum Change<Model: PersistableModel>: Hashable, Sendable {
  /// The row was not there before. The model is as it was saved.
  case inserted(Model)
  /// The row was there before. The model is as it was saved, or as it is kept where a delete rule changed it.
  case updated(Model)
  /// The row is gone: deleted itself, or taken along by a delete rule.
  case deleted(Model.PrimaryKey)

  /// The key of the row.
  public var id: Model.PrimaryKey {
    switch self {
    case .inserted(let model), .updated(let model): model.primaryKey
    case .deleted(let id): id
    }
  }
}

/// What one transaction did to the rows of a model; see ``Store/changes(of:)``.
public enum ChangeSet<Model: PersistableModel>: Hashable, Sendable {
  /// Each row that was changed, once: what became of it from the beginning of the transaction to its end, in the order
  /// in which the rows were first touched. Never empty.
  case committed([Change<Model>])
  /// Rows may have changed, and it is not known which: whoever keeps a copy of them has to read again.
  case unknown(UnknownChanges)
}

/// Why it is not known which rows were changed.
public enum UnknownChanges: Hashable, Sendable {
  /// Something else than a store over this backend wrote: another process, or another backend over the same file.
  case fromOutside
  /// More was committed than is kept for an observer that does not ask for it.
  case fellBehind
  /// The transaction had begun before anybody watched the model.
  case notRecorded
  /// The backend was lost during a commit, which it may have done or not.
  case unanswered
}
