@_spi(Backend) public import IgataRuntime
internal import Synchronization

extension ConnectionPool {
  @usableFromInline func schedulePruning(_ state: inout State) {
    guard let idle = limits.idle else { return }
    state.isPruning = true
    after(max(.seconds(1), idle) / 2) { $0.prune() }
  }

  /// Closes the connections that have been idle for too long.
  private func prune() {
    let closed = state.withLock { state in
      state.round += 1
      // A connection that was returned three rounds ago has been idle for at least two rounds.
      let last = state.round - 3
      let closed = state.idle.filter { $0.round <= last }
      state.idle.removeAll { $0.round <= last }
      state.unopened += closed.count
      state.isPruning = false
      if !state.idle.isEmpty { schedulePruning(&state) }
      return closed
    }
    // Outside of the lock, as closing may take time.
    for idle in closed { connections.close(idle.connection) }
  }

  /// Closes the connections that nobody uses. The next ones know nothing of statements that were prepared before.
  public func closeIdle() {
    for connection in state.withLock({ $0.takeIdle() }) { connections.close(connection) }
  }

  /// Lends no more connections, and closes those that are idle now, and the others when they are returned.
  func refuse(_ stop: BackendStop) {
    let (late, idle) = state.withLock { state in
      state.stop = stop
      return (state.takeAll(), state.takeIdle())
    }
    for waiter in late.values { waiter.continuation.resume(returning: .refused(stop.error)) }
    for connection in idle { connections.close(connection) }
  }

  /// Lends connections again.
  func lendAgain() {
    state.withLock { if $0.stop == .suspended { $0.stop = nil } }
  }

  /// The connections, and the tasks that wait for one. The longest wait is counted anew from now on.
  public var statistics: ConnectionStatistics {
    state.withLock { state in
      var statistics = ConnectionStatistics(limit: limits.count == .max ? nil : limits.count)
      statistics.open = limits.count - state.unopened
      statistics.busy = statistics.open - state.idle.count
      statistics.waiting = state.waiting.count
      let now = ContinuousClock.now
      statistics.longestWait = state.waiting.values.map { $0.start.duration(to: now) }.reduce(state.longestWait, max)
      state.longestWait = .zero
      return statistics
    }
  }
}
