public import Dispatch
@_spi(Backend) public import IgataRuntime
public import Observation
internal import Synchronization

/// Whether the first backend of a ``FallbackBackend`` serves.
public enum Reachability: Hashable, Sendable {
  /// It does.
  case reachable
  /// It can't be reached. The second one serves, and what is written is kept for later.
  case unreachable
  /// It is back, and what was written meanwhile is being written to it. The second one serves still.
  case catchingUp
  /// It refused a write, and the policy for conflicts was to stop there. The second one serves, and what is written is
  /// kept, until ``FallbackBackend/reach(conflicts:)``.
  case stopped(StoreError)

  /// Whether the first backend serves.
  public var isReachable: Bool { self == .reachable }
}

/// The ``Reachability`` of a ``FallbackBackend``, to be asked, iterated over, or observed.
public final class ReachabilityStatus: Sendable, Observable {
  private struct State {
    var current: Reachability
    var listeners: [UInt64: AsyncStream<Reachability>.Continuation] = [:]
    var nextListener: UInt64 = 0
  }

  private let state: Mutex<State>
  private let registrar = ObservationRegistrar()

  init(_ current: Reachability) { state = Mutex(State(current: current)) }

  /// What it is now. Views and `withObservationTracking` are told when it becomes something else.
  public var current: Reachability {
    registrar.access(self, keyPath: \.current)
    return state.withLock { $0.current }
  }

  /// What it is now, and each time that it becomes something else. Ends when its task is cancelled. Who is slow gets
  /// the newest alone.
  public var changes: AsyncStream<Reachability> {
    let (stream, continuation) = AsyncStream.makeStream(of: Reachability.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.listeners[state.nextListener] = continuation
      continuation.yield(state.current)
      state.nextListener += 1
      return state.nextListener - 1
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  /// Calls `body` on the queue with what it is now, and each time that it becomes something else, until the token is
  /// cancelled or released.
  public func observe(on queue: DispatchQueue, _ body: @escaping @Sendable (Reachability) -> Void) -> WatchToken {
    WatchToken(changes, on: queue) { if case .success(let reachability) = $0 { body(reachability) } }
  }

  /// Returns whether it was something else before.
  @discardableResult
  func become(_ new: Reachability) -> Bool {
    if state.withLock({ $0.current == new }) { return false }
    return registrar.withMutation(of: self, keyPath: \.current) {
      state.withLock { state in
        if state.current == new { return false }
        state.current = new
        for listener in state.listeners.values { listener.yield(new) }
        return true
      }
    }
  }
}
