#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Lets a task wait until a socket can be read from or written to, without holding a thread.
final class Readiness: Sendable {
  private struct State {
    var waiter: CheckedContinuation<Bool, Never>?
    /// The number of the current wait, so that a late deadline does not end the next one.
    var wait: UInt64 = 0
    /// The number of the current use, which may take several waits.
    var use: UInt64 = 0
    var interruptedUse: UInt64?
  }

  /// The waiting task. It is shared with the closures that resume it.
  private final class Waiter: Sendable {
    let state = Mutex(State())

    /// Resumes the task because the socket is ready; or, with the number of a wait, ends that wait without success.
    func resume(ending wait: UInt64? = nil) {
      let waiter: CheckedContinuation<Bool, Never>? = state.withLock { state in
        if let wait, wait != state.wait { return nil }
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.resume(returning: wait == nil)
    }
  }

  private static let queue = DispatchQueue(label: "igata.postgresql.deadlines")

  private let waiter: Waiter
  private let socket: Int32
  private let watch: SocketWatch

  /// Watches a duplicate of the socket. `nil` if the system has no more file descriptors.
  init?(socket: Int32) {
    let copy = dup(socket)
    let waiter = Waiter()
    guard copy >= 0 else { return nil }
    guard let watch = SocketWatch(socket: copy, wake: { waiter.resume() }) else {
      close(copy)
      return nil
    }
    self.waiter = waiter
    self.socket = copy
    self.watch = watch
  }

  /// Waits until the socket can be read from or, with `orToWrite`, written to. Returns `false` at the deadline.
  func wait(orToWrite: Bool, until deadline: DispatchTime?) async -> Bool {
    // Dispatch may report only once that the other side has closed a socket.
    if isReady(orToWrite: orToWrite) { return waiter.state.withLock { $0.interruptedUse != $0.use } }
    defer { watch.disarm() }
    return await withCheckedContinuation { continuation in
      guard let wait = begin(continuation) else { return continuation.resume(returning: false) }
      watch.arm(orToWrite: orToWrite)
      guard let deadline else { return }
      let waiter = waiter
      Self.queue.asyncAfter(deadline: deadline) { waiter.resume(ending: wait) }
    }
  }

  /// Begins a wait and returns its number; `nil` if the use was interrupted.
  private func begin(_ continuation: CheckedContinuation<Bool, Never>) -> UInt64? {
    waiter.state.withLock { state in
      if state.interruptedUse == state.use { return nil }
      state.waiter = continuation
      state.wait += 1
      return state.wait
    }
  }

  /// Whether the socket can be used now or within some milliseconds, for which the thread is blocked.
  func isReady(orToWrite: Bool, within milliseconds: Int32 = 0) -> Bool {
    var request = pollfd(fd: socket, events: Int16(POLLIN) | (orToWrite ? Int16(POLLOUT) : 0), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Begins a use of the connection, such as a batch of requests, and returns its number.
  func beginUse() -> UInt64 {
    waiter.state.withLock { state in
      state.use += 1
      return state.use
    }
  }

  /// Ends every wait of the current use as if its deadline had passed.
  func interrupt() { interrupt(waiter.state.withLock { $0.use }) }

  /// Ends every wait of a use as if its deadline had passed, unless another use has begun.
  func interrupt(_ use: UInt64) {
    let wait: UInt64? = waiter.state.withLock { state in
      guard state.use == use else { return nil }
      state.interruptedUse = use
      return state.wait
    }
    if let wait { waiter.resume(ending: wait) }
  }
}

#endif
