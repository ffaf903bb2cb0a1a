import Synchronization

/// Shows the progress of a command on standard error: a bar on a terminal, otherwise a line at the beginning.
final class ProgressDisplay: Sendable {
  private struct State {
    var isBegun = false
    var isEnded = false
  }

  private let state = Mutex(State())
  private let isTerminal = ProgressBar.isOnTerminal

  /// - Parameters:
  ///   - fraction: From 0 to 1.
  ///   - label: What is done.
  @Sendable func show(_ fraction: Double, _ label: String) {
    // Written with the lock held, so that the bar is not drawn again after `end` has removed it.
    state.withLock { state in
      guard !state.isEnded else { return }
      if isTerminal {
        say(ProgressBar.text(Int(100 * fraction), label))
      } else if !state.isBegun {
        say("igata: \(label)\n")
      }
      state.isBegun = true
    }
  }

  /// Removes the bar. Later progress is not shown.
  @Sendable func end() {
    state.withLock { state in
      if isTerminal, state.isBegun, !state.isEnded { say(ProgressBar.removal) }
      state.isEnded = true
    }
  }
}
