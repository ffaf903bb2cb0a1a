/// How long to wait before what met a conflict is tried again.
enum RetryPause {
  /// The longest pause that chance may choose after an attempt, which count from 1: twice as long after each.
  static func longest(after attempt: Int) -> Duration { .milliseconds(min(500, 4 << min(max(attempt - 1, 0), 7))) }

  static func pause(after attempt: Int) -> Duration { longest(after: attempt) * Double.random(in: 0...1) }
}
