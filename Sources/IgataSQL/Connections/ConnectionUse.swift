@_spi(Backend) public import IgataRuntime
internal import Synchronization

/// Who uses a connection, and why that has to end, for a backend that is closed or suspended.
@_spi(Backend) public final class ConnectionUse: Sendable {
  private struct User {
    weak var session: (any StoppableSession)?
    var start = ContinuousClock.now
  }

  private let user = Mutex(User())
  private let reason = Atomic<UInt8>(0)

  public init() {}

  /// Why the use has to end; `nil` if it doesn't have to.
  public var stop: BackendStop? { BackendStop(rawValue: reason.load(ordering: .relaxed)) }

  /// Begins the use by a session. Anything else that uses a connection ends by itself, or when it is interrupted.
  public func begin(_ session: any StoppableSession) { user.withLock { $0 = User(session: session) } }

  /// How long the session exists that uses the connection; `nil` if none does.
  var time: Duration? {
    let user = user.withLock { $0 }
    guard let session = user.session, !session.isEnded else { return nil }
    return user.start.duration(to: .now)
  }

  /// Whether the use has ended, by now or at once.
  ///
  /// - Returns: `false` if a call is in progress, or if no session uses the connection.
  func end(_ stop: BackendStop) -> Bool { user.withLock { $0.session }?.stop(stop) ?? false }

  /// Has whatever is in progress end.
  func interrupt(_ stop: BackendStop) { reason.store(stop.rawValue, ordering: .relaxed) }

  /// The error of a call that failed: if it was interrupted, why.
  public func explained(_ error: StoreError) -> StoreError {
    switch error {
    case .cancelled, .unreachable: stop?.error ?? error
    default: error
    }
  }
}

/// A session that can be ended by others than its user.
@_spi(Backend) public protocol StoppableSession: AnyObject, Sendable {
  /// Whether it has ended.
  var isEnded: Bool { get }

  /// Ends the session, unless a call is in progress. All calls after that throw.
  ///
  /// - Returns: Whether the session was ended by this call.
  func stop(_ reason: BackendStop) -> Bool
}
