internal import Synchronization

extension Store {
  /// Asks the database whether it answers, and whether it still has the tables and columns for which it was prepared.
  ///
  /// It is a read of one statement that takes its turn like any other, for the readiness probe of a server. It creates
  /// nothing. Backends without tables of their own, such as one in memory, begin and end a session.
  ///
  /// ```swift
  /// try await store.check(within: .seconds(1))
  /// ```
  ///
  /// - Parameter limit: How long to wait for a connection and for the answer.
  /// - Throws: ``StoreError/unreachable(reason:)`` if there is no answer in time; ``StoreError/schemaMismatch(_:)`` if
  ///   a table or a column is missing; and whatever a read throws, such as ``StoreError/closed``.
  nonisolated(nonsending)
    public func check(within limit: Duration) async throws(StoreError)
  {
    if scope != nil { throw .misuse(reason: "check was called in a transaction: call it outside") }
    try TransactionScope.checkUse(of: backend.identity, scope: nil)
    try backend.identity.lifecycle.checkOpen()
    let first = FirstOutcome()
    // A server that doesn't answer doesn't answer a cancellation either, and isn't waited for.
    let check = Task.detached {
      do throws(StoreError) {
        try await observing(.read) { () async throws(StoreError) in try await backend.checkTables() }
        first.take(.success(()))
      } catch {
        first.take(.failure(error))
      }
    }
    let timer = Task.detached {
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      first.take(.failure(.unreachable(reason: "there was no answer within \(limit)")))
    }
    defer {
      check.cancel()
      timer.cancel()
    }
    try await withTaskCancellationHandler {
      await first.value
    } onCancel: {
      first.take(.failure(.cancelled))
    }.get()
  }
}

/// The first of several outcomes, for one task that waits for it.
private final class FirstOutcome: Sendable {
  typealias Outcome = Result<Void, StoreError>

  private enum State {
    case unknown
    case awaited(CheckedContinuation<Outcome, Never>)
    case known(Outcome)
  }

  private let state = Mutex(State.unknown)

  var value: Outcome {
    get async {
      await withCheckedContinuation { continuation in
        let outcome: Outcome? = state.withLock { state in
          if case .known(let outcome) = state { return outcome }
          state = .awaited(continuation)
          return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    }
  }

  func take(_ outcome: Outcome) {
    let waiter: CheckedContinuation<Outcome, Never>? = state.withLock { state in
      defer { if case .known = state {} else { state = .known(outcome) } }
      if case .awaited(let waiter) = state { return waiter }
      return nil
    }
    waiter?.resume(returning: outcome)
  }
}
