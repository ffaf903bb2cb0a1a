#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Lets a task wait for a socket to be read from or written to, so that it holds no thread meanwhile.
final class Readiness: Sendable {
  private struct State {
    var waiter: CheckedContinuation<Bool, Never>?
    /// Counts the waits, so that a late deadline does not end the next one.
    var turn: UInt64 = 0
    /// Counts what is waited for, each of which may take several waits.
    var use: UInt64 = 0
    var interruptedUse: UInt64?
  }

  /// The one that waits, as those who wake it see it.
  private final class Waiting: Sendable {
    let state = Mutex(State())

    /// Ends the wait, or the one of a turn.
    func wake(turn: UInt64? = nil) {
      let waiter: CheckedContinuation<Bool, Never>? = state.withLock { state in
        if let turn, turn != state.turn { return nil }
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume(returning: turn == nil)
    }
  }

  private static let queue = DispatchQueue(label: "igata.postgresql.deadlines")

  private let waiting: Waiting
  private let socket: Int32
  private let watch: SocketWatch

  /// Watches a copy of the socket. Nothing where none can be made.
  init?(socket: Int32) {
    let copy = dup(socket)
    let waiting = Waiting()
    guard copy >= 0 else { return nil }
    guard let watch = SocketWatch(socket: copy, wake: { waiting.wake() }) else {
      close(copy)
      return nil
    }
    self.waiting = waiting
    self.socket = copy
    self.watch = watch
  }

  /// Waits until the socket can be read from, or, where that is asked for, written to. Returns `false` at the deadline.
  func wait(orToWrite: Bool, until deadline: DispatchTime?) async -> Bool {
    // Of a socket that the other side has closed Dispatch may tell once, and never again.
    if isReady(orToWrite: orToWrite) { return waiting.state.withLock { $0.interruptedUse != $0.use } }
    defer { watch.disarm() }
    return await withCheckedContinuation { continuation in
      guard let turn = begin(continuation) else { return continuation.resume(returning: false) }
      watch.arm(orToWrite: orToWrite)
      guard let deadline else { return }
      let waiting = waiting
      Self.queue.asyncAfter(deadline: deadline) { waiting.wake(turn: turn) }
    }
  }

  /// Has whoever waits woken. Returns the number of the wait; nothing where it is to end at once.
  private func begin(_ waiter: CheckedContinuation<Bool, Never>) -> UInt64? {
    waiting.state.withLock { state in
      if state.interruptedUse == state.use { return nil }
      state.waiter = waiter
      state.turn += 1
      return state.turn
    }
  }

  /// Whether the socket can be used now, or within some milliseconds, for which the thread is blocked.
  func isReady(orToWrite: Bool, within milliseconds: Int32 = 0) -> Bool {
    var request = pollfd(fd: socket, events: Int16(POLLIN) | (orToWrite ? Int16(POLLOUT) : 0), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// The number of what is waited for from now on.
  func beginUse() -> UInt64 {
    waiting.state.withLock { state in
      state.use += 1
      return state.use
    }
  }

  /// Ends every wait of a use as if its deadline had come, unless something else is waited for by now.
  func interrupt(_ use: UInt64) {
    let turn: UInt64? = waiting.state.withLock { state in
      guard state.use == use else { return nil }
      state.interruptedUse = use
      return state.turn
    }
    if let turn { waiting.wake(turn: turn) }
  }
}

#endif
