internal import Synchronization

/// The changes of one model that have not been requested yet.
final class ChangeInbox<Model: PersistableModel>: Mailbox {
  private struct State {
    var waiting: [ChangeSet<Model>] = []
    var rowCount = 0
  }

  private let table = ReadTable(Model.table)
  /// The names of the model's table and of those of its lists.
  private let ownTables = Set(([Model.table] + WatchedModelOf<Model>().joinTables).map(\.name))
  /// How many rows are kept, in addition to those of the first transaction.
  private let limit: Int
  /// The scope of the observer, who learns of no rows that stores of others change; `nil` if it may see all.
  private let scope: SessionScope?
  private let state = Mutex(State())
  private let signal = AsyncSignal()

  init(limit: Int = 100_000, in scope: SessionScope? = nil) {
    self.limit = limit
    self.scope = scope
  }

  var watchedModel: (any WatchedModel)? { WatchedModelOf<Model>() }

  func receive(_ changes: CommittedChanges) {
    guard let set = changeSet(changes) else { return }
    state.withLock { state in
      if case .committed(let rows) = set {
        state.rowCount += rows.count
        if !state.waiting.isEmpty, state.rowCount > limit {
          state = State(waiting: [.unknown(.fellBehind)])
          return
        }
      } else if state.waiting.last == set || state.waiting.last == .unknown(.fellBehind) {
        return
      }
      state.waiting.append(set)
    }
    signal.send()
  }

  func close() { signal.end() }

  private func changeSet(_ changes: CommittedChanges) -> ChangeSet<Model>? {
    switch changes {
    case .unknown(let reason, let tables):
      return tables.map { $0.isDisjoint(with: self.table.deletedWith) } == true ? nil : .unknown(reason)
    case .recorded(let recorded):
      // Which rows SQL has changed isn't known, so that those that are known would not be all.
      if recorded.executed.map({ !$0.isDisjoint(with: ownTables) }) ?? true { return .unknown(.executedSQL) }
      if let scope, recorded.scope != scope { return recorded.touches(table) ? .unknown(.otherScope) : nil }
      if let rows = recorded.rows[table.name] as? NetRowChanges<Model> {
        return rows.changes.isEmpty ? nil : .committed(rows.changes)
      }
      if recorded.recordedTables.contains(table.name) || !recorded.touches(table) { return nil }
      return .unknown(.notRecorded)
    }
  }

  /// The next change set, as soon as there is one; `nil` if the task is canceled.
  func next() async -> ChangeSet<Model>? {
    while !Task.isCancelled {
      let next: ChangeSet<Model>? = state.withLock { state in
        guard !state.waiting.isEmpty else { return nil }
        let next = state.waiting.removeFirst()
        if case .committed(let rows) = next { state.rowCount -= rows.count }
        return next
      }
      if let next { return next }
      guard await signal.wait() else { break }
    }
    return nil
  }
}
