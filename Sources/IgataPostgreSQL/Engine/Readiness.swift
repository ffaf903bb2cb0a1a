#if PostgreSQL
internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Tells when a socket can be read from or written to, so that a task which waits for a server holds no thread.
///
/// `@unchecked Sendable`: a Dispatch source may be used from any thread, and what else changes stands behind the lock.
final class Readiness: @unchecked Sendable {
  private struct State {
    var waiter: CheckedContinuation<Bool, Never>?
    /// Counts the waits, so that a late deadline does not end the next one.
    var turn: UInt64 = 0
    /// Counts what is waited for, each of which may take several waits.
    var use: UInt64 = 0
    var interruptedUse: UInt64?
    var isReading = false
    var isWriting = false
  }

  private static let queue = DispatchQueue(label: "igata.postgresql.sockets", qos: .userInitiated)

  private let state = Mutex(State())
  private let socket: Int32
  private let reading: any DispatchSourceRead
  private let writing: any DispatchSourceWrite

  /// Watches a copy of the socket, which stays open until Dispatch has let go of it. Nothing where none can be made.
  init?(socket: Int32) {
    let copy = dup(socket)
    let second = dup(socket)
    guard copy >= 0, second >= 0 else {
      if copy >= 0 { close(copy) }
      return nil
    }
    self.socket = copy
    reading = DispatchSource.makeReadSource(fileDescriptor: copy, queue: Self.queue)
    writing = DispatchSource.makeWriteSource(fileDescriptor: second, queue: Self.queue)
    reading.setCancelHandler { close(copy) }
    writing.setCancelHandler { close(second) }
    reading.setEventHandler { [weak self] in self?.wake() }
    writing.setEventHandler { [weak self] in self?.wake() }
  }

  deinit {
    // A source that is suspended can't be let go of.
    let (isReading, isWriting) = state.withLock { ($0.isReading, $0.isWriting) }
    reading.cancel()
    writing.cancel()
    if !isReading { reading.resume() }
    if !isWriting { writing.resume() }
  }

  /// Waits until the socket can be read from, or, where that is asked for, written to. Returns `false` at the deadline.
  func wait(orToWrite: Bool, until deadline: DispatchTime?) async -> Bool {
    // Of a socket that the other side has closed Dispatch on Linux may tell once, and never again.
    if isReady(orToWrite: orToWrite) { return state.withLock { $0.interruptedUse != $0.use } }
    return await withCheckedContinuation { continuation in
      let turn: UInt64? = state.withLock { state in
        if state.interruptedUse == state.use { return nil }
        state.waiter = continuation
        state.turn += 1
        state.isReading = true
        reading.resume()
        if orToWrite {
          state.isWriting = true
          writing.resume()
        }
        return state.turn
      }
      guard let turn else { return continuation.resume(returning: false) }
      guard let deadline else { return }
      Self.queue.asyncAfter(deadline: deadline) { [weak self] in self?.wake(turn: turn) }
    }
  }

  private func isReady(orToWrite: Bool) -> Bool {
    var request = pollfd(fd: socket, events: Int16(POLLIN) | (orToWrite ? Int16(POLLOUT) : 0), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// The number of what is waited for from now on.
  func beginUse() -> UInt64 {
    state.withLock { state in
      state.use += 1
      return state.use
    }
  }

  /// Ends every wait of a use as if its deadline had come, unless something else is waited for by now.
  func interrupt(_ use: UInt64) {
    let turn: UInt64? = state.withLock { state in
      guard state.use == use else { return nil }
      state.interruptedUse = use
      return state.turn
    }
    if let turn { wake(turn: turn) }
  }

  private func wake(turn: UInt64? = nil) {
    let waiter: CheckedContinuation<Bool, Never>? = state.withLock { state in
      if let turn, turn != state.turn { return nil }
      if state.isReading { reading.suspend() }
      if state.isWriting { writing.suspend() }
      state.isReading = false
      state.isWriting = false
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: turn == nil)
  }
}

#endif
