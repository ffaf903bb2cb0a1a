#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// A lookup that is sent together with others.
final class BatchedRow: PendingLookup {
  enum Answer: Sendable {
    case found(ServerResult, [ServerType?])
    case failed(StoreError)
    /// The lookup was not sent, or not run.
    case unasked
    case cancelled
  }

  private enum State {
    case sent
    case awaited(UnsafeContinuation<Answer, Never>)
    case answered(Answer)
    case ended
  }

  private let table: TableDescription
  private let batch: LookupBatch
  /// The report of the lookup, which belongs to the task that waits for it.
  private let report: StatementReport?
  private let state = Mutex(State.sent)

  init(_ table: TableDescription, _ batch: LookupBatch, _ report: StatementReport?) {
    self.table = table
    self.batch = batch
    self.report = report
  }

  /// Says that the lookup is sent now, after it has waited for a connection.
  func send() { report?.endWait() }

  /// Hands the answer to the task that waits for it, now or later.
  func receive(_ answer: Answer) {
    let waiter: UnsafeContinuation<Answer, Never>? = state.withLock { state in
      switch state {
      case .sent: state = .answered(answer)
      case .awaited(let waiter):
        state = .ended
        return waiter
      case .answered, .ended: break
      }
      return nil
    }
    waiter?.resume(returning: answer)
  }

  nonisolated(nonsending)
    func read(_ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) -> Bool
  {
    switch await answer() {
    case .found(let result, let types):
      report?.receive(Int(result.rowCount))
      try result.read(table, types: types, consume)
      return true
    case .failed(let failure):
      report?.fail(failure)
      throw failure
    case .unasked: return false
    case .cancelled:
      report?.fail(.cancelled)
      throw .cancelled
    }
  }

  private nonisolated(nonsending) func answer() async -> Answer {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let answer: Answer? = state.withLock { state in
          switch state {
          case .sent:
            state = .awaited(continuation)
            return nil
          case .answered(let answer):
            state = .ended
            return answer
          case .awaited, .ended: return .cancelled
          }
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      cancel()
    }
  }

  private func cancel() {
    let isEnded: Bool = state.withLock { if case .ended = $0 { true } else { false } }
    if isEnded { return }
    receive(.cancelled)
    batch.cancelOne()
  }
}

#endif
