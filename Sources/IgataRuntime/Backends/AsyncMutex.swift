internal import Synchronization

/// A lock that tasks wait for without blocking a thread, in the order of their calls. A task that is canceled while it
/// waits stops waiting.
package final class AsyncMutex: Sendable {
  private typealias Continuation = CheckedContinuation<Bool, Never>

  private struct State {
    var isLocked = false
    /// The tasks that wait, by consecutive numbers. A task that stopped waiting leaves a gap.
    var waiting: [UInt64: Continuation] = [:]
    var firstNumber: UInt64 = 0
    var nextNumber: UInt64 = 0
  }

  private let state = Mutex(State())

  /// An unlocked mutex.
  package init() {}

  /// Waits for the lock. Every call that does not throw is followed by one of ``unlock()``.
  package func lock() async throws(StoreError) {
    if Task.isCancelled { throw .cancelled }
    if lockIfAvailable() { return }
    let number = Mutex<UInt64?>(nil)
    let isLocked = await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, number, stopsWhenCancelled: true) }
    } onCancel: {
      // A task that isn't waiting yet checks for itself whether it was canceled.
      let waiting = state.withLock { state in
        number.withLock { $0 }.flatMap { state.waiting.removeValue(forKey: $0) }
      }
      waiting?.resume(returning: false)
    }
    guard isLocked else { throw .cancelled }
  }

  /// Waits for the lock, even if the task is canceled. For cleanup.
  package func lockIgnoringCancellation() async {
    if lockIfAvailable() { return }
    let number = Mutex<UInt64?>(nil)
    _ = await withCheckedContinuation { wait($0, number, stopsWhenCancelled: false) }
  }

  /// Takes the lock if it is free. Returns whether it was.
  package func lockIfAvailable() -> Bool {
    state.withLock { state in
      defer { state.isLocked = true }
      return !state.isLocked
    }
  }

  private func wait(_ continuation: Continuation, _ number: borrowing Mutex<UInt64?>, stopsWhenCancelled: Bool) {
    let answer: Bool? = state.withLock { state in
      if stopsWhenCancelled, Task.isCancelled { return false }
      guard state.isLocked else {
        state.isLocked = true
        return true
      }
      state.waiting[state.nextNumber] = continuation
      number.withLock { $0 = state.nextNumber }
      state.nextNumber += 1
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  /// Passes the lock to the next task, or unlocks it.
  package func unlock() {
    // Nearly always, no task waits.
    let isFree = state.withLock { state in
      guard state.waiting.isEmpty else { return false }
      state.isLocked = false
      return true
    }
    if !isFree { resumeNext() }
  }

  private func resumeNext() {
    let next: Continuation? = state.withLock { state in
      while state.firstNumber < state.nextNumber {
        defer { state.firstNumber += 1 }
        if let next = state.waiting.removeValue(forKey: state.firstNumber) { return next }
      }
      state.isLocked = false
      return nil
    }
    next?.resume(returning: true)
  }
}
