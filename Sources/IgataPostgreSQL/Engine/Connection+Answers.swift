#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch
@_spi(Backend) internal import IgataSQL

/// The server's answers to the requests of one batch.
struct Answers: Sendable {
  var results: [ServerResult] = []
  var counts: [Int] = []
  /// Only the first is thrown. An array because an empty one is cheaper to release than an optional failure.
  var failures: [ServerFailure] = []
  /// How many of the expected answers have arrived.
  fileprivate var receivedCount = 0
}

extension Connection {
  /// How many seconds longer than the server's own timeout a statement may take before the connection is given up.
  private static let timeoutGrace = 2.0

  /// The time by which the server must have answered a request that is sent now.
  var deadline: DispatchTime? { statementTimeout.map { .now() + $0.inSeconds + Self.timeoutGrace } }

  /// Runs `body`, which waits for the server. If the task is canceled meanwhile, the server is asked to cancel the
  /// statement.
  func waiting<Result: Sendable>(
    _ isInterruptible: Bool, _ body: () async throws(ServerFailure) -> Result
  ) async throws(ServerFailure) -> Result {
    let use = readiness.beginUse()
    guard isInterruptible else { return try await body() }
    canceller.begin(use)
    let canceller = canceller
    let readiness = readiness
    let outcome: Swift.Result<Result, ServerFailure> = await withTaskCancellationHandler {
      do throws(ServerFailure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    } onCancel: {
      canceller.insist(use) { readiness.interrupt(use) }
    }
    await canceller.end(isLost: isLost)
    guard case .failure(var failure) = outcome else { return try outcome.get() }
    failure.isCancelled = Task.isCancelled && isLost
    throw failure
  }

  /// Waits for all expected answers, up to the end of the pipeline. Throws if a statement failed.
  func answers(isInterruptible: Bool = true) async throws(ServerFailure) -> Answers {
    let answers = try await allAnswers(isInterruptible: isInterruptible)
    if let failure = answers.failures.first { throw failure }
    return answers
  }

  /// Like ``answers(isInterruptible:)``, but returns failures among the answers.
  func allAnswers(isInterruptible: Bool = true) async throws(ServerFailure) -> Answers {
    var soon = Answers()
    if try receiveSoon(spin, until: { () throws(ServerFailure) in try self.collect(&soon) }) { return soon }
    return try await waiting(isInterruptible) { [soon] () async throws(ServerFailure) in
      var answers = soon
      try await self.receive { () throws(ServerFailure) in try self.collect(&answers) }
      return answers
    }
  }

  /// Like ``receive(until:)``, but keeps the thread and only waits for as long as `spin` allows. Returns whether
  /// everything was received.
  @inline(__always)
  func receiveSoon(
    _ spin: AdaptiveSpin, until isComplete: () throws(ServerFailure) -> Bool
  ) throws(ServerFailure) -> Bool {
    spinBudget = SpinBudget()
    var flushed = PQflush(handle)
    while try !isComplete() {
      if flushed < 0 { throw lost() }
      guard isReadySoon(orToWrite: flushed == 1, spin) else { return false }
      if PQconsumeInput(handle) == 0 { throw lost() }
      if flushed == 1 { flushed = PQflush(handle) }
    }
    return true
  }

  /// Receives from the server until `isComplete` returns `true`.
  func receive(until isComplete: () throws(ServerFailure) -> Bool) async throws(ServerFailure) {
    let deadline = deadline
    var flushed = PQflush(handle)
    while try !isComplete() { try await receive(&flushed, deadline) }
  }

  /// Collects the answers that have arrived. Returns whether these are all.
  private func collect(_ answers: inout Answers) throws(ServerFailure) -> Bool {
    while PQisBusy(handle) == 0 {
      guard let result = takeAnswer() else {
        // The results of one command are complete.
        if PQstatus(handle) != CONNECTION_OK { throw lost() }
        continue
      }
      let status = PQresultStatus(result)
      if status == PGRES_PIPELINE_SYNC {
        PQclear(result)
        if pendingSyncs == 0 {
          endPipeline()
          return true
        }
        pendingSyncs -= 1
      } else if pendingSyncs > 0 {
        PQclear(result)
      } else {
        collect(result, status, &answers)
      }
    }
    return false
  }

  private func collect(_ result: OpaquePointer, _ status: ExecStatusType, _ answers: inout Answers) {
    let index = answers.receivedCount
    answers.receivedCount += 1
    let answer = expected.indices.contains(index) ? expected[index] : nil
    if let report = answer?.report { end(report, result, status, index) }
    switch status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
      switch answer?.expectation ?? .result {
      case .preparation(let statement): statements.add(statement)
      case .result, .settings: return answers.results.append(ServerResult(result))
      case .nothing: break
      case .count: answers.counts.append(ServerResult.changedCount(result))
      }
    case PGRES_PIPELINE_ABORTED: break
    default:
      var failure = failure(result)
      if case .settings(let scope)? = answer?.expectation { failure.scope = scope }
      counts.addError(answer?.kind ?? .other)
      answer?.report?.fail(failure)
      answers.failures.append(failure)
    }
    PQclear(result)
  }

  /// Tells the report of a statement that was executed how many rows there were.
  private func end(_ report: StatementReport, _ result: OpaquePointer, _ status: ExecStatusType, _ index: Int) {
    switch status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: report.receive(ServerResult.changedCount(result))
    default: return
    }
    if index + 1 < expected.count, expected[index + 1].report !== report { expected[index + 1].report?.begin() }
  }

  /// The next answer that has arrived, of which the caller is the owner; `nil` after the last one of a statement.
  func takeAnswer() -> OpaquePointer? { PQgetResult(handle) }

  /// The next result of a command; `nil` if there are no more.
  func nextResult(_ deadline: DispatchTime?) async throws(ServerFailure) -> OpaquePointer? {
    var flushed = PQflush(handle)
    while PQisBusy(handle) == 1 { try await receive(&flushed, deadline) }
    let result = takeAnswer()
    if result == nil, PQstatus(handle) != CONNECTION_OK { throw lost() }
    return result
  }

  /// Waits until the socket can be used, and receives and sends what it takes. `flushed` is the result of the last
  /// `PQflush`.
  private func receive(_ flushed: inout Int32, _ deadline: DispatchTime?) async throws(ServerFailure) {
    if flushed < 0 { throw lost() }
    if !isReadySoon(orToWrite: flushed == 1, spin) {
      guard await readiness.wait(orToWrite: flushed == 1, until: deadline) else {
        isLost = true
        let failure = ServerFailure(lost: "the server did not answer in time")
        reportLoss(failure)
        throw failure
      }
      // The next piece of the same answer usually arrives soon.
      spinBudget = SpinBudget()
    }
    if PQconsumeInput(handle) == 0 { throw lost() }
    if flushed == 1 { flushed = PQflush(handle) }
  }

  /// Whether the socket can be used soon. Until then the task keeps its thread, if `spin` allows.
  func isReadySoon(orToWrite: Bool, _ spin: AdaptiveSpin) -> Bool {
    guard spinBudget.mayWait() else { return false }
    guard spin.mayWait() else {
      spinBudget.end()
      return false
    }
    let start = DispatchTime.now()
    let isReady = readiness.isReady(orToWrite: orToWrite, within: AdaptiveSpin.longestWait)
    spin.note(isReady && DispatchTime.now() <= start + AdaptiveSpin.nearness)
    if !isReady { spinBudget.end() }
    return isReady
  }
}

extension Duration {
  /// The duration in seconds, rounded.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

#endif
