internal import Synchronization

/// Carries what is committed between a backend that stands before others, and these.
struct ChangeRelay: Sendable {
  /// Who is telling, so that it does not hear itself.
  @TaskLocal private static var teller: StoreIdentity?

  private let identity: StoreIdentity

  /// The relay of the backend that stands before others.
  init(_ identity: StoreIdentity) { self.identity = identity }

  /// Tells those who watch a backend directly that these tables were written to, or any.
  func tell(_ backend: any Backend, _ tables: Set<String>?) {
    let hub = backend.identity.hub
    guard hub.isWatched, tables?.isEmpty != true else { return }
    Self.$teller.withValue(identity) { hub.publish(.unknown(.fromOutside, tables: tables)) }
  }

  /// What others commit to the backends, be it through their stores or past them.
  func changes(of backends: [any Backend]) async -> AsyncStream<OutsideChange>? {
    let (stream, continuation) = AsyncStream.makeStream(of: OutsideChange.self)
    var subscriptions: [Subscription] = []
    for backend in backends {
      let hub = backend.identity.hub
      subscriptions.append(hub.subscribe(Ear(identity, continuation)))
      await hub.watchOutside(backend)
    }
    let kept = subscriptions
    continuation.onTermination = { _ in withExtendedLifetime(kept) {} }
    return stream
  }

  private final class Ear: Mailbox {
    private let identity: StoreIdentity
    private let continuation: AsyncStream<OutsideChange>.Continuation

    init(_ identity: StoreIdentity, _ continuation: AsyncStream<OutsideChange>.Continuation) {
      self.identity = identity
      self.continuation = continuation
    }

    var watchedModel: (any WatchedModel)? { nil }

    func receive(_ changes: CommittedChanges) {
      if ChangeRelay.teller == identity { return }
      switch changes {
      case .unknown(_, let tables): continuation.yield(OutsideChange(tables: tables))
      // Delete rules may have taken rows of other tables along.
      case .recorded(let recorded):
        continuation.yield(OutsideChange(tables: recorded.deletedFrom.isEmpty ? recorded.written : nil))
      }
    }
  }
}
