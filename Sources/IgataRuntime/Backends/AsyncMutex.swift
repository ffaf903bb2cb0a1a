internal import Synchronization

/// A lock that tasks wait for without blocking a thread, in the order of their calls. A task that is canceled while it
/// waits stops waiting.
package final class AsyncMutex: Sendable {
  private typealias Continuation = CheckedContinuation<Answer, Never>

  private enum Answer {
    case locked, cancelled
    case stalled(StoreError)
  }

  private struct Waiter {
    var continuation: Continuation
    var stopsWaiting: Bool
  }

  private struct State {
    var isLocked = false
    /// The tasks that wait, by consecutive numbers. A task that stopped waiting leaves a gap.
    var waiting: [UInt64: Waiter] = [:]
    var firstNumber: UInt64 = 0
    var nextNumber: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Notices that those who hold the lock wait for those who want it; `nil` if that can't be.
  private let watch: StallWatch?

  /// An unlocked mutex.
  package init(watch: StallWatch? = nil) { self.watch = watch }

  /// Waits for the lock. Every call that does not throw is followed by one of ``unlock()``.
  package func lock() async throws(StoreError) {
    if Task.isCancelled { throw .cancelled }
    if lockIfAvailable() { return }
    let number = Mutex<UInt64?>(nil)
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, number, stopsWaiting: true) }
    } onCancel: {
      // A task that isn't waiting yet checks for itself whether it was canceled.
      let waiting = state.withLock { state in
        number.withLock { $0 }.flatMap { state.waiting.removeValue(forKey: $0) }
      }
      waiting?.continuation.resume(returning: .cancelled)
    }
    switch answer {
    case .locked: return
    case .cancelled: throw .cancelled
    case .stalled(let error): throw error
    }
  }

  /// Waits for the lock, even if the task is canceled. For cleanup.
  package func lockIgnoringCancellation() async {
    if lockIfAvailable() { return }
    let number = Mutex<UInt64?>(nil)
    _ = await withCheckedContinuation { wait($0, number, stopsWaiting: false) }
  }

  /// Takes the lock if it is free. Returns whether it was.
  package func lockIfAvailable() -> Bool {
    state.withLock { state in
      defer { state.isLocked = true }
      return !state.isLocked
    }
  }

  private func wait(_ continuation: Continuation, _ number: borrowing Mutex<UInt64?>, stopsWaiting: Bool) {
    let answer: Answer? = state.withLock { state in
      if stopsWaiting, Task.isCancelled { return .cancelled }
      guard state.isLocked else {
        state.isLocked = true
        return .locked
      }
      state.waiting[state.nextNumber] = Waiter(continuation: continuation, stopsWaiting: stopsWaiting)
      number.withLock { $0 = state.nextNumber }
      state.nextNumber += 1
      return nil
    }
    if let answer { return continuation.resume(returning: answer) }
    guard stopsWaiting else { return }
    watch?.begin { [weak self] in
      self?.state.withLock { $0.waiting.values.contains(where: \.stopsWaiting) } ?? false
    } giveUp: { [weak self] error in
      self?.giveUp(error)
    }
  }

  private func giveUp(_ error: StoreError) {
    let late = state.withLock { state in
      let late = state.waiting.filter(\.value.stopsWaiting)
      for number in late.keys { state.waiting.removeValue(forKey: number) }
      return late
    }
    for waiter in late.values { waiter.continuation.resume(returning: .stalled(error)) }
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
    let next: Waiter? = state.withLock { state in
      while state.firstNumber < state.nextNumber {
        defer { state.firstNumber += 1 }
        if let next = state.waiting.removeValue(forKey: state.firstNumber) { return next }
      }
      state.isLocked = false
      return nil
    }
    next?.continuation.resume(returning: .locked)
  }
}
