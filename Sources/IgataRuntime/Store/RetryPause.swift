/// How long to wait before a transaction that failed with a conflict is tried again.
enum RetryPause {
  /// The upper bound of the random pause after an attempt, which count from 1. It doubles with each attempt.
  static func longest(after attempt: Int) -> Duration { .milliseconds(min(500, 4 << min(max(attempt - 1, 0), 7))) }

  static func pause(after attempt: Int) -> Duration { longest(after: attempt) * Double.random(in: 0...1) }
}
