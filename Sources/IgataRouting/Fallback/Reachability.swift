public import Dispatch
@_spi(Backend) public import IgataRuntime
public import Observation
internal import Synchronization

/// Whether the first backend of a ``FallbackBackend`` is in use.
public enum Reachability: Hashable, Sendable {
  /// The first backend is in use.
  case reachable
  /// The first backend can't be reached. The second one is in use, and writes are queued in the outbox.
  case unreachable
  /// The first backend can be reached again, and the queued writes are being replayed. The second one is still in use.
  case catchingUp
  /// The first backend rejected a write, and the conflict policy stopped the replay. The second one is in use, and
  /// writes are queued, until ``FallbackBackend/reach(conflicts:)`` is called.
  case stopped(StoreError)

  /// Whether the first backend is in use.
  public var isReachable: Bool { self == .reachable }
}

/// The ``Reachability`` of a ``FallbackBackend``, which can be read, iterated over, or observed.
public final class ReachabilityStatus: Sendable, Observable {
  private struct State {
    var current: Reachability
    var listeners: [UInt64: AsyncStream<Reachability>.Continuation] = [:]
    var nextListener: UInt64 = 0
  }

  private let state: Mutex<State>
  private let registrar = ObservationRegistrar()

  init(_ current: Reachability) { state = Mutex(State(current: current)) }

  /// The current value. Views and `withObservationTracking` are notified when it changes.
  public var current: Reachability {
    registrar.access(self, keyPath: \.current)
    return state.withLock { $0.current }
  }

  /// The current value, followed by each new one. The stream ends when its task is canceled. A slow consumer only
  /// receives the latest value.
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

  /// Calls `body` on the queue with the current value and with each new one, until the token is canceled or released.
  public func observe(on queue: DispatchQueue, _ body: @escaping @Sendable (Reachability) -> Void) -> WatchToken {
    WatchToken(changes, on: queue) { if case .success(let reachability) = $0 { body(reachability) } }
  }

  /// Returns whether the value changed.
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
