internal import Synchronization

/// Lets tasks through one at a time, in the order in which they came. A task that is cancelled while it waits leaves.
final class Turnstile: Sendable {
  private typealias Continuation = CheckedContinuation<Bool, Never>

  private struct State {
    var isTaken = false
    /// The tasks that wait, by numbers given in turn; a task that left early leaves a gap.
    var waiting: [UInt64: Continuation] = [:]
    var firstNumber: UInt64 = 0
    var nextNumber: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Waits until nobody is inside. Every call that does not throw is followed by one of ``leave()``.
  func enter() async throws(StoreError) {
    if Task.isCancelled { throw .cancelled }
    if enterAtOnce() { return }
    let number = Mutex<UInt64?>(nil)
    let isInside = await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, number, leavesWhenCancelled: true) }
    } onCancel: {
      // Where the task does not wait yet, it will see for itself that it is cancelled.
      let waiting = state.withLock { state in
        number.withLock { $0 }.flatMap { state.waiting.removeValue(forKey: $0) }
      }
      waiting?.resume(returning: false)
    }
    guard isInside else { throw .cancelled }
  }

  /// Waits until nobody is inside, even if the task is cancelled: for those who have to clean up.
  func enterInAnyCase() async {
    if enterAtOnce() { return }
    let number = Mutex<UInt64?>(nil)
    _ = await withCheckedContinuation { wait($0, number, leavesWhenCancelled: false) }
  }

  /// Enters where nobody is inside; returns whether it did.
  func enterAtOnce() -> Bool {
    state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
  }

  private func wait(_ continuation: Continuation, _ number: borrowing Mutex<UInt64?>, leavesWhenCancelled: Bool) {
    let answer: Bool? = state.withLock { state in
      if leavesWhenCancelled, Task.isCancelled { return false }
      guard state.isTaken else {
        state.isTaken = true
        return true
      }
      state.waiting[state.nextNumber] = continuation
      number.withLock { $0 = state.nextNumber }
      state.nextNumber += 1
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  func leave() {
    // Nearly always nobody waits.
    let isFree = state.withLock { state in
      guard state.waiting.isEmpty else { return false }
      state.isTaken = false
      return true
    }
    if !isFree { letNextIn() }
  }

  private func letNextIn() {
    let next: Continuation? = state.withLock { state in
      while state.firstNumber < state.nextNumber {
        defer { state.firstNumber += 1 }
        if let next = state.waiting.removeValue(forKey: state.firstNumber) { return next }
      }
      state.isTaken = false
      return nil
    }
    next?.resume(returning: true)
  }
}
