#if PostgreSQL
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Calls a function when a socket can be read from or written to.
///
/// `@unchecked Sendable`: a Dispatch source may be used from any thread, and the other state is protected by the lock.
final class SocketWatch: @unchecked Sendable {
  private struct State {
    var isReading = false
    var isWriting = false
  }

  private static let queue = DispatchQueue(label: "igata.postgresql.sockets", qos: .userInitiated)

  private let state = Mutex(State())
  private let reading: any DispatchSourceRead
  private let writing: any DispatchSourceWrite

  /// Watches the socket, which is closed together with the watch. `nil` if it can't be watched.
  ///
  /// - Parameter wake: Called after ``arm(orToWrite:)`` and before ``disarm()``, on a queue that it must not block.
  init?(socket: Int32, wake: @escaping @Sendable () -> Void) {
    let second = dup(socket)
    guard second >= 0 else { return nil }
    reading = DispatchSource.makeReadSource(fileDescriptor: socket, queue: Self.queue)
    writing = DispatchSource.makeWriteSource(fileDescriptor: second, queue: Self.queue)
    reading.setCancelHandler { close(socket) }
    writing.setCancelHandler { close(second) }
    // A source reports again and again for as long as the socket stays ready.
    reading.setEventHandler { [weak self] in
      self?.disarm()
      wake()
    }
    writing.setEventHandler { [weak self] in
      self?.disarm()
      wake()
    }
  }

  deinit {
    // A suspended source must not be released.
    let (isReading, isWriting) = state.withLock { ($0.isReading, $0.isWriting) }
    reading.cancel()
    writing.cancel()
    if !isReading { reading.resume() }
    if !isWriting { writing.resume() }
  }

  func arm(orToWrite: Bool) {
    state.withLock { state in
      if !state.isReading { reading.resume() }
      state.isReading = true
      if orToWrite, !state.isWriting {
        state.isWriting = true
        writing.resume()
      }
    }
  }

  func disarm() {
    state.withLock { state in
      if state.isReading { reading.suspend() }
      if state.isWriting { writing.suspend() }
      state.isReading = false
      state.isWriting = false
    }
  }
}

#endif
