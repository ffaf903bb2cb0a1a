#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// The report of a statement that is sent, whose answers have not arrived yet.
final class StatementReport: Sendable {
  private struct State {
    var start: StatementStart
    /// How many answers are missing: one for each execution.
    var answerCount: Int
    var rowCount = 0
  }

  private static let system = "postgresql"
  private let call: ObservedCall
  private let statement: String
  private let state: Mutex<State>

  /// `nil` if nobody observes the call.
  init?(_ sql: @autoclosure () -> String, executions: Int = 1, for call: ObservedCall? = .current) {
    guard executions > 0, let call else { return nil }
    self.call = call
    statement = sql()
    state = Mutex(State(start: call.begin(statement, system: Self.system), answerCount: executions))
  }

  deinit {
    // Nothing was sent, or the server skipped it after another one had failed.
    let abandoned = state.withLock { $0.answerCount > 0 ? $0.start : nil }
    if let abandoned { call.abandon(abandoned, statement, system: Self.system) }
  }

  /// Records that an answer has arrived, and reports the statement after the last one.
  func receive(_ rows: Int) {
    let ended: State? = state.withLock { state in
      state.rowCount += rows
      state.answerCount -= 1
      return state.answerCount == 0 ? state : nil
    }
    if let ended { call.end(ended.start, statement, system: Self.system, rows: ended.rowCount) }
  }

  /// Reports that the statement failed, unless it has ended.
  func fail(_ error: StoreError) {
    let failed: State? = state.withLock { state in
      guard state.answerCount > 0 else { return nil }
      state.answerCount = 0
      return state
    }
    if let failed { call.end(failed.start, statement, system: Self.system, rows: failed.rowCount, error) }
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
  func begin() { state.withLock { $0.start.restart() } }

  /// Measures the time from now on, as the statement is sent now. Until now, it has waited for a connection.
  func endWait() { state.withLock { $0.start.endWait() } }
}

#endif
