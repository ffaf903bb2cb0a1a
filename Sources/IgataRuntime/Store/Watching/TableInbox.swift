internal import Synchronization

/// Collects the tables that were changed since the last reading.
final class TableInbox: Mailbox {
  private struct State {
    var written: Set<String> = []
    var deletedFrom: Set<String> = []
    var areAll = false
  }

  private let state = Mutex(State())
  private let signal = AsyncSignal()

  var watchedModel: (any WatchedModel)? { nil }

  func receive(_ changes: CommittedChanges) {
    state.withLock { state in
      switch changes {
      case .recorded(let recorded):
        state.written.formUnion(recorded.written)
        state.deletedFrom.formUnion(recorded.deletedFrom)
        if let executed = recorded.executed { state.written.formUnion(executed) } else { state.areAll = true }
      case .unknown(_, let tables?): state.deletedFrom.formUnion(tables)
      case .unknown(_, nil): state.areAll = true
      }
    }
    signal.send()
  }

  func close() { signal.end() }

  /// Removes everything that was collected.
  func clear() { state.withLock { $0 = State() } }

  /// Waits until one of the tables was changed, or any table if `nil`. Returns `false` if the task is canceled.
  func wait(for tables: [ReadTable]?) async -> Bool {
    while !Task.isCancelled {
      let isTouched = state.withLock { state in
        defer { state = State() }
        guard let tables else { return state.areAll || !state.written.isEmpty || !state.deletedFrom.isEmpty }
        return state.areAll
          || tables.contains { state.written.contains($0.name) || !state.deletedFrom.isDisjoint(with: $0.deletedWith) }
      }
      if isTouched { return true }
      guard await signal.wait() else { break }
    }
    return false
  }
}
