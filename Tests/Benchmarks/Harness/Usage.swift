import Foundation

/// What a process used.
struct Usage: Sendable {
  /// Processor time of the program and of the kernel on its behalf, in seconds.
  let seconds: Double
  /// The most memory it had resident at once, in bytes.
  let residentBytes: Int

  init(_ used: rusage) {
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
    self.seconds = seconds(used.ru_utime) + seconds(used.ru_stime)
    #if canImport(Darwin)
    residentBytes = used.ru_maxrss
    #else
    residentBytes = used.ru_maxrss * 1024
    #endif
  }
}

/// The processor time of this process for `body`, in seconds.
func processorTime(_ body: () async throws -> Void) async rethrows -> Double {
  let start = processorNanoseconds()
  try await body()
  return Double(processorNanoseconds() - start) / 1_000_000_000
}

private func processorNanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
