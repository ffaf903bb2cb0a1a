internal import Synchronization

/// Wakes the task that waits for it. A signal that is sent while no task waits wakes the next one that does, once.
final class AsyncSignal: Sendable {
  private enum State {
    case idle, signaled, ended
    case waiting(CheckedContinuation<Bool, Never>)
  }

  private let state = Mutex(State.idle)

  func send() {
    state.withLock { state -> CheckedContinuation<Bool, Never>? in
      switch state {
      case .idle, .signaled: state = .signaled
      case .waiting(let continuation):
        state = .idle
        return continuation
      case .ended: break
      }
      return nil
    }?.resume(returning: true)
  }

  /// Wakes the waiting task with `false`. All later calls of ``wait()`` return `false` too.
  func end() {
    state.withLock { state -> CheckedContinuation<Bool, Never>? in
      defer { state = .ended }
      if case .waiting(let continuation) = state { return continuation } else { return nil }
    }?.resume(returning: false)
  }

  /// Waits until a signal is sent. Returns `false` if the signal has ended, or if the task is canceled, which ends it.
  /// One task may wait at a time; a second one ends the signal.
  func wait() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (answered, answer) = state.withLock { state -> (CheckedContinuation<Bool, Never>?, Bool) in
          switch state {
          case .idle:
            state = .waiting(continuation)
            return (nil, false)
          case .signaled:
            state = .idle
            return (continuation, true)
          case .ended: return (continuation, false)
          case .waiting(let other):
            state = .ended
            other.resume(returning: false)
            return (continuation, false)
          }
        }
        answered?.resume(returning: answer)
      }
    } onCancel: {
      end()
    }
  }
}
