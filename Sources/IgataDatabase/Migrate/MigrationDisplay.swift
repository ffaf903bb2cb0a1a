internal import IgataRuntime
import Synchronization

/// Shows the progress of a migration on standard error: a bar on a terminal, otherwise a line at the beginning.
final class MigrationDisplay: Sendable {
  private struct State {
    var isBegun = false
    var isEnded = false
  }

  private let state = Mutex(State())
  private let isTerminal = ProgressBar.isOnTerminal

  @Sendable func show(_ progress: MigrationProgress) {
    // Written with the lock held, so that the bar is not drawn again after `end` has removed it.
    state.withLock { state in
      guard !state.isEnded else { return }
      let label = "from version \(progress.from) to \(progress.to)"
      if isTerminal {
        say(ProgressBar.text(Int(100 * progress.fraction), label))
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
