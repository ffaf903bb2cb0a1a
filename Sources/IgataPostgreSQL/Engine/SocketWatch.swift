#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch
internal import Foundation
internal import Synchronization

#if os(Linux)
/// Tells when a socket can be used, by one thread for all sockets: on Linux a source of Dispatch takes several turns
/// from thread to thread for that.
final class SocketWatch: Sendable {
  private let socket: Int32
  private let number: UInt64

  /// Watches the socket, and closes it in the end. `wake` is called, on a thread of its own that it must not keep, once
  /// for each call of ``arm(orToWrite:)`` at most, and now and then without.
  init?(socket: Int32, wake: @escaping @Sendable () -> Void) {
    guard let number = SocketThread.shared.add(socket, wake) else { return nil }
    self.socket = socket
    self.number = number
  }

  deinit {
    SocketThread.shared.remove(socket, number)
    close(socket)
  }

  func arm(orToWrite: Bool) { SocketThread.shared.arm(socket, number, orToWrite: orToWrite) }

  func disarm() {}
}

/// The thread that waits for all sockets.
private final class SocketThread: Sendable {
  private struct State {
    var wakes: [UInt64: @Sendable () -> Void] = [:]
    var nextNumber: UInt64 = 0
    var isRunning = false
  }

  static let shared = SocketThread()

  private let set = igata_epoll_create()
  private let state = Mutex(State())

  func add(_ socket: Int32, _ wake: @escaping @Sendable () -> Void) -> UInt64? {
    let number = state.withLock { state in
      state.nextNumber += 1
      state.wakes[state.nextNumber] = wake
      return state.nextNumber
    }
    guard igata_epoll_add(set, socket, number) == 0 else {
      _ = state.withLock { $0.wakes.removeValue(forKey: number) }
      return nil
    }
    let isFirst = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { DispatchQueue(label: "igata.postgresql.sockets", qos: .userInitiated).async { self.run() } }
    return number
  }

  func remove(_ socket: Int32, _ number: UInt64) {
    _ = igata_epoll_remove(set, socket)
    // Let go of outside of the lock.
    _ = state.withLock { $0.wakes.removeValue(forKey: number) }
  }

  func arm(_ socket: Int32, _ number: UInt64, orToWrite: Bool) {
    // A socket that can't be watched is taken for ready, and then found to be of no use.
    if igata_epoll_arm(set, socket, number, orToWrite ? 1 : 0) != 0 { state.withLock { $0.wakes[number] }?() }
  }

  private func run() {
    var numbers = [UInt64](repeating: 0, count: 64)
    while true {
      let count = igata_epoll_wait(set, &numbers)
      guard count > 0 else { continue }
      for number in numbers.prefix(Int(count)) { state.withLock { $0.wakes[number] }?() }
    }
  }
}
#else
/// Tells when a socket can be used.
///
/// `@unchecked Sendable`: a Dispatch source may be used from any thread, and what else changes stands behind the lock.
final class SocketWatch: @unchecked Sendable {
  private struct State {
    var isReading = false
    var isWriting = false
  }

  private static let queue = DispatchQueue(label: "igata.postgresql.sockets", qos: .userInitiated)

  private let state = Mutex(State())
  private let reading: any DispatchSourceRead
  private let writing: any DispatchSourceWrite

  /// Watches the socket, and closes it in the end. `wake` is called, on a thread that it must not keep, after
  /// ``arm(orToWrite:)``, until ``disarm()``.
  init?(socket: Int32, wake: @escaping @Sendable () -> Void) {
    let second = dup(socket)
    guard second >= 0 else { return nil }
    reading = DispatchSource.makeReadSource(fileDescriptor: socket, queue: Self.queue)
    writing = DispatchSource.makeWriteSource(fileDescriptor: second, queue: Self.queue)
    reading.setCancelHandler { close(socket) }
    writing.setCancelHandler { close(second) }
    // What stays ready would be told again and again.
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
    // A source that is suspended can't be let go of.
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
#endif
