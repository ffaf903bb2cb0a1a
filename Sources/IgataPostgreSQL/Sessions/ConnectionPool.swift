#if PostgreSQL
internal import Dispatch
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// Lends connections, each to one session at a time, and opens them when they are first needed, up to a bound. Those
/// who find none wait in the order in which they came; a task that is cancelled or waits too long leaves.
///
/// A connection that was lost is not lent again, and one that lies idle for long is closed.
final class ConnectionPool: Sendable {
  private typealias Continuation = CheckedContinuation<Answer, Never>

  private struct Idle {
    var connection: Connection
    /// The round in which it was given back.
    var round: Int
  }

  private struct Waiter {
    var continuation: Continuation
    var deadline: DispatchTime
  }

  private struct State {
    /// The one that was used last stands at the end, and is lent first.
    var idle: [Idle] = []
    /// How many more may be opened.
    var unopened: Int
    /// The tasks that wait, by their numbers, which are given in turn.
    var waiting: [UInt64: Waiter] = [:]
    var nextNumber: UInt64 = 0
    var firstNumber: UInt64 = 0
    /// Whether there is a time when it is looked who has waited too long. One time for all: to set one for each took a
    /// quarter of the processor time of tasks that find rows in turn.
    var isTimed = false
    var isPruning = false
    /// Counts the times of pruning, which are half as far apart as a connection may be idle. They take the place of a
    /// clock, which a find by its key would notice.
    var round = 0
  }

  private enum Answer: Sendable {
    case connection(Connection)
    /// There is room for one more connection.
    case open
    case cancelled
    case late
  }

  private static let queue = DispatchQueue(label: "igata.postgresql.pool")

  private let state: Mutex<State>
  private let opening: ConnectionOpening
  private let options: PostgreSQLOptions
  private let count: Int

  /// A pool of `count` connections at most.
  init(_ opening: ConnectionOpening, _ options: PostgreSQLOptions, count: Int) {
    self.count = max(count, 1)
    state = Mutex(State(unopened: max(count, 1)))
    self.opening = opening
    self.options = options
  }

  /// How many tasks wait for a connection.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Every call that does not throw is followed by one of ``release(_:)``.
  func acquire() async throws(StoreError) -> Connection {
    if Task.isCancelled { throw .cancelled }
    switch await answer() {
    case .connection(let connection):
      if connection.isHealthy, connection.pipeline(true) { return connection }
      connection.close()
      // In its place, as who would wait again would wait behind all who came later.
      return try await openOne()
    case .open: return try await openOne()
    case .cancelled: throw .cancelled
    case .late: throw .unreachable(reason: "all \(count) connections are in use")
    }
  }

  /// A connection that nobody has to be waited for, nor the server: one that lies idle, whether or not it is any good
  /// by now. Followed by a call of ``release(_:)``.
  func acquireAtOnce() -> Connection? { state.withLock { $0.idle.popLast()?.connection } }

  func release(_ connection: Connection) {
    guard !connection.isLost else {
      connection.close()
      return give(.open)
    }
    // Nearly always nobody waits.
    let isKept = state.withLock { state in
      guard state.waiting.isEmpty else { return false }
      keep(connection, &state)
      return true
    }
    if !isKept { give(.connection(connection)) }
  }

  private func keep(_ connection: Connection, _ state: inout State) {
    state.idle.append(Idle(connection: connection, round: state.round))
    schedulePruning(&state)
  }

  /// Gives the answer to the task that has waited longest, or keeps what it is about.
  private func give(_ answer: Answer) {
    let next: Waiter? = state.withLock { state in
      if let next = Self.takeFirst(&state) { return next }
      if case .connection(let connection) = answer {
        keep(connection, &state)
      } else {
        state.unopened += 1
      }
      return nil
    }
    next?.continuation.resume(returning: answer)
  }

  private static func takeFirst(_ state: inout State) -> Waiter? {
    while state.firstNumber < state.nextNumber {
      defer { state.firstNumber += 1 }
      if let next = state.waiting.removeValue(forKey: state.firstNumber) { return next }
    }
    return nil
  }

  private func openOne() async throws(StoreError) -> Connection {
    do {
      return try await opening.open()
    } catch {
      give(.open)
      throw error
    }
  }

  // MARK: Waiting

  private func answer() async -> Answer {
    if let answer = state.withLock({ immediateAnswer(&$0) }) { return answer }
    let number = Mutex<UInt64?>(nil)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, number) }
    } onCancel: {
      // Where the task does not wait yet, it will see for itself that it is cancelled.
      let waiting = state.withLock { state in
        number.withLock { $0 }.flatMap { state.waiting.removeValue(forKey: $0) }
      }
      waiting?.continuation.resume(returning: .cancelled)
    }
  }

  private func immediateAnswer(_ state: inout State) -> Answer? {
    if let idle = state.idle.popLast() { return .connection(idle.connection) }
    guard state.unopened > 0 else { return nil }
    state.unopened -= 1
    return .open
  }

  private func wait(_ continuation: Continuation, _ number: borrowing Mutex<UInt64?>) {
    let answer: Answer? = state.withLock { state in
      if Task.isCancelled { return .cancelled }
      if let answer = immediateAnswer(&state) { return answer }
      let own = state.nextNumber
      let deadline = DispatchTime.now() + options.poolTimeout.inSeconds
      state.waiting[own] = Waiter(continuation: continuation, deadline: deadline)
      number.withLock { $0 = own }
      state.nextNumber += 1
      if !state.isTimed { time(deadline, &state) }
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  private func time(_ deadline: DispatchTime, _ state: inout State) {
    state.isTimed = true
    Self.queue.asyncAfter(deadline: deadline) { [weak self] in self?.giveUp() }
  }

  /// Ends the waiting of those who have waited too long. Who came first is late first.
  private func giveUp() {
    let late = state.withLock { state in
      state.isTimed = false
      let now = DispatchTime.now()
      let late = state.waiting.filter { $0.value.deadline <= now }
      for number in late.keys { state.waiting.removeValue(forKey: number) }
      if let next = state.waiting.values.map(\.deadline).min() { time(next, &state) }
      return late
    }
    for (_, waiter) in late.sorted(by: { $0.key < $1.key }) { waiter.continuation.resume(returning: .late) }
  }

  // MARK: Closing

  private func schedulePruning(_ state: inout State) {
    guard !state.isPruning else { return }
    state.isPruning = true
    let distance = max(0.5, options.idleTimeout.inSeconds / 2)
    Self.queue.asyncAfter(deadline: .now() + distance) { [weak self] in self?.prune() }
  }

  /// Closes what has been idle for too long.
  private func prune() {
    let closed = state.withLock { state in
      state.round += 1
      // What was given back three rounds ago has been idle for two of them at least.
      let last = state.round - 3
      let closed = state.idle.filter { $0.round <= last }
      state.idle.removeAll { $0.round <= last }
      state.unopened += closed.count
      state.isPruning = false
      if !state.idle.isEmpty { schedulePruning(&state) }
      return closed
    }
    // Outside of the lock, as closing sends the server a farewell.
    for idle in closed { idle.connection.close() }
  }
}

#endif
