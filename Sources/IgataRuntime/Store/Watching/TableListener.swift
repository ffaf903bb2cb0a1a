internal import Synchronization

/// Reads, and collects commits to the tables that were read, until it is released.
final class TableListener: Sendable {
  private let backend: any Backend
  /// Hears of what is read.
  private let observer: StoreObserver?
  private let inbox = TableInbox()
  private let subscription: Subscription
  /// The tables that were read; `nil` if they aren't known.
  private let tables = Mutex<[ReadTable]?>([])

  /// Subscribes to the commits of the stores and to the changes of others before it returns.
  init(listening store: Store) async {
    backend = store.backend
    observer = store.observer
    let hub = backend.identity.hub
    subscription = hub.subscribe(inbox)
    await hub.watchOutside(backend)
  }

  /// Waits until a table that was read has changed. Returns `false` if the task is canceled.
  func isTouched() async -> Bool { await inbox.wait(for: tables.withLock { $0 }) }

  /// Begins to read one snapshot of the data, which has everything that was committed before.
  func beginReading() async throws(StoreError) -> TrackedReading {
    try TransactionScope.checkUse(of: backend.identity, scope: nil)
    inbox.clear()
    let base = try await ObservedSession.begin(.read, of: backend, for: observer) { () async throws(StoreError) in
      try await backend.begin(.read)
    }
    let session = TrackingSession(base)
    let scope = TransactionScope(reading: session, of: backend)
    return TrackedReading(Store(backend, scope: scope, observer), scope, session, self)
  }

  fileprivate func watch(_ read: [ReadTable]?) { tables.withLock { $0 = read } }
}

/// One reading of the observed data.
struct TrackedReading: Sendable {
  let scope: TransactionScope
  let store: Store
  private let session: TrackingSession
  private let listener: TableListener

  fileprivate init(
    _ store: Store, _ scope: TransactionScope, _ session: TrackingSession, _ listener: TableListener
  ) {
    self.store = store
    self.scope = scope
    self.session = session
    self.listener = listener
  }

  /// Runs the closure with a store that reads, and afterward listens for changes of the tables that were read.
  func run<Value: Sendable, Failure: Error>(
    _ fetch: (Store) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    do throws(Failure) {
      let value = try await fetch(store)
      await end()
      return value
    } catch {
      await end()
      throw error
    }
  }

  private func end() async {
    await scope.rollBack()
    listener.watch(session.readTables)
  }
}
