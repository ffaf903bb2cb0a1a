#if canImport(FoundationNetworking)
internal import CCurl
internal import Foundation
internal import Synchronization

/// A thread of its own that carries requests out, many at a time, and keeps connections for those that follow. It
/// begins with the first request, sleeps while there is none, and ends when the loop is closed.
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
  }

  private let state = Mutex(State())

  /// A number for a request to come.
  func makeNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Has a request carried out, under a number that no other one has.
  func begin(_ order: CurlOrder, _ number: Int, _ completion: @escaping Completion) {
    let isTaken = state.withLock { state in
      if state.multi == nil { start(&state) }
      guard let multi = state.multi, !state.isClosed else { return false }
      state.commands.append(.begin(number, order, completion))
      multi.wake()
      return true
    }
    if !isTaken { completion(.failure(.unreachable("there is no memory for a connection"))) }
  }

  /// Gives a request up, if it is still under way.
  func cancel(_ number: Int) {
    state.withLock { state in
      guard let multi = state.multi, !state.isClosed else { return }
      state.commands.append(.cancel(number))
      multi.wake()
    }
  }

  /// Ends the thread. What is under way is cancelled.
  func close() {
    state.withLock { state in
      // Nobody wakes the thread after this: it may let go of what it is woken by.
      state.isClosed = true
      state.multi?.wake()
    }
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
  }
}
#endif
