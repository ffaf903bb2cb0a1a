#if PostgreSQL
internal import Foundation

/// Ends a `poll` from another thread.
final class Alarm: Sendable {
  /// Can be read from while the alarm rings.
  let descriptor: Int32
  private let bell: Int32

  /// Nothing where there are no file descriptors.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (descriptor, bell) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(bell)
  }

  func ring() {
    var byte: UInt8 = 0
    _ = write(bell, &byte, 1)
  }

  /// Ends one ringing.
  func silence() {
    var byte: UInt8 = 0
    _ = read(descriptor, &byte, 1)
  }
}

#endif
