#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch
internal import Synchronization

/// Asks the server to cancel the statement that a connection waits for.
///
/// A request is sent over a connection of its own by a blocking call, which runs on a Dispatch queue.
///
/// `@unchecked Sendable`: libpq allows a request from any thread, and the other state is protected by the lock.
final class Canceller: @unchecked Sendable {
  private struct State {
    /// The number of the use whose statement may be canceled now.
    var use: UInt64?
    var isRequesting = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// How many seconds the server may take to cancel the statement, before the connection is given up.
  private static let timeout = 5
  private static let queue = DispatchQueue(label: "igata.postgresql.cancel", attributes: .concurrent)

  private let handle: OpaquePointer?
  private let state = Mutex(State())

  init(_ connection: OpaquePointer) { handle = PQgetCancel(connection) }

  deinit { PQfreeCancel(handle) }

  /// Allows requests for a use.
  func begin(_ use: UInt64) { state.withLock { $0.use = use } }

  /// Allows no more requests. Waits for one that is being sent, so that it can't cancel the next statement; if the
  /// connection is lost, there is none.
  func end(isLost: Bool) async {
    let isRequesting = state.withLock { state in
      state.use = nil
      return state.isRequesting
    }
    guard isRequesting, !isLost else { return }
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.isRequesting { state.waiter = continuation }
        return !state.isRequesting
      }
      if isDone { continuation.resume() }
    }
  }

  /// Sends a request each second, because the server ignores one that arrives before the statement, until the timeout.
  func insist(_ use: UInt64, orElse giveUp: @escaping @Sendable () -> Void) {
    cancel(use)
    for second in 1..<Self.timeout {
      Self.queue.asyncAfter(deadline: .now() + .seconds(second)) { self.cancel(use) }
    }
    Self.queue.asyncAfter(deadline: .now() + .seconds(Self.timeout), execute: giveUp)
  }

  /// Cancels the statement of the current use.
  ///
  /// - Returns: The use; `nil` if there is none whose statement may be canceled.
  func cancelCurrent() -> UInt64? {
    let use = state.withLock { $0.use }
    if let use { cancel(use) }
    return use
  }

  /// Sends a request, unless the use has ended or a request is being sent.
  private func cancel(_ use: UInt64) {
    let isNew = state.withLock { state in
      guard state.use == use, !state.isRequesting else { return false }
      state.isRequesting = true
      return true
    }
    guard isNew else { return }
    Self.queue.async { [self] in
      var message = [CChar](repeating: 0, count: 256)
      // If it fails, the statement ends by itself or by its timeout.
      _ = PQcancel(handle, &message, Int32(message.count))
      let waiter = state.withLock { state in
        state.isRequesting = false
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume()
    }
  }
}

#endif
