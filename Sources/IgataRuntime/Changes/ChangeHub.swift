internal import Synchronization

/// Notifies observers of commits. All stores over one backend share it.
///
/// Writers never wait for observers: changes are put into each observer's mailbox.
final class ChangeHub: Sendable {
  private struct State {
    var mailboxes: [UInt64: any Mailbox] = [:]
    var nextMailbox: UInt64 = 0
    /// Commits in the order in which they began, with the changes of those that have ended. Changes are published in
    /// this order, no matter which task continues first after its commit.
    var firstTicket: UInt64 = 0
    var nextTicket: UInt64 = 0
    var ended: [UInt64: CommittedChanges?] = [:]
    var outside: OutsideWatch?
    var isClosed = false
  }

  private struct OutsideWatch {
    var start: Task<AsyncStream<OutsideChange>?, Never>
    var loop: Task<Void, Never>
  }

  private let state = Mutex(State())
  private let mailboxCount = Atomic(0)

  deinit { state.withLock { $0.outside?.loop.cancel() } }

  /// Whether there are observers. An observer that is added before a commit has ended is seen after it.
  var isWatched: Bool { mailboxCount.load(ordering: .sequentiallyConsistent) > 0 }

  /// The models whose rows are recorded individually, by their tables.
  var watchedModels: [String: any WatchedModel] {
    state.withLock { state in
      var models: [String: any WatchedModel] = [:]
      for mailbox in state.mailboxes.values {
        if let model = mailbox.watchedModel { models[model.table.name] = model }
      }
      return models
    }
  }

  // MARK: Observing

  /// Notifies the mailbox of every commit from now on, until the subscription is released.
  func subscribe(_ mailbox: any Mailbox) -> Subscription {
    let (number, isClosed) = state.withLock { state in
      state.mailboxes[state.nextMailbox] = mailbox
      state.nextMailbox += 1
      return (state.nextMailbox - 1, state.isClosed)
    }
    if isClosed { mailbox.close() }
    mailboxCount.add(1, ordering: .sequentiallyConsistent)
    return Subscription(self, number)
  }

  fileprivate func unsubscribe(_ number: UInt64) {
    mailboxCount.subtract(1, ordering: .sequentiallyConsistent)
    let (mailbox, outside) = state.withLock { state in
      let mailbox = state.mailboxes.removeValue(forKey: number)
      defer { if state.mailboxes.isEmpty { state.outside = nil } }
      return (mailbox, state.mailboxes.isEmpty ? state.outside : nil)
    }
    outside?.loop.cancel()
    withExtendedLifetime(mailbox) {}
  }

  /// Starts to listen for changes by others, if that has not started yet. When this returns, no further change is
  /// missed.
  func watchOutside(_ backend: any Backend) async {
    let start = state.withLock { state in
      if let outside = state.outside { return outside.start }
      if state.isClosed { return Task.detached { nil } }
      let start = Task.detached { await backend.changesFromOutside() }
      let loop = Task.detached { [weak self] in
        guard let changes = await start.value else { return }
        for await change in changes { self?.publish(change) }
      }
      state.outside = OutsideWatch(start: start, loop: loop)
      return start
    }
    _ = await start.value
  }

  /// Ends all observations, now and later.
  func close() {
    let (mailboxes, outside) = state.withLock { state in
      state.isClosed = true
      defer { state.outside = nil }
      return (Array(state.mailboxes.values), state.outside)
    }
    outside?.loop.cancel()
    for mailbox in mailboxes { mailbox.close() }
  }

  // MARK: Publishing

  /// Call this before a commit.
  func takeTicket() -> UInt64 {
    state.withLock { state in
      defer { state.nextTicket += 1 }
      return state.nextTicket
    }
  }

  /// Call this after the commit, with `nil` if it failed. Every ticket must be returned.
  func end(_ ticket: UInt64, _ changes: CommittedChanges?) {
    state.withLock { state in
      state.ended[ticket] = .some(changes)
      while let next = state.ended.removeValue(forKey: state.firstTicket) {
        state.firstTicket += 1
        if let next { for mailbox in state.mailboxes.values { mailbox.receive(next) } }
      }
    }
  }

  private func publish(_ change: OutsideChange) {
    let changes = CommittedChanges.unknown(.fromOutside, tables: change.tables)
    if change.isCertain { return publish(changes) }
    state.withLock { state in
      for mailbox in state.mailboxes.values where mailbox.watchedModel == nil { mailbox.receive(changes) }
    }
  }

  func publish(_ changes: CommittedChanges) {
    state.withLock { state in for mailbox in state.mailboxes.values { mailbox.receive(changes) } }
  }
}

/// Receives commits. It only stores them, as the commit waits for it.
protocol Mailbox: AnyObject, Sendable {
  /// The model whose rows are to be recorded individually, if any.
  var watchedModel: (any WatchedModel)? { get }
  func receive(_ changes: CommittedChanges)
  /// Ends what waits for commits, after those that were received.
  func close()
}

/// Keeps a mailbox subscribed until it is released.
final class Subscription: Sendable {
  private let hub: ChangeHub
  private let number: UInt64

  fileprivate init(_ hub: ChangeHub, _ number: UInt64) {
    self.hub = hub
    self.number = number
  }

  deinit { hub.unsubscribe(number) }
}
