#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch
internal import Synchronization

/// Asks the server to end the statement that a connection waits for.
///
/// A request is sent over a connection of its own, by a call that blocks, so that it is made on a thread of Dispatch.
///
/// `@unchecked Sendable`: the library allows a request from any thread, and what changes stands behind the lock.
final class Canceller: @unchecked Sendable {
  private struct State {
    /// The number of what may be ended now.
    var use: UInt64?
    var isAsking = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// How many seconds the server may take to answer requests, before the connection is given up.
  private static let patience = 5
  private static let queue = DispatchQueue(label: "igata.postgresql.cancel", attributes: .concurrent)

  private let handle: OpaquePointer?
  private let state = Mutex(State())

  init(_ connection: OpaquePointer) { handle = PQgetCancel(connection) }

  deinit { PQfreeCancel(handle) }

  /// From now on requests may be made, as those of a number.
  func begin(_ use: UInt64) { state.withLock { $0.use = use } }

  /// Ends the time in which a request may be made, and waits for one that is on its way, so that it can't hit the
  /// statement that comes next. Where the connection is lost there is none.
  func end(isLost: Bool) async {
    let isAsking = state.withLock { state in
      state.use = nil
      return state.isAsking
    }
    guard isAsking, !isLost else { return }
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.isAsking { state.waiter = continuation }
        return !state.isAsking
      }
      if isDone { continuation.resume() }
    }
  }

  /// Makes a request each second, as the server forgets one that comes before the statement, and in the end gives up.
  func insist(_ use: UInt64, orElse giveUp: @escaping @Sendable () -> Void) {
    cancel(use)
    for second in 1..<Self.patience {
      Self.queue.asyncAfter(deadline: .now() + .seconds(second)) { self.cancel(use) }
    }
    Self.queue.asyncAfter(deadline: .now() + .seconds(Self.patience), execute: giveUp)
  }

  /// Makes a request, where what has the number still runs and none is on its way.
  private func cancel(_ use: UInt64) {
    let isNew = state.withLock { state in
      guard state.use == use, !state.isAsking else { return false }
      state.isAsking = true
      return true
    }
    guard isNew else { return }
    Self.queue.async { [self] in
      var message = [CChar](repeating: 0, count: 256)
      // Where it fails, the statement ends by itself or by its timeout.
      _ = PQcancel(handle, &message, Int32(message.count))
      let waiter = state.withLock { state in
        state.isAsking = false
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume()
    }
  }
}

#endif
