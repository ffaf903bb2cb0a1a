internal import Synchronization

/// Reads, and hears of commits to the tables that were read, as long as this is there.
final class TableListener: Sendable {
  private let backend: any Backend
  private let inbox = TableInbox()
  private let subscription: Subscription
  private let tables = Mutex<[WatchedTable]>([])

  /// Listens to what the stores commit and to what others change before it returns.
  init(listening backend: any Backend) async {
    self.backend = backend
    let hub = backend.identity.hub
    subscription = hub.subscribe(inbox)
    await hub.watchOutside(backend)
  }

  /// Waits until a table that was read has been changed since; returns `false` when the task is cancelled.
  func isTouched() async -> Bool { await inbox.wait(for: tables.withLock { $0 }) }

  /// Begins to read one state of the data, which has all that was committed before.
  func beginReading() async throws(StoreError) -> TrackedReading {
    inbox.clear()
    let session = TrackingSession(try await backend.begin(.read))
    return TrackedReading(scope: TransactionScope(reading: session, of: backend), backend, session, self)
  }

  fileprivate func watch(_ read: [WatchedTable]) { tables.withLock { $0 = read } }
}

/// The reading of what is observed.
struct TrackedReading: Sendable {
  let scope: TransactionScope
  let store: Store
  private let session: TrackingSession
  private let listener: TableListener

  fileprivate init(
    scope: TransactionScope, _ backend: any Backend, _ session: TrackingSession, _ listener: TableListener
  ) {
    self.scope = scope
    self.session = session
    self.listener = listener
    store = Store(backend, scope: scope)
  }

  /// Reads by the store that the closure is given, and from then on listens for changes of what was read.
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
