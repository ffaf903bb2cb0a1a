internal import Synchronization

/// Wakes the task that waits for it. Rung while nobody waits, it is heard by the next who does, once.
final class AsyncSignal: Sendable {
  private enum State {
    case silent, rung, ended
    case awaited(CheckedContinuation<Bool, Never>)
  }

  private let state = Mutex(State.silent)

  func send() {
    state.withLock { state -> CheckedContinuation<Bool, Never>? in
      switch state {
      case .silent, .rung: state = .rung
      case .awaited(let waiting):
        state = .silent
        return waiting
      case .ended: break
      }
      return nil
    }?.resume(returning: true)
  }

  /// Nobody is woken by it any more, and whoever waits is let go.
  func end() {
    state.withLock { state -> CheckedContinuation<Bool, Never>? in
      defer { state = .ended }
      if case .awaited(let waiting) = state { return waiting } else { return nil }
    }?.resume(returning: false)
  }

  /// Waits until it is rung. Returns `false` where it has ended or the task is cancelled, which ends it. One task may
  /// wait at a time; another one that does ends it.
  func wait() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (answered, answer) = state.withLock { state -> (CheckedContinuation<Bool, Never>?, Bool) in
          switch state {
          case .silent:
            state = .awaited(continuation)
            return (nil, false)
          case .rung:
            state = .silent
            return (continuation, true)
          case .ended: return (continuation, false)
          case .awaited(let other):
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
