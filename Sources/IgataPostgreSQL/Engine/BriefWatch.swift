#if PostgreSQL
internal import Dispatch
internal import Foundation
internal import Synchronization

/// A short wait for a socket that keeps the thread, for 10 milliseconds at most.
///
/// It has no timeout of its own: the system would set a timer of the processor for each, and that costs more than all
/// the rest of a question to a server on the same machine. One thread for all looks now and then, while anybody waits
/// so, for those who have waited too long.
final class BriefWait: Sendable {
  private let socket: Int32
  private let alarm: Alarm
  /// Twice the turn of the watch in which the last wait began, and 1 more as long as it lasts.
  private let began = Atomic<UInt64>(0)

  /// Nothing where there are no file descriptors.
  init?(socket: Int32) {
    guard let alarm = Alarm() else { return nil }
    self.socket = socket
    self.alarm = alarm
    BriefWatch.shared.add(self)
  }

  /// Nobody looks for it any more.
  func end() { BriefWatch.shared.remove(self) }

  /// Whether the socket can be used now or soon.
  func isReady(orToWrite: Bool) -> Bool {
    let events = Int16(POLLIN) | (orToWrite ? Int16(POLLOUT) : 0)
    let turn = BriefWatch.shared.turn
    began.store(turn << 1 | 1, ordering: .sequentiallyConsistent)
    BriefWatch.shared.wake()
    defer { began.store(turn << 1, ordering: .releasing) }
    var request = (
      pollfd(fd: socket, events: events, revents: 0), pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0)
    )
    let count = withUnsafeMutableBytes(of: &request) {
      poll($0.assumingMemoryBound(to: pollfd.self).baseAddress, 2, -1)
    }
    if request.1.revents != 0 { alarm.silence() }
    return count > 0 && request.0.revents != 0
  }

  /// Ends the wait, where it began before the turn before. Returns the turn in which the last one began.
  fileprivate func look(_ turn: UInt64) -> UInt64 {
    let began = began.load(ordering: .sequentiallyConsistent)
    if began & 1 == 1, began >> 1 + 1 < turn {
      // Where the wait is over by now, the next one ends at once, which does no harm.
      alarm.ring()
    }
    return began >> 1
  }
}

/// The thread that looks for brief waits that take too long. It sleeps while there are none.
private final class BriefWatch: Sendable {
  static let shared = BriefWatch()
  private static let microsecondsOfATurn: UInt32 = 5000
  /// After how many turns without a wait it sleeps.
  private static let turnsToSleep: UInt64 = 8

  private let waits = Mutex<[ObjectIdentifier: BriefWait]>([:])
  private let turns = Atomic<UInt64>(1)
  private let isAwake = Atomic(false)
  private let sleep = DispatchSemaphore(value: 0)

  var turn: UInt64 { turns.load(ordering: .relaxed) }

  private init() {
    DispatchQueue(label: "igata.postgresql.waits", qos: .userInitiated).async { self.run() }
  }

  func add(_ wait: BriefWait) { waits.withLock { $0[ObjectIdentifier(wait)] = wait } }

  func remove(_ wait: BriefWait) { waits.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(wait)) } }

  func wake() {
    if isAwake.load(ordering: .sequentiallyConsistent) { return }
    if !isAwake.exchange(true, ordering: .sequentiallyConsistent) { sleep.signal() }
  }

  private func run() {
    while true {
      sleep.wait()
      repeat {
        usleep(Self.microsecondsOfATurn)
      } while isNeeded(in: turns.add(1, ordering: .relaxed).newValue)
    }
  }

  /// Looks at all waits. Where there was none for long it goes to sleep, unless one begins at that very moment.
  private func isNeeded(in turn: UInt64) -> Bool {
    let last = look(turn)
    guard last + Self.turnsToSleep < turn else { return true }
    isAwake.store(false, ordering: .sequentiallyConsistent)
    guard look(turn) != last else { return false }
    return !isAwake.exchange(true, ordering: .sequentiallyConsistent)
  }

  private func look(_ turn: UInt64) -> UInt64 {
    waits.withLock { waits in waits.values.reduce(0) { max($0, $1.look(turn)) } }
  }
}

#endif
