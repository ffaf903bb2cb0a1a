internal import Dispatch
@_spi(Backend) public import IgataRuntime
public import Synchronization

/// A connection to an engine, as a ``ConnectionPool`` lends it.
@_spi(Backend) public protocol PooledConnection: AnyObject, Sendable {
  /// Whether the connection is not to be lent again. By default it never is.
  var isLost: Bool { get }

  /// Makes the connection ready for its next user. Returns whether it is of use to one. By default it is as it is.
  func makeReady() -> Bool

  /// Closes the connection. By default that is left to the end of its life.
  func close()
}

@_spi(Backend) extension PooledConnection {
  @inlinable public var isLost: Bool { false }

  @inlinable public func makeReady() -> Bool { true }

  @inlinable public func close() {}
}

/// How many connections a pool has, and for how long.
@_spi(Backend) public struct PoolLimits: Sendable {
  /// How many connections are open at most, from 1.
  public var count: Int
  /// How long a task waits for a connection; `nil` for as long as it takes.
  public var waiting: Duration?
  /// How long a connection may be idle before it is closed, from 1 second; `nil` for as long as the pool lives.
  public var idle: Duration?

  public init(count: Int, waiting: Duration? = nil, idle: Duration? = nil) {
    self.count = max(count, 1)
    self.waiting = waiting
    self.idle = idle
  }
}

/// Lends connections, each to one session at a time, and opens them when they are first needed, up to a bound. Those
/// who find none free wait in the order in which they came; a task that is cancelled or waits too long leaves.
///
/// With one connection it is the lock that lets writers in one after the other. A connection that was lost is not lent
/// again, and one that is idle for long is closed.
///
/// What is called for each statement can be inlined, so that it is compiled for the connection's type.
@_spi(Backend) public final class ConnectionPool<Connection: PooledConnection>: Sendable {
  @usableFromInline struct Idle {
    @usableFromInline var connection: Connection
    /// The round in which it was given back.
    @usableFromInline var round: Int

    @inlinable init(connection: Connection, round: Int) {
      self.connection = connection
      self.round = round
    }
  }

  @usableFromInline struct Waiter {
    var continuation: CheckedContinuation<Answer, Never>
    var deadline: ContinuousClock.Instant?
  }

  @usableFromInline struct State {
    /// The one that was used last stands at the end, and is lent first.
    @usableFromInline var idle: [Idle] = []
    /// How many more may be opened.
    @usableFromInline var unopened: Int
    /// The tasks that wait, by their numbers, which are given in turn.
    @usableFromInline var waiting: [UInt64: Waiter] = [:]
    var nextNumber: UInt64 = 0
    var firstNumber: UInt64 = 0
    /// Whether there is a time when it is looked who has waited too long. One time for all: to set one for each took a
    /// quarter of the processor time of tasks that find rows in turn.
    var isTimed = false
    /// Whether there is a time when it is looked what has been idle for too long, or never is to be one.
    @usableFromInline var isPruning: Bool
    /// Counts the times of pruning, which are half as far apart as a connection may be idle. They take the place of a
    /// clock, which a find by its key would notice.
    @usableFromInline var round = 0
  }

  @usableFromInline enum Answer: Sendable {
    case connection(Connection)
    /// There is room for one more connection.
    case open
    case cancelled
    case late
  }

  @usableFromInline let state: Mutex<State>
  private let limits: PoolLimits
  @usableFromInline let open: @Sendable () async throws(StoreError) -> Connection
  @usableFromInline let openSynchronously: (@Sendable () throws(StoreError) -> Connection)?

  /// A pool of connections that take time to open.
  public init(_ limits: PoolLimits, open: @escaping @Sendable () async throws(StoreError) -> Connection) {
    self.limits = limits
    self.open = open
    openSynchronously = nil
    state = Mutex(State(unopened: limits.count, isPruning: limits.idle == nil))
  }

  /// A pool of `free` connections and of further ones that are opened at once.
  public init(
    _ limits: PoolLimits, free: [Connection] = [],
    openSynchronously: @escaping @Sendable () throws(StoreError) -> Connection
  ) {
    self.limits = limits
    open = { () async throws(StoreError) in try openSynchronously() }
    self.openSynchronously = openSynchronously
    let idle = free.map { Idle(connection: $0, round: 0) }
    state = Mutex(State(idle: idle, unopened: limits.count - free.count, isPruning: limits.idle == nil))
  }

  /// How many tasks wait for a connection.
  public var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// A connection. Every call that does not throw is followed by one of ``release(_:)``.
  ///
  /// Throws ``StoreError/cancelled`` if the task is cancelled while it waits, ``StoreError/unreachable(reason:)`` if it
  /// has waited too long, and what opening a connection fails with.
  @inlinable public func acquire() async throws(StoreError) -> Connection {
    if Task.isCancelled { throw .cancelled }
    let immediate = state.withLock { Self.immediateAnswer(&$0) }
    if case .connection(let connection)? = immediate, connection.makeReady() { return connection }
    return try await connection(immediate)
  }

  /// A connection that nobody has to be waited for: one that is idle, whether or not it is of use by now, or one that is
  /// opened at once. `nil` if there is none; otherwise followed by a call of ``release(_:)``.
  @inlinable public func acquireSynchronously() throws(StoreError) -> Connection? {
    guard let openSynchronously else { return state.withLock { $0.idle.popLast()?.connection } }
    switch state.withLock({ Self.immediateAnswer(&$0) }) {
    case .connection(let connection)?: return connection
    case .open?: break
    case .cancelled?, .late?, nil: return nil
    }
    do {
      return try openSynchronously()
    } catch {
      give(.open)
      throw error
    }
  }

  /// Gives a connection back.
  @inlinable public func release(_ connection: Connection) {
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

  @inlinable static func immediateAnswer(_ state: inout State) -> Answer? {
    if let idle = state.idle.popLast() { return .connection(idle.connection) }
    guard state.unopened > 0 else { return nil }
    state.unopened -= 1
    return .open
  }

  @inlinable func keep(_ connection: Connection, _ state: inout State) {
    state.idle.append(Idle(connection: connection, round: state.round))
    if !state.isPruning { schedulePruning(&state) }
  }

  // MARK: Waiting

  /// A connection where there is none that is of use at once.
  @usableFromInline func connection(_ immediate: Answer?) async throws(StoreError) -> Connection {
    let answer = if let immediate { immediate } else { await waitForAnswer() }
    switch answer {
    case .connection(let connection):
      if immediate == nil, connection.makeReady() { return connection }
      connection.close()
      // In its place, as who would wait again would wait behind all who came later.
      return try await openOne()
    case .open: return try await openOne()
    case .cancelled: throw .cancelled
    case .late: throw .unreachable(reason: "all \(limits.count) connections are in use")
    }
  }

  private func openOne() async throws(StoreError) -> Connection {
    do {
      return try await open()
    } catch {
      give(.open)
      throw error
    }
  }

  /// Gives the answer to the task that has waited longest, or keeps what it is about.
  @usableFromInline func give(_ answer: Answer) {
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

  private func waitForAnswer() async -> Answer {
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

  private func wait(_ continuation: CheckedContinuation<Answer, Never>, _ number: borrowing Mutex<UInt64?>) {
    let answer: Answer? = state.withLock { state in
      if Task.isCancelled { return .cancelled }
      if let answer = Self.immediateAnswer(&state) { return answer }
      let own = state.nextNumber
      let deadline = limits.waiting.map { ContinuousClock.now + $0 }
      state.waiting[own] = Waiter(continuation: continuation, deadline: deadline)
      number.withLock { $0 = own }
      state.nextNumber += 1
      if let deadline, !state.isTimed { time(deadline, &state) }
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  private func time(_ deadline: ContinuousClock.Instant, _ state: inout State) {
    state.isTimed = true
    after(ContinuousClock.now.duration(to: deadline)) { $0.giveUp() }
  }

  /// Ends the waiting of those who have waited too long. Who came first is late first.
  private func giveUp() {
    let late = state.withLock { state in
      state.isTimed = false
      let now = ContinuousClock.now
      let late = state.waiting.filter { $0.value.deadline.map { $0 <= now } ?? false }
      for number in late.keys { state.waiting.removeValue(forKey: number) }
      if let next = state.waiting.values.compactMap(\.deadline).min() { time(next, &state) }
      return late
    }
    for (_, waiter) in late.sorted(by: { $0.key < $1.key }) { waiter.continuation.resume(returning: .late) }
  }

  // MARK: Closing

  @usableFromInline func schedulePruning(_ state: inout State) {
    guard let idle = limits.idle else { return }
    state.isPruning = true
    after(max(.seconds(1), idle) / 2) { $0.prune() }
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
    // Outside of the lock, as closing may take its time.
    for idle in closed { idle.connection.close() }
  }

  /// Runs `body` after some time if there is still anybody who has the pool.
  private func after(_ time: Duration, _ body: @escaping @Sendable (ConnectionPool) -> Void) {
    queue.asyncAfter(deadline: .now() + time / .seconds(1)) { [weak self] in
      if let self { body(self) }
    }
  }
}

private let queue = DispatchQueue(label: "igata.pool")
