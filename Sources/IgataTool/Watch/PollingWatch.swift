#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Detects changes by reading the files' status repeatedly.
struct PollingWatch: ChangeWatch {
  private static let interval = Duration.milliseconds(50)
  private let signals: StopSignals

  init(_ signals: StopSignals) { self.signals = signals }

  func watch(_ inputs: WatchedInputs) -> Bool { false }

  func wait(_ limit: Duration?) -> Wake {
    if isStopWanted(within: limit ?? Self.interval) { return .stop }
    return limit == nil ? .change : .silence
  }

  private func isStopWanted(within time: Duration) -> Bool {
    #if canImport(Darwin)
    var request = timespec(time)
    nanosleep(&request, nil)
    var pending = sigset_t()
    sigpending(&pending)
    return signals.numbers.contains { sigismember(&pending, $0) == 1 }
    #else
    var set = signals.set
    var limit = timespec(time)
    return sigtimedwait(&set, nil, &limit) > 0
    #endif
  }
}

extension timespec {
  /// Converts a duration that isn't negative.
  init(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    self.init(
      tv_sec: .init(truncatingIfNeeded: seconds), tv_nsec: .init(truncatingIfNeeded: attoseconds / 1_000_000_000))
  }
}
