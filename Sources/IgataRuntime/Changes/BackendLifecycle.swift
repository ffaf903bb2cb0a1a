internal import Synchronization

/// Whether the stores over a backend are open. Stores over the same backend share it.
final class BackendLifecycle: Sendable {
  typealias Closing = Task<Result<Void, StoreError>, Never>

  private let isClosed = Atomic(false)
  private let hasEndedTransactions = Atomic(false)
  private let closing = Mutex<Closing?>(nil)

  /// Throws if new calls are refused.
  func checkOpen() throws(StoreError) {
    if isClosed.load(ordering: .acquiring) { throw .closed }
  }

  /// Throws if the transactions that had begun were ended.
  func checkTransaction() throws(StoreError) {
    if hasEndedTransactions.load(ordering: .acquiring) { throw .closed }
  }

  /// Refuses calls from now on.
  ///
  /// - Parameter start: Starts to close; it isn't called while the backend is being closed, or after it was.
  /// - Returns: What closes the backend.
  func close(_ start: () -> Closing) -> Closing {
    isClosed.store(true, ordering: .releasing)
    return closing.withLock { closing in
      if let closing { return closing }
      let started = start()
      closing = started
      return started
    }
  }

  /// Ends the transactions that still exist.
  func endTransactions() { hasEndedTransactions.store(true, ordering: .releasing) }
}
