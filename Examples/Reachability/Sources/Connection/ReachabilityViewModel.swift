import Dispatch
import IgataRouting
import IgataRuntime

/// Informs views whether there is a connection. It doesn't depend on them: they request a token, which ends the
/// subscription when it is released.
package final class ReachabilityViewModel: Sendable {
  private let backend: FallbackBackend

  package init(_ backend: FallbackBackend) { self.backend = backend }

  /// Calls `body` on the queue now and after every change, until the token is canceled or released.
  package func subscribe(
    on queue: DispatchQueue = .main, _ body: @escaping @Sendable (Reachability) -> Void
  ) -> WatchToken {
    backend.reachability.observe(on: queue, body)
  }

  /// The same as a sequence.
  package var changes: AsyncStream<Reachability> { backend.reachability.changes }
}

/// Keeps tokens, and therefore subscriptions, as long as it exists.
package struct DisposeBag {
  private var tokens: [WatchToken] = []

  package init() {}

  package mutating func insert(_ token: WatchToken) { tokens.append(token) }
}
