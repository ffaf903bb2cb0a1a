#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// The report of a statement that is sent, whose answers have not arrived yet.
final class StatementReport: Sendable {
  private struct State {
    let statement: ObservedStatement
    /// When the server began to run it; `nil` if it ran nothing else before.
    var start: ContinuousClock.Instant?
    /// How many answers are missing: one for each execution.
    var answerCount: Int
    var rowCount = 0
  }

  private let state: Mutex<State>

  /// `nil` if nobody observes the current task.
  init?(_ sql: @autoclosure () -> String, executions: Int = 1) {
    guard executions > 0, let call = ObservedCall.current else { return nil }
    state = Mutex(State(statement: call.begin(sql(), system: "postgresql"), answerCount: executions))
  }

  deinit {
    // Nothing was sent, or the server skipped it after another one had failed.
    let abandoned: ObservedStatement? = state.withLock { $0.answerCount > 0 ? $0.statement : nil }
    abandoned?.abandon()
  }

  /// Records that an answer has arrived, and reports the statement after the last one.
  func receive(_ rows: Int) {
    let ended: State? = state.withLock { state in
      state.rowCount += rows
      state.answerCount -= 1
      return state.answerCount == 0 ? state : nil
    }
    if let ended { ended.statement.end(rows: ended.rowCount, since: ended.start) }
  }

  /// Reports that the statement failed, unless it has ended.
  func fail(_ error: StoreError) {
    let failed: State? = state.withLock { state in
      guard state.answerCount > 0 else { return nil }
      state.answerCount = 0
      return state
    }
    if let failed { failed.statement.end(rows: failed.rowCount, error, since: failed.start) }
  }

  func fail(_ failure: ServerFailure) {
    // Of a broken constraint, the case alone is reported, for which the table need not be known.
    switch failure.state {
    case "23505": fail(.duplicateKey(model: "", constraint: "", fields: []))
    case "23503", "23001": fail(.foreignKey(model: "", field: ""))
    case "23514", "23502": fail(.checkFailed(model: "", field: "", rule: ""))
    default: fail(failure.storeError(nil, []))
    }
  }

  /// Measures the time from now on, as the server runs a statement after those that were sent before it.
  func begin() { state.withLock { $0.start = .now } }
}

#endif
