#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// A row that is asked for together with others.
final class BatchedRow: PendingLookup {
  enum Answer: Sendable {
    case found(ServerResult, [ServerType?])
    case failed(StoreError)
    /// The question never came through.
    case unasked
    case cancelled
  }

  private enum State {
    case asked
    case awaited(UnsafeContinuation<Answer, Never>)
    case answered(Answer)
    case over
  }

  private let table: TableDescription
  private let batch: LookupBatch
  private let state = Mutex(State.asked)

  init(_ table: TableDescription, _ batch: LookupBatch) {
    self.table = table
    self.batch = batch
  }

  /// Takes the answer, for whoever waits for it or will.
  func take(_ answer: Answer) {
    let waiter: UnsafeContinuation<Answer, Never>? = state.withLock { state in
      switch state {
      case .asked: state = .answered(answer)
      case .awaited(let waiter):
        state = .over
        return waiter
      case .answered, .over: break
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
      try result.read(table, types: types, consume)
      return true
    case .failed(let failure): throw failure
    case .unasked: return false
    case .cancelled: throw .cancelled
    }
  }

  private nonisolated(nonsending) func answer() async -> Answer {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let answer: Answer? = state.withLock { state in
          switch state {
          case .asked:
            state = .awaited(continuation)
            return nil
          case .answered(let answer):
            state = .over
            return answer
          case .awaited, .over: return .cancelled
          }
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      leave()
    }
  }

  private func leave() {
    let isOver: Bool = state.withLock { if case .over = $0 { true } else { false } }
    if isOver { return }
    take(.cancelled)
    batch.leaveOne()
  }
}

#endif
