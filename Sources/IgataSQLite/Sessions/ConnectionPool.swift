#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL
internal import Synchronization

/// Lends connections, each to one session at a time. Those who find none free wait in the order in which they came; a
/// task that is cancelled while it waits leaves.
///
/// With one connection it is the lock that lets writers in one after the other.
final class ConnectionPool: Sendable {
  private typealias Continuation = CheckedContinuation<Connection?, Never>

  private struct State {
    var free: [Connection] = []
    /// How many more may be opened.
    var unopened: Int
    /// The tasks that wait, by their numbers, which are given in turn.
    var waiting: [UInt64: Continuation] = [:]
    var nextNumber: UInt64 = 0
    var firstNumber: UInt64 = 0
  }

  private enum Answer {
    case connection(Connection)
    case open
    case wait
  }

  private let state: Mutex<State>
  private let open: @Sendable () throws(StoreError) -> Connection

  /// A pool of `free` connections and of further ones, `size` in all, which are opened when they are first needed.
  init(size: Int, free: [Connection] = [], open: @escaping @Sendable () throws(StoreError) -> Connection) {
    state = Mutex(State(free: free, unopened: max(size, 1) - free.count))
    self.open = open
  }

  /// Every call that does not throw is followed by one of ``release(_:)``.
  func acquire() async throws(StoreError) -> Connection {
    if Task.isCancelled { throw .cancelled }
    switch ask() {
    case .connection(let connection): return connection
    case .open: return try openOne()
    case .wait: return try await wait()
    }
  }

  /// As ``acquire()``, where nobody has to be waited for.
  func acquireAtOnce() throws(StoreError) -> Connection? {
    switch ask() {
    case .connection(let connection): return connection
    case .open: return try openOne()
    case .wait: return nil
    }
  }

  func release(_ connection: Connection) {
    // Nearly always nobody waits.
    let isFree = state.withLock { state in
      guard state.waiting.isEmpty else { return false }
      state.free.append(connection)
      return true
    }
    if !isFree { handOver(connection) }
  }

  private func handOver(_ connection: Connection) {
    let next: Continuation? = state.withLock { state in
      while state.firstNumber < state.nextNumber {
        defer { state.firstNumber += 1 }
        if let next = state.waiting.removeValue(forKey: state.firstNumber) { return next }
      }
      state.free.append(connection)
      return nil
    }
    next?.resume(returning: connection)
  }

  private func ask() -> Answer {
    state.withLock { state in
      if let connection = state.free.popLast() { return .connection(connection) }
      guard state.unopened > 0 else { return .wait }
      state.unopened -= 1
      return .open
    }
  }

  private func openOne() throws(StoreError) -> Connection {
    do {
      return try open()
    } catch {
      state.withLock { $0.unopened += 1 }
      throw error
    }
  }

  private func wait() async throws(StoreError) -> Connection {
    let number = Mutex<UInt64?>(nil)
    let connection = await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, number) }
    } onCancel: {
      // Where the task does not wait yet, it will see for itself that it is cancelled.
      let waiting = state.withLock { state in
        number.withLock { $0 }.flatMap { state.waiting.removeValue(forKey: $0) }
      }
      waiting?.resume(returning: nil)
    }
    guard let connection else { throw .cancelled }
    return connection
  }

  private func wait(_ continuation: Continuation, _ number: borrowing Mutex<UInt64?>) {
    var answer: Connection?
    let isAnswered: Bool = state.withLock { state in
      if Task.isCancelled { return true }
      if let connection = state.free.popLast() {
        answer = connection
        return true
      }
      state.waiting[state.nextNumber] = continuation
      number.withLock { $0 = state.nextNumber }
      state.nextNumber += 1
      return false
    }
    if isAnswered { continuation.resume(returning: answer) }
  }
}

#endif
