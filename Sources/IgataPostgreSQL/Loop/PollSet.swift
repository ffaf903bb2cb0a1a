#if PostgreSQL
internal import Dispatch
internal import Foundation

/// The sockets that a thread waits for, each until it can be used, once, or until its deadline.
struct PollSet {
  /// Is told whether the socket can be used; it can't where the deadline has come.
  typealias Wake = (Bool) -> Void

  private struct Wait {
    var deadline: DispatchTime?
    var wake: Wake
  }

  private var sockets: [pollfd]
  /// Those of the sockets after the first.
  private var waits: [Wait] = []

  /// What is written to the other end of `alarm` ends a wait too.
  init(alarm: Int32) { sockets = [pollfd(fd: alarm, events: Int16(POLLIN), revents: 0)] }

  var isEmpty: Bool { waits.isEmpty }

  mutating func add(_ socket: Int32, orToWrite: Bool, until deadline: DispatchTime?, _ wake: @escaping Wake) {
    sockets.append(pollfd(fd: socket, events: Int16(POLLIN) | (orToWrite ? Int16(POLLOUT) : 0), revents: 0))
    waits.append(Wait(deadline: deadline, wake: wake))
  }

  mutating func remove(_ socket: Int32) {
    if let index = sockets.dropFirst().firstIndex(where: { $0.fd == socket }) { _ = take(index) }
  }

  /// Waits for any of the sockets, or only looks at them, and adds those who waited for what has come to `woken`.
  /// Returns whether there was an alarm.
  mutating func wait(mayBlock: Bool, _ woken: inout [(wake: Wake, isReady: Bool)]) -> Bool {
    let isBounded = waits.contains { $0.deadline != nil }
    var left = poll(&sockets, nfds_t(sockets.count), !mayBlock ? 0 : isBounded ? timeout : -1)
    let hasAlarm = left > 0 && sockets[0].revents != 0
    if hasAlarm { left -= 1 }
    // From behind, as one that is taken leaves its place to the last.
    var index = sockets.count - 1
    while left > 0, index > 0 {
      if sockets[index].revents != 0 {
        left -= 1
        woken.append((take(index).wake, true))
      }
      index -= 1
    }
    if isBounded { takeLate(&woken) }
    return hasAlarm
  }

  /// The milliseconds until the first deadline.
  private var timeout: Int32 {
    guard let first = waits.compactMap(\.deadline).min() else { return -1 }
    let now = DispatchTime.now()
    guard first > now else { return 0 }
    return Int32(clamping: (first.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000 + 1)
  }

  private mutating func takeLate(_ woken: inout [(wake: Wake, isReady: Bool)]) {
    let now = DispatchTime.now()
    for index in waits.indices.reversed() where waits[index].deadline.map({ $0 <= now }) ?? false {
      woken.append((take(index + 1).wake, false))
    }
  }

  private mutating func take(_ index: Int) -> Wait {
    sockets.swapAt(index, sockets.count - 1)
    waits.swapAt(index - 1, waits.count - 1)
    sockets.removeLast()
    return waits.removeLast()
  }
}

#endif
