internal import Dispatch
@_spi(Backend) public import IgataRuntime
public import Synchronization

/// A connection to a database that a ``ConnectionPool`` can lend.
@_spi(Backend) public protocol PooledConnection: AnyObject, Sendable {
  /// Whether the connection is lost, and can't be lent again. By default `false`.
  var isLost: Bool { get }

  /// Prepares the connection for its next user, and returns whether it is usable. By default it always is.
  func makeReady() -> Bool

  /// Closes the connection, which is not used after that.
  func close()

  /// Has the statement that is run now, if there is one, end soon. Any thread may call this.
  ///
  /// - Parameter isForced: Whether a commit is interrupted as well.
  func interrupt(isForced: Bool)

  /// Who uses the connection.
  var use: ConnectionUse { get }

  /// The statements that were run.
  var counts: StatementCounts { get }
}

@_spi(Backend) extension PooledConnection {
  @inlinable public var isLost: Bool { false }

  @inlinable public func makeReady() -> Bool { true }
}

/// How many connections a pool opens, and how long it keeps them.
@_spi(Backend) public struct PoolLimits: Sendable {
  /// The maximum number of open connections, at least 1.
  public var count: Int
  /// How long a task waits for a connection; `nil` if there is no limit.
  public var waiting: Duration?
  /// How long a connection may be idle before it is closed, at least 1 second; `nil` if there is no limit.
  public var idle: Duration?

  public init(count: Int, waiting: Duration? = nil, idle: Duration? = nil) {
    self.count = max(count, 1)
    self.waiting = waiting
    self.idle = idle
  }
}

/// Lends connections, each to one session at a time, and opens them when they are needed, up to a maximum. Tasks wait
/// for a connection in the order of their requests, until they are cancelled or their time is over.
///
/// A pool with one connection is a lock: writers take turns. A connection that was lost is not lent again, and one that
/// is idle for a long time is closed.
///
/// The methods that are called for each statement are inlinable, so that they are specialized for the connection's
/// type.
@_spi(Backend) public final class ConnectionPool<Connection: PooledConnection>: Sendable {
  @usableFromInline struct Idle {
    @usableFromInline var connection: Connection
    /// The round in which it was returned.
    @usableFromInline var round: Int

    @inlinable init(connection: Connection, round: Int) {
      self.connection = connection
      self.round = round
    }
  }

  @usableFromInline struct Waiter {
    var continuation: CheckedContinuation<Answer, Never>
    var start: ContinuousClock.Instant
    var deadline: ContinuousClock.Instant?
  }

  @usableFromInline struct State {
    /// The connection that was used last is at the end, and is lent first.
    @usableFromInline var idle: [Idle] = []
    /// How many more connections may be opened.
    @usableFromInline var unopened: Int
    /// The tasks that wait, by consecutive numbers.
    @usableFromInline var waiting: [UInt64: Waiter] = [:]
    var nextNumber: UInt64 = 0
    var firstNumber: UInt64 = 0
    /// Whether the timer for tasks that have waited too long is running. There is one timer for all tasks: one for each
    /// took a quarter of the processor time of tasks that find rows.
    var isTimed = false
    /// Whether the timer for idle connections is running, or never needs to.
    @usableFromInline var isPruning: Bool
    /// Counts the runs of that timer, whose interval is half the time that a connection may be idle. They replace a
    /// clock, which would slow down a lookup by key.
    @usableFromInline var round = 0
    /// Why no connections are lent.
    @usableFromInline var stop: BackendStop?
    /// How long a task has waited that waits no more.
    var longestWait = Duration.zero

    init(limit: Int, idle: [Idle] = [], isPruning: Bool) {
      self.idle = idle
      unopened = limit - idle.count
      self.isPruning = isPruning
    }

    /// The tasks that wait, which wait no more.
    mutating func takeAll() -> [UInt64: Waiter] {
      for waiter in waiting.values { note(waiter) }
      defer { waiting = [:] }
      return waiting
    }

    /// The idle connections, which are to be closed.
    mutating func takeIdle() -> [Connection] {
      defer { idle = [] }
      unopened += idle.count
      return idle.map(\.connection)
    }

    /// Records how long a task has waited that waits no more.
    mutating func note(_ waiter: Waiter) { longestWait = max(longestWait, waiter.start.duration(to: .now)) }
  }

  @usableFromInline enum Answer: Sendable {
    case connection(Connection)
    /// One more connection may be opened.
    case open
    case cancelled
    case late
    case refused(StoreError)
  }

  @usableFromInline let state: Mutex<State>
  let limits: PoolLimits
  /// Notices that the users of the connections wait for those who want one.
  private let watch: StallWatch?
  /// The connections of all pools of the backend.
  @usableFromInline let connections: OpenConnections<Connection>
  private let late: @Sendable (Int) -> StoreError
  private let open: @Sendable () async throws(StoreError) -> Connection
  @usableFromInline let openSynchronously: (@Sendable () throws(StoreError) -> Connection)?

  /// A pool of connections that are opened asynchronously.
  ///
  /// - Parameter late: The error of a task that has waited too long, for the number of connections.
  public init(
    _ limits: PoolLimits, in connections: OpenConnections<Connection>, late: @escaping @Sendable (Int) -> StoreError,
    open: @escaping @Sendable () async throws(StoreError) -> Connection
  ) {
    self.limits = limits
    self.connections = connections
    self.late = late
    self.open = open
    watch = nil
    openSynchronously = nil
    state = Mutex(State(limit: limits.count, isPruning: limits.idle == nil))
    connections.add(self)
  }

  /// A pool of `free` connections, and more that are opened synchronously.
  public init(
    _ limits: PoolLimits, in connections: OpenConnections<Connection>, free: [Connection] = [],
    watch: StallWatch? = nil, late: @escaping @Sendable (Int) -> StoreError,
    openSynchronously: @escaping @Sendable () throws(StoreError) -> Connection
  ) {
    self.limits = limits
    self.connections = connections
    self.late = late
    open = { () async throws(StoreError) in try openSynchronously() }
    self.openSynchronously = openSynchronously
    self.watch = watch
    let idle = free.map { Idle(connection: $0, round: 0) }
    state = Mutex(State(limit: limits.count, idle: idle, isPruning: limits.idle == nil))
    for connection in free { connections.add(connection) }
    connections.add(self)
  }

  deinit {
    for idle in state.withLock({ $0.idle }) { connections.close(idle.connection) }
  }

  /// How many tasks wait for a connection.
  public var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Returns a connection. Every call that does not throw must be followed by a call of ``release(_:)``.
  ///
  /// Throws ``StoreError/cancelled`` if the task is cancelled while it waits, an error of its own if it has waited too
  /// long, that of a ``BackendStop`` if no connections are lent, and any error of opening a connection.
  @inlinable public func acquire() async throws(StoreError) -> Connection {
    if Task.isCancelled { throw .cancelled }
    let immediate = state.withLock { Self.immediateAnswer(&$0) }
    if case .connection(let connection)? = immediate, connection.makeReady() { return connection }
    return try await connection(immediate)
  }

  /// Returns a connection without waiting: an idle one, which may be unusable by now, or one that is opened
  /// synchronously; `nil` if there is none. Otherwise the call must be followed by a call of ``release(_:)``.
  @inlinable public func acquireSynchronously() throws(StoreError) -> Connection? {
    guard let openSynchronously else { return state.withLock { $0.idle.popLast()?.connection } }
    switch state.withLock({ Self.immediateAnswer(&$0) }) {
    case .connection(let connection)?: return connection
    case .open?: break
    case .cancelled?, .late?, .refused?, nil: return nil
    }
    do {
      return try connections.openSynchronously(openSynchronously)
    } catch {
      give(.open)
      throw error
    }
  }

  /// Returns a connection to the pool.
  @inlinable public func release(_ connection: Connection) {
    guard !connection.isLost else { return discard(connection) }
    // In nearly all cases no task waits.
    let isKept = state.withLock { state in
      guard state.waiting.isEmpty, state.stop == nil else { return false }
      keep(connection, &state)
      return true
    }
    if !isKept { give(.connection(connection)) }
  }

  /// Returns a connection that can't be used again, and closes it.
  public func discard(_ connection: Connection) {
    connections.close(connection)
    give(.open)
  }

  @inlinable static func immediateAnswer(_ state: inout State) -> Answer? {
    if let idle = state.idle.popLast() { return .connection(idle.connection) }
    guard state.unopened > 0, state.stop == nil else { return nil }
    state.unopened -= 1
    return .open
  }

  @inlinable func keep(_ connection: Connection, _ state: inout State) {
    state.idle.append(Idle(connection: connection, round: state.round))
    if !state.isPruning { schedulePruning(&state) }
  }

  // MARK: Waiting

  /// Returns a connection if none was usable immediately.
  @usableFromInline func connection(_ immediate: Answer?) async throws(StoreError) -> Connection {
    let answer = if let immediate { immediate } else { await waitForAnswer() }
    switch answer {
    case .connection(let connection):
      if immediate == nil, connection.makeReady() { return connection }
      connections.close(connection)
      // Opens a new one instead: waiting again would put the task behind all later ones.
      return try await openOne()
    case .open: return try await openOne()
    case .cancelled: throw .cancelled
    case .refused(let error): throw error
    case .late: throw late(limits.count)
    }
  }

  private func openOne() async throws(StoreError) -> Connection {
    do {
      return try await connections.open(open)
    } catch {
      give(.open)
      throw error
    }
  }

  /// Resumes the task that has waited longest with the answer; if there is none, updates the pool.
  @usableFromInline func give(_ answer: Answer) {
    let (next, closed): (Waiter?, Connection?) = state.withLock { state in
      if let next = Self.takeFirst(&state) { return (next, nil) }
      if case .connection(let connection) = answer {
        if state.stop == nil {
          keep(connection, &state)
          return (nil, nil)
        }
        state.unopened += 1
        return (nil, connection)
      }
      state.unopened += 1
      return (nil, nil)
    }
    if let closed { connections.close(closed) }
    next?.continuation.resume(returning: answer)
  }

  private static func takeFirst(_ state: inout State) -> Waiter? {
    while state.firstNumber < state.nextNumber {
      defer { state.firstNumber += 1 }
      if let next = state.waiting.removeValue(forKey: state.firstNumber) {
        state.note(next)
        return next
      }
    }
    return nil
  }

  private func waitForAnswer() async -> Answer {
    let number = Mutex<UInt64?>(nil)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, number) }
    } onCancel: {
      // A task that does not wait yet checks for cancellation itself.
      let waiting = state.withLock { state in
        let waiting = number.withLock { $0 }.flatMap { state.waiting.removeValue(forKey: $0) }
        if let waiting { state.note(waiting) }
        return waiting
      }
      waiting?.continuation.resume(returning: .cancelled)
    }
  }

  private func wait(_ continuation: CheckedContinuation<Answer, Never>, _ number: borrowing Mutex<UInt64?>) {
    let answer: Answer? = state.withLock { state in
      if Task.isCancelled { return .cancelled }
      if let stop = state.stop { return .refused(stop.error) }
      if let answer = Self.immediateAnswer(&state) { return answer }
      let own = state.nextNumber
      let start = ContinuousClock.now
      let deadline = limits.waiting.map { start + $0 }
      state.waiting[own] = Waiter(continuation: continuation, start: start, deadline: deadline)
      number.withLock { $0 = own }
      state.nextNumber += 1
      if let deadline, !state.isTimed { time(deadline, &state) }
      return nil
    }
    if let answer { return continuation.resume(returning: answer) }
    watch?.begin { [weak self] in
      self.map { $0.waitingCount > 0 } ?? false
    } giveUp: { [weak self] error in
      self?.giveUp(error)
    }
  }

  private func giveUp(_ error: StoreError) {
    let late = state.withLock { $0.takeAll() }
    for waiter in late.values { waiter.continuation.resume(returning: .refused(error)) }
  }

  private func time(_ deadline: ContinuousClock.Instant, _ state: inout State) {
    state.isTimed = true
    after(ContinuousClock.now.duration(to: deadline)) { $0.giveUp() }
  }

  /// Resumes the tasks that have waited too long, the first ones first.
  private func giveUp() {
    let late = state.withLock { state in
      state.isTimed = false
      let now = ContinuousClock.now
      let late = state.waiting.filter { $0.value.deadline.map { $0 <= now } ?? false }
      for (number, waiter) in late {
        state.waiting.removeValue(forKey: number)
        state.note(waiter)
      }
      if let next = state.waiting.values.compactMap(\.deadline).min() { time(next, &state) }
      return late
    }
    for (_, waiter) in late.sorted(by: { $0.key < $1.key }) { waiter.continuation.resume(returning: .late) }
  }

  /// Runs `body` after some time if the pool still exists.
  func after(_ time: Duration, _ body: @escaping @Sendable (ConnectionPool) -> Void) {
    queue.asyncAfter(deadline: .now() + time / .seconds(1)) { [weak self] in
      if let self { body(self) }
    }
  }
}

private let queue = DispatchQueue(label: "igata.pool")
