extension Store {
  /// Closes the backend, for all stores over it.
  ///
  /// ```swift
  /// try await store.close()
  /// ```
  ///
  /// From the beginning, new calls throw ``StoreError/closed``, and observations and ``changes(of:)`` end. What has
  /// begun may end within `limit`: transactions, streams and calls. After that, it is canceled: its next call, or the
  /// one in progress, throws ``StoreError/closed``, and what was not committed is rolled back. If the task of this call
  /// is canceled, that happens at once.
  ///
  /// When the call returns, no file or connection of the database is open, whoever still holds the store, a
  /// ``WatchToken``, a ``LiveResults`` or the iterator of a stream, and SQLite has merged its log. A store can't be
  /// opened again: make a new backend. Closing it again has no effect.
  ///
  /// A backend that wraps others closes them. Close a store before the program ends if its files are to be complete
  /// without their log; nothing that was committed is lost if you don't.
  ///
  /// - Parameter limit: How long to wait for what has begun.
  /// - Throws: ``StoreError/misuse(reason:)`` in a transaction's closure; ``StoreError/locked(reason:)`` if a call did
  ///   not end two seconds after it was canceled, such as one that waits in a closure of the program. Its connection is
  ///   closed as soon as it ends.
  nonisolated(nonsending)
    public func close(within limit: Duration = .seconds(5)) async throws(StoreError)
  {
    if scope != nil { throw .misuse(reason: "close was called in a transaction: call it after") }
    try TransactionScope.checkUse(of: backend.identity, scope: nil)
    try await backend.close(within: limit)
  }
}

@_spi(Backend) extension Backend {
  /// Closes the backend as ``Store/close(within:)`` does.
  public func close(within limit: Duration) async throws(StoreError) {
    let deadline = ContinuousClock.now + limit
    let closing = identity.lifecycle.close {
      // Detached, so that it doesn't depend on the one that happens to be the first to close.
      Task.detached {
        let hub = identity.hub
        hub.close()
        defer { identity.lifecycle.endTransactions() }
        do throws(StoreError) {
          try await closeConnections(until: deadline)
          return .success(())
        } catch {
          return .failure(error)
        }
      }
    }
    try await withTaskCancellationHandler {
      await closing.value
    } onCancel: {
      closing.cancel()
    }.get()
  }

  /// Waits until all transactions have ended, until `deadline`, or until the task is canceled.
  public func waitForTransactions(until deadline: ContinuousClock.Instant) async {
    while !identity.transactions.isEmpty, !Task.isCancelled, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Waits for transactions. A backend without connections has nothing to close.
  public func closeConnections(until deadline: ContinuousClock.Instant) async throws(StoreError) {
    await waitForTransactions(until: deadline)
  }

  /// Closes other backends, to which this one forwards. If one can't be closed, closes the others nevertheless.
  public func close(_ backends: [any Backend], until deadline: ContinuousClock.Instant) async throws(StoreError) {
    var failure: StoreError?
    for backend in backends {
      do throws(StoreError) {
        try await backend.close(within: ContinuousClock.now.duration(to: deadline))
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
