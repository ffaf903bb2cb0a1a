internal import Synchronization

/// Relays notifications of commits between a backend that wraps other backends, and those backends.
package struct ChangeRelay: Sendable {
  /// The relay that publishes, so that it ignores its own notifications.
  @TaskLocal private static var notifier: StoreIdentity?

  private let identity: StoreIdentity

  /// The relay of the backend with this identity.
  package init(_ identity: StoreIdentity) { self.identity = identity }

  /// Notifies observers of a backend that these tables were written to, or any table if `nil`.
  package func notify(_ backend: any Backend, _ tables: Set<String>?) {
    let hub = backend.identity.hub
    guard hub.isWatched, tables?.isEmpty != true else { return }
    Self.$notifier.withValue(identity) { hub.publish(.unknown(.fromOutside, tables: tables)) }
  }

  /// Notifies observers of the relay's own backend that any row may have changed.
  package func notifyOfOtherRows() {
    if identity.hub.isWatched { identity.hub.publish(.unknown(.fromOutside, tables: nil)) }
  }

  /// What others commit to the backends, through their stores or without them.
  package func changes(of backends: [any Backend]) async -> AsyncStream<OutsideChange>? {
    let (stream, continuation) = AsyncStream.makeStream(of: OutsideChange.self)
    var subscriptions: [Subscription] = []
    for backend in backends {
      let hub = backend.identity.hub
      subscriptions.append(hub.subscribe(Listener(identity, continuation)))
      await hub.watchOutside(backend)
    }
    let kept = subscriptions
    continuation.onTermination = { _ in withExtendedLifetime(kept) {} }
    return stream
  }

  private final class Listener: Mailbox {
    private let identity: StoreIdentity
    private let continuation: AsyncStream<OutsideChange>.Continuation

    init(_ identity: StoreIdentity, _ continuation: AsyncStream<OutsideChange>.Continuation) {
      self.identity = identity
      self.continuation = continuation
    }

    var watchedModel: (any WatchedModel)? { nil }

    func close() { continuation.finish() }

    func receive(_ changes: CommittedChanges) {
      if ChangeRelay.notifier == identity { return }
      switch changes {
      case .unknown(_, let tables): continuation.yield(OutsideChange(tables: tables))
      // Delete rules may have deleted rows of other tables.
      case .recorded(let recorded):
        continuation.yield(OutsideChange(tables: recorded.deletedFrom.isEmpty ? recorded.written : nil))
      }
    }
  }
}
