#if PostgreSQL
internal import Dispatch
internal import Synchronization

/// Decides whether a task keeps its thread while it waits for an answer, for 10 milliseconds at most.
///
/// This is a second way to wait, beside ``Readiness/wait(orToWrite:until:)``, which gives the thread back. It wins
/// these rows of `benchmarks postgresql` on two processors: "find by key, 10,000 from one task" takes 199 ms of the
/// processor and 518 ms in all with it, and 717 and 1,070 ms without; from 16 tasks 146 and 243 ms with it, 224 and 325
/// without; "load 100,000" 92 and 161 ms with it, 118 and 168 without. An answer from a server on the same machine
/// arrives sooner than the task could be handed from thread to thread.
///
/// If the server is farther away, this would block a thread of the concurrency pool that other tasks need. After two
/// answers in a row that took longer than ``nearness``, the wait is tried less and less often, down to one answer in
/// 64. All connections of a backend count together.
final class AdaptiveSpin: Sendable {
  /// The longest time that an answer from a near server takes.
  static let nearness = DispatchTimeInterval.microseconds(250)
  /// The longest time that the thread is kept for an answer, in milliseconds.
  static let longestWait: Int32 = 10
  private static let maximumSkipCount = 63

  /// For how many answers the wait is not tried.
  private let skips = Atomic(0)
  /// How many answers are skipped after the next late one.
  private let nextSkips = Atomic(0)

  /// Whether to wait for the next answer.
  func mayWait() -> Bool {
    guard skips.load(ordering: .relaxed) > 0 else { return true }
    skips.subtract(1, ordering: .relaxed)
    return false
  }

  /// Records whether an answer came as soon as from a near server.
  func note(_ isNear: Bool) {
    let count = nextSkips.load(ordering: .relaxed)
    if isNear {
      if count != 0 { nextSkips.store(0, ordering: .relaxed) }
    } else {
      // A single late answer has no effect: the machine may have been busy.
      skips.store(count, ordering: .relaxed)
      nextSkips.store(min(count * 2 + 1, Self.maximumSkipCount), ordering: .relaxed)
    }
  }
}

/// How long a task has kept its thread for an answer that arrives in many pieces.
struct SpinBudget {
  private static let longest = DispatchTimeInterval.milliseconds(5)

  private var count = 0
  private var start: DispatchTime?
  private var isOver = false

  /// Whether the thread may be kept for one more piece. Reads the clock from the second piece on.
  mutating func mayWait() -> Bool {
    count += 1
    if isOver { return false }
    guard count > 1 else { return true }
    guard let start else {
      start = .now()
      return true
    }
    isOver = DispatchTime.now() > start + Self.longest
    return !isOver
  }

  mutating func end() { isOver = true }
}

#endif
