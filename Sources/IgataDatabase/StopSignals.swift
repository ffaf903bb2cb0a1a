internal import Dispatch
import Foundation

/// Runs a closure before a signal ends the process, because of Ctrl-C, a closed terminal or another program.
final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  init(_ onStop: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
      // A signal that was ignored from the start, as with `nohup`, stays ignored.
      // `SIG_IGN` is the address 1 in C. Swift can't compare C functions, so that the bits of the pointer are compared.
      guard unsafeBitCast(signal(number, SIG_IGN), to: Int.self) != 1 else { return nil }
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        onStop()
        Self.end(by: number)
      }
      source.resume()
      return source
    }
  }

  func cancel() { for source in sources { source.cancel() } }

  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    // Dispatch blocks signals on its threads.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}
