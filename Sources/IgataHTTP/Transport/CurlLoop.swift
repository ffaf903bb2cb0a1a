#if canImport(FoundationNetworking)
internal import CCurl
internal import Foundation
internal import Synchronization

/// A thread that runs requests concurrently, and keeps their connections alive for later ones. It starts with the first
/// request, sleeps while there are none, and ends when the loop is closed.
final class CurlLoop: Sendable {
  typealias Completion = @Sendable (Result<CurlAnswer, HTTPFailure>) -> Void

  private enum Command {
    case begin(Int, CurlOrder, Completion)
    case cancel(Int)
  }

  private struct State {
    var commands: [Command] = []
    var lastNumber = 0
    var multi: CurlMulti?
    var isClosed = false
    var hasEnded = false
    /// Called when the thread has ended.
    var ended: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  /// A number for a new request.
  func makeNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Starts a request with a unique number.
  func begin(_ order: CurlOrder, _ number: Int, _ completion: @escaping Completion) {
    let failure: HTTPFailure? = state.withLock { state in
      if state.isClosed { return .cancelled }
      if state.multi == nil { start(&state) }
      guard let multi = state.multi else { return .unreachable("there is no memory for a connection") }
      state.commands.append(.begin(number, order, completion))
      multi.wake()
      return nil
    }
    if let failure { completion(.failure(failure)) }
  }

  /// Cancels a request if it is still running.
  func cancel(_ number: Int) {
    state.withLock { state in
      guard let multi = state.multi, !state.isClosed else { return }
      state.commands.append(.cancel(number))
      multi.wake()
    }
  }

  /// Ends the thread and cancels running requests.
  ///
  /// - Parameter ended: Called when all connections are closed.
  func close(_ ended: @escaping @Sendable () -> Void) {
    let isEnded = state.withLock { state in
      // Nothing wakes the thread after this, so that it may free what wakes it.
      if !state.isClosed { state.multi?.wake() }
      state.isClosed = true
      if state.hasEnded || state.multi == nil { return true }
      state.ended.append(ended)
      return false
    }
    if isEnded { ended() }
  }

  private func start(_ state: inout State) {
    guard let multi = CurlMulti() else { return }
    state.multi = multi
    Thread.detachNewThread { [self] in run(multi) }
  }

  private func run(_ multi: CurlMulti) {
    var transfers: [Int: CurlTransfer] = [:]
    while true {
      let (commands, isClosed) = state.withLock { state in
        defer { state.commands = [] }
        return (state.commands, state.isClosed)
      }
      for command in commands {
        switch command {
        case .cancel(let number):
          guard let transfer = transfers.removeValue(forKey: number) else { continue }
          multi.remove(transfer)
          transfer.completion(.failure(.cancelled))
        case .begin(let number, let order, let completion):
          guard let transfer = CurlTransfer(order, number, completion), multi.add(transfer) else {
            completion(.failure(.unreachable("the request can't be sent")))
            continue
          }
          transfers[number] = transfer
        }
      }
      if isClosed { break }
      multi.perform { number, code in
        guard let transfer = transfers.removeValue(forKey: number) else { return }
        multi.remove(transfer)
        transfer.completion(transfer.result(code))
      }
      multi.wait()
    }
    for transfer in transfers.values {
      multi.remove(transfer)
      transfer.completion(.failure(.cancelled))
    }
    multi.end()
    let ended = state.withLock { state in
      state.hasEnded = true
      defer { state.ended = [] }
      return state.ended
    }
    for call in ended { call() }
  }
}
#endif
