/// When the diagnostics of the workspace are due.
struct Schedule {
  enum Stage {
    /// The errors of the language.
    case errors
    /// The findings of the rules, too.
    case findings
  }

  private var changed = ContinuousClock.now
  /// What is to be published next; `nil` if everything has been.
  private(set) var stage: Stage?

  /// Notes a change of a text. What was under way begins again.
  ///
  /// - Parameter isSettled: Whether no further changes are to be expected, as they are while the user types.
  mutating func note(isSettled: Bool = false) {
    changed = isSettled ? ContinuousClock.now - .seconds(1) : .now
    stage = .errors
  }

  mutating func finish(_ finished: Stage) {
    switch finished {
    case .errors: stage = .findings
    case .findings: stage = nil
    }
  }

  /// The time at which the next stage begins; `nil` if there is none.
  var due: ContinuousClock.Instant? {
    switch stage {
    case .errors: changed + .milliseconds(50)
    case .findings: changed + .milliseconds(150)
    case nil: nil
    }
  }
}
