#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch

/// What was answered to what was asked in one go.
struct Answers: Sendable {
  var results: [ServerResult] = []
  var counts: [Int] = []
  /// The first of them counts. A list, as that is let go of at less cost where it is empty.
  var failures: [ServerFailure] = []
  /// How many of the expectations were answered.
  fileprivate var taken = 0
}

extension Connection {
  /// How much longer than the server's own timeout a statement may take before the server is taken for dead.
  private static let timeoutGrace = 2.0

  /// By when the server must have answered what is asked now.
  var deadline: DispatchTime? { statementTimeout.map { .now() + $0.inSeconds + Self.timeoutGrace } }

  /// Lets the task's cancellation reach the server while `body` waits for it.
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

  /// What is answered to everything that is expected, up to the end of the pipeline. Throws where a statement failed.
  func answers(isInterruptible: Bool = true) async throws(ServerFailure) -> Answers {
    let answers = try await allAnswers(isInterruptible: isInterruptible)
    if let failure = answers.failures.first { throw failure }
    return answers
  }

  /// As ``answers(isInterruptible:)``, with what failed among them.
  func allAnswers(isInterruptible: Bool = true) async throws(ServerFailure) -> Answers {
    var soon = Answers()
    if try receiveSoon(spin, until: { () throws(ServerFailure) in try self.take(&soon) }) { return soon }
    return try await waiting(isInterruptible) { [soon] () async throws(ServerFailure) in
      var answers = soon
      try await self.receive { () throws(ServerFailure) in try self.take(&answers) }
      return answers
    }
  }

  /// As ``receive(until:)``, for what comes so soon that the thread is kept for it. Returns whether all was taken.
  @inline(__always)
  func receiveSoon(
    _ spin: AdaptiveSpin, until takeAll: () throws(ServerFailure) -> Bool
  ) throws(ServerFailure) -> Bool {
    spinBudget = SpinBudget()
    var flushed = PQflush(handle)
    while try !takeAll() {
      if flushed < 0 { throw lost() }
      guard isReadySoon(orToWrite: flushed == 1, spin) else { return false }
      if PQconsumeInput(handle) == 0 { throw lost() }
      if flushed == 1 { flushed = PQflush(handle) }
    }
    return true
  }

  /// Waits for what the server says, until `takeAll` has taken all of it.
  func receive(until takeAll: () throws(ServerFailure) -> Bool) async throws(ServerFailure) {
    let deadline = deadline
    var flushed = PQflush(handle)
    while try !takeAll() { try await receive(&flushed, deadline) }
  }

  /// Takes what the server has answered. Returns whether that is all.
  private func take(_ answers: inout Answers) throws(ServerFailure) -> Bool {
    while PQisBusy(handle) == 0 {
      guard let result = PQgetResult(handle) else {
        // One command's results have ended.
        if PQstatus(handle) != CONNECTION_OK { throw lost() }
        continue
      }
      let status = PQresultStatus(result)
      if status == PGRES_PIPELINE_SYNC {
        PQclear(result)
        if owedSyncs == 0 {
          expected.removeAll(keepingCapacity: true)
          return true
        }
        owedSyncs -= 1
      } else if owedSyncs > 0 {
        PQclear(result)
      } else {
        take(result, status, &answers)
      }
    }
    return false
  }

  private func take(_ result: OpaquePointer, _ status: ExecStatusType, _ answers: inout Answers) {
    let index = answers.taken
    answers.taken += 1
    switch status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
      switch expected.indices.contains(index) ? expected[index] : .result {
      case .preparation(let statement): statements[statement.sql] = statement
      case .result: return answers.results.append(ServerResult(result))
      case .count: answers.counts.append(ServerResult.changedCount(result))
      }
    case PGRES_PIPELINE_ABORTED: break
    default:
      answers.failures.append(failure(result))
    }
    PQclear(result)
  }

  /// The next result; nothing where one command's have ended.
  func nextResult(_ deadline: DispatchTime?) async throws(ServerFailure) -> OpaquePointer? {
    var flushed = PQflush(handle)
    while PQisBusy(handle) == 1 { try await receive(&flushed, deadline) }
    let result = PQgetResult(handle)
    if result == nil, PQstatus(handle) != CONNECTION_OK { throw lost() }
    return result
  }

  /// Waits for more of what the server says. `flushed` is what the library said of what it had to send.
  private func receive(_ flushed: inout Int32, _ deadline: DispatchTime?) async throws(ServerFailure) {
    if flushed < 0 { throw lost() }
    if !isReadySoon(orToWrite: flushed == 1, spin) {
      guard await readiness.wait(orToWrite: flushed == 1, until: deadline) else {
        isLost = true
        throw ServerFailure(lost: "the server did not answer in time")
      }
      // What comes in one piece after another is soon there.
      spinBudget = SpinBudget()
    }
    if PQconsumeInput(handle) == 0 { throw lost() }
    if flushed == 1 { flushed = PQflush(handle) }
  }

  /// Whether the server answers before the task is worth taking off its thread.
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
