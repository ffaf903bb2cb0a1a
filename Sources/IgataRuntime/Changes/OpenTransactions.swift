internal import Synchronization

/// An open transaction, or a nested one, as those see it that wait until it ends.
protocol OpenTransaction: AnyObject, Sendable {
  /// Whether it isn't nested in another one of the same backend.
  var isOutermost: Bool { get }
  /// What it may do with a backend: its own, or one that its own forwards to; `nil` if it doesn't hold it.
  func access(to backend: StoreIdentity) -> SessionAccess?
  /// How many calls were made; `nil` if one is in progress.
  var callsIfIdle: Int? { get }
  /// What it is in a message.
  var name: String { get }
  /// The error of a task that has waited for it for some time.
  func stall(_ time: Duration) -> StoreError
}

/// The transactions that are open on one backend, for those that wait until one of them ends.
final class OpenTransactions: Sendable {
  /// How long one of them may be idle while others wait for it.
  let limit: Duration
  private let open = Mutex<[any OpenTransaction]>([])
  /// Those of the backends that forward to this one.
  private let outer = Mutex<[Outer]>([])

  private struct Outer {
    weak var transactions: OpenTransactions?
  }

  init(limit: Duration) { self.limit = limit }

  func add(_ scope: any OpenTransaction) { open.withLock { $0.append(scope) } }

  func remove(_ scope: any OpenTransaction) {
    open.withLock { open in
      if let index = open.lastIndex(where: { $0 === scope }) { open.remove(at: index) }
    }
  }

  /// The outermost one that has been open longest.
  fileprivate var oldest: (any OpenTransaction)? { all.first(where: \.isOutermost) }

  /// Adds those of a backend that forwards to this one.
  func add(_ transactions: OpenTransactions) {
    outer.withLock { outer in
      outer.removeAll { $0.transactions == nil }
      outer.append(Outer(transactions: transactions))
    }
  }

  var isEmpty: Bool { open.withLock { $0.isEmpty } }

  private var all: [any OpenTransaction] {
    open.withLock { $0 } + outer.withLock { $0.compactMap(\.transactions) }.flatMap(\.all)
  }

  /// Those that have no call in progress, with how many calls they had.
  fileprivate func idle(_ isMeant: (any OpenTransaction) -> Bool) -> [(scope: any OpenTransaction, calls: Int)] {
    all.compactMap { scope in
      guard isMeant(scope), let calls = scope.callsIfIdle else { return nil }
      return (scope, calls)
    }
  }
}

/// Notices that tasks wait in vain: for a transaction whose closure makes no call, as it may itself wait for them.
///
/// A transaction that works may take any time. There is one timer for all tasks that wait.
@_spi(Backend) public final class StallWatch: Sendable {
  private let transactions: OpenTransactions
  private let isMeant: @Sendable (any OpenTransaction) -> Bool
  private let isRunning = Mutex(false)

  init(_ transactions: OpenTransactions, _ isMeant: @escaping @Sendable (any OpenTransaction) -> Bool) {
    self.transactions = transactions
    self.isMeant = isMeant
  }

  /// Call this after a task has begun to wait. As long as `areWaiting` returns `true`, `giveUp` is called when a
  /// transaction was idle for the whole limit.
  public func begin(
    areWaiting: @escaping @Sendable () -> Bool, giveUp: @escaping @Sendable (StoreError) -> Void
  ) {
    let isNew = isRunning.withLock { isRunning in
      defer { isRunning = true }
      return !isRunning
    }
    guard isNew else { return }
    Task.detached {
      let stalled = await self.stalled(areWaiting)
      self.isRunning.withLock { $0 = false }
      guard areWaiting() else { return }
      if let stalled { giveUp(stalled.stall(self.transactions.limit)) }
      if areWaiting() { self.begin(areWaiting: areWaiting, giveUp: giveUp) }
    }
  }

  /// A transaction that is idle for the whole limit; `nil` if there is none, or as soon as nobody waits.
  ///
  /// It looks several times, as a task that waits for a thread like all others: where threads are scarce, or the whole
  /// process was suspended, a closure that could not run isn't taken for one that makes no call.
  private func stalled(_ areWaiting: () -> Bool) async -> (any OpenTransaction)? {
    var idle = transactions.idle(isMeant)
    for _ in 0..<Self.lookCount {
      try? await Task.sleep(for: transactions.limit / Self.lookCount)
      if !areWaiting() { return nil }
      let now = transactions.idle(isMeant)
      idle.removeAll { before in !now.contains { $0.scope === before.scope && $0.calls == before.calls } }
    }
    return idle.first?.scope
  }

  private static let lookCount = 10
}

@_spi(Backend) extension StoreIdentity {
  /// The end of a message for a task that has waited too long: which transaction has been open longest, and where it
  /// began; empty if there is none.
  public var blame: String { transactions.oldest.map { "; \($0.name) has been open longest" } ?? "" }

  /// Watches the transactions that write, those that read, or all of them if `nil`.
  public func stallWatch(reading: Bool?) -> StallWatch {
    StallWatch(transactions) { scope in
      guard scope.isOutermost, let access = scope.access(to: self) else { return false }
      return reading == nil || reading == (access != .write)
    }
  }

  /// Has those who wait for another backend notice that a transaction of this one holds it. A backend that forwards to
  /// others calls this for each; see ``BackendSession/access(to:)``.
  public func forwards(to other: StoreIdentity) {
    if other != self { other.transactions.add(transactions) }
  }
}
