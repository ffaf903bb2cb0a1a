import Dispatch
import IgataRouting
import IgataRuntime

/// Tells views whether there is a connection. It knows none of them: they ask for a token, and what they are told ends
/// with it.
package final class ReachabilityViewModel: Sendable {
  private let backend: FallbackBackend

  package init(_ backend: FallbackBackend) { self.backend = backend }

  /// Calls `body` on the queue now and with every change, until the token is cancelled or released.
  package func subscribe(
    on queue: DispatchQueue = .main, _ body: @escaping @Sendable (Reachability) -> Void
  ) -> WatchToken {
    backend.reachability.observe(on: queue, body)
  }

  /// The same as a sequence.
  package var changes: AsyncStream<Reachability> { backend.reachability.changes }
}

/// Keeps tokens, and so subscriptions, for as long as it lives.
package struct DisposeBag {
  private var tokens: [WatchToken] = []

  package init() {}

  package mutating func insert(_ token: WatchToken) { tokens.append(token) }
}
