import Foundation

/// How long the main thread was blocked by its turns.
struct Turns {
  private(set) var count = 0
  /// The longest turn of each round.
  private(set) var longest: [Duration] = []

  /// Adds a turn, after which `roundsOver` rounds are over. It belongs to the last of them if that round was not over
  /// before.
  mutating func add(_ duration: Duration, inRound roundsOver: Int) {
    let round = max(0, roundsOver > rounds ? roundsOver - 1 : roundsOver)
    rounds = roundsOver
    while longest.count <= round { longest.append(.zero) }
    longest[round] = max(longest[round], duration)
    count += 1
  }

  private var rounds = 0
}

/// The state of a thread's clocks.
struct ThreadTime {
  private var wall: Duration
  /// How long the thread was ready to run, but waited for a processor.
  private var waiting: Duration

  static var now: ThreadTime { ThreadTime(wall: time(CLOCK_MONOTONIC), waiting: waitingTime) }

  /// How long the thread worked or slept since another time. Waiting for a processor doesn't count, as the thread
  /// doesn't cause it.
  func kept(since other: ThreadTime) -> Duration { (wall - other.wall) - (waiting - other.waiting) }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static var waitingTime: Duration {
    #if os(Linux)
    // The processor time, the waiting time, and the number of time slices.
    let text = (try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    return .nanoseconds(fields.count > 1 ? Int64(fields[1]) ?? 0 : 0)
    #else
    return .zero
    #endif
  }
}
