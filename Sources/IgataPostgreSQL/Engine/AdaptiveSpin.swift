#if PostgreSQL
internal import Dispatch
internal import Synchronization

/// Decides whether a task keeps its thread while it waits for an answer, for 10 milliseconds at most.
///
/// This is a second way to wait, beside ``Readiness/wait(orToWrite:until:)``, which gives the thread back. It wins these
/// rows of `benchmarks postgresql`, by processor time: "find by key, 10,000 from one task" takes 271 ms with it and
/// 472 ms without (43 % less), from 16 tasks 147 and 249 ms (41 %), and "load 100,000" 77 and 113 ms (32 %). An answer
/// from a server on the same machine is there sooner than the task could be handed from thread to thread.
///
/// If the server is farther away, a thread of the concurrency pool would be blocked that others need. After two answers
/// in a row that took longer than ``nearness``, it is tried more and more seldom, down to one answer in 64, by all
/// connections of a backend together.
final class AdaptiveSpin: Sendable {
  /// How long an answer may take that shows that the server is near.
  static let nearness = DispatchTimeInterval.microseconds(250)
  /// How many milliseconds the thread is kept for an answer at most.
  static let longestWait: Int32 = 10
  private static let mostSkips = 63

  /// For how many answers it is not tried.
  private let skips = Atomic(0)
  private let farness = Atomic(0)

  /// Whether to wait for what comes next.
  func mayWait() -> Bool {
    guard skips.load(ordering: .relaxed) > 0 else { return true }
    skips.subtract(1, ordering: .relaxed)
    return false
  }

  /// Tells whether something came as soon as from a server that is near.
  func note(_ isNear: Bool) {
    let farness = farness.load(ordering: .relaxed)
    if isNear {
      if farness != 0 { self.farness.store(0, ordering: .relaxed) }
    } else {
      // One that is late says little: the machine may have been busy.
      skips.store(farness, ordering: .relaxed)
      self.farness.store(min(farness * 2 + 1, Self.mostSkips), ordering: .relaxed)
    }
  }
}

/// How long a task has kept its thread for an answer that comes in many pieces.
struct SpinBudget {
  private static let longest = DispatchTimeInterval.milliseconds(5)

  private var count = 0
  private var start: DispatchTime?
  private var isOver = false

  /// Whether the thread may be kept for one more piece. Asks for the time where there is more than one alone.
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
