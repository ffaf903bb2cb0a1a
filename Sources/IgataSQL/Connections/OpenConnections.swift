internal import Dispatch
@_spi(Backend) public import IgataRuntime
internal import Synchronization

/// The connections of one backend, of all of its pools, which are closed or suspended together.
@_spi(Backend) public final class OpenConnections<Connection: PooledConnection>: Sendable {
  private struct WeakPool {
    weak var pool: ConnectionPool<Connection>?
  }

  private struct State {
    var stop: BackendStop?
    var pools: [WeakPool] = []
    /// Those that are idle, and those that are lent.
    var open: [Connection] = []
    /// How many are being opened.
    var openingCount = 0
    /// What was counted on connections that are closed.
    var statements = StatementStatistics()
    /// How many were lost.
    var lostCount = 0
  }

  private let state = Mutex(State())

  public init() {}

  func add(_ pool: ConnectionPool<Connection>) {
    let stop = state.withLock { state in
      state.pools.removeAll { $0.pool == nil }
      state.pools.append(WeakPool(pool: pool))
      return state.stop
    }
    if let stop { pool.refuse(stop) }
  }

  func add(_ connection: Connection) { state.withLock { $0.open.append(connection) } }

  /// Opens a connection, unless no more are to be opened.
  func open(_ body: () async throws(StoreError) -> Connection) async throws(StoreError) -> Connection {
    try begin()
    do throws(StoreError) { return try end(try await body()) } catch { throw failed(error) }
  }

  /// Like ``open(_:)``, without suspending.
  @usableFromInline
  func openSynchronously(_ body: () throws(StoreError) -> Connection) throws(StoreError) -> Connection {
    try begin()
    do throws(StoreError) { return try end(try body()) } catch { throw failed(error) }
  }

  private func begin() throws(StoreError) {
    let stop = state.withLock { state in
      if state.stop == nil { state.openingCount += 1 }
      return state.stop
    }
    if let stop { throw stop.error }
  }

  private func end(_ connection: Connection) throws(StoreError) -> Connection {
    let stop = state.withLock { state in
      if state.stop == nil {
        state.openingCount -= 1
        state.open.append(connection)
      }
      return state.stop
    }
    guard let stop else { return connection }
    connection.close()
    throw stop.error
  }

  private func failed(_ error: StoreError) -> StoreError {
    state.withLock { $0.openingCount -= 1 }
    return error
  }

  /// Closes a connection that nobody uses.
  func close(_ connection: Connection) {
    let isLost = connection.isLost
    connection.close()
    state.withLock { state in
      guard let index = state.open.firstIndex(where: { $0 === connection }) else { return }
      state.statements.add(connection.counts.statistics)
      if isLost { state.lostCount += 1 }
      state.open.swapAt(index, state.open.count - 1)
      state.open.removeLast()
    }
  }

  // MARK: Stopping

  /// Lends no more connections, and closes those that are idle.
  public func refuse(_ stop: BackendStop) {
    let (pools, reason) = state.withLock { state in
      // What is closed stays so.
      let reason = state.stop == .closed ? .closed : stop
      state.stop = reason
      return (state.pools.compactMap(\.pool), reason)
    }
    for pool in pools { pool.refuse(reason) }
  }

  /// Lends connections again after they were refused, unless they are closed.
  public func resume() {
    let pools = state.withLock { state in
      guard state.stop == .suspended else { return [ConnectionPool<Connection>]() }
      state.stop = nil
      return state.pools.compactMap(\.pool)
    }
    for pool in pools { pool.lendAgain() }
  }

  /// Whether no connection is open, or is being opened.
  public var isEmpty: Bool { state.withLock { $0.open.isEmpty && $0.openingCount == 0 } }

  /// Ends the sessions that make no call, and interrupts whatever else uses a connection.
  ///
  /// - Parameter isForced: Whether a commit is interrupted as well.
  public func end(_ stop: BackendStop, isForced: Bool) {
    for connection in state.withLock({ $0.open }) where !connection.use.end(stop) {
      connection.use.interrupt(stop)
      connection.interrupt(isForced: isForced)
    }
  }

  /// Waits for those who use connections until `deadline`, or until the task is canceled, and then ends what they do.
  ///
  /// - Throws: ``StoreError/locked(reason:)`` if a call could not be ended. Its connection is closed when it ends.
  public func close(until deadline: ContinuousClock.Instant) async throws(StoreError) {
    refuse(.closed)
    while !isEmpty, !Task.isCancelled, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(1))
    }
    let forced = ContinuousClock.now + Self.patience / 2
    let last = forced + Self.patience / 2
    while !isEmpty, ContinuousClock.now < last {
      end(.closed, isForced: ContinuousClock.now >= forced)
      if !isEmpty { await Self.pause() }
    }
    let count = state.withLock { $0.open.count }
    if count > 0 {
      throw .locked(reason: "calls could not be ended on \(count) connections: see where the program waits in them")
    }
  }

  /// Ends what uses connections at once. This blocks the thread until it has ended.
  public func suspend() {
    refuse(.suspended)
    let start = ContinuousClock.now
    while !isEmpty {
      let time = ContinuousClock.now - start
      if time > Self.patience { return }
      end(.suspended, isForced: time > Self.patience / 2)
      if !isEmpty { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .microseconds(200)) }
    }
  }

  /// How long calls that were interrupted are waited for.
  private static var patience: Duration { .seconds(2) }

  /// Waits for a millisecond, also if the task is canceled.
  private static func pause() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { continuation.resume() }
    }
  }

  // MARK: Statistics

  /// The statements that were run on all connections, those that are closed among them.
  public var statements: StatementStatistics {
    state.withLock { state in
      var statements = state.statements
      for connection in state.open { statements.add(connection.counts.statistics) }
      return statements
    }
  }

  /// How many connections were closed because they had been lost.
  public var lostCount: Int { state.withLock { $0.lostCount } }

  /// How long the oldest session exists that uses a connection; `nil` if there is none.
  public var longestUse: Duration? { state.withLock { $0.open }.compactMap { $0.use.time }.max() }
}
