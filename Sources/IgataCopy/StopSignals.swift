internal import Dispatch
import Foundation

/// Lets the process say its last words when it is told to stop, by Ctrl-C, by a terminal that is closed, or by another
/// program; then the signal ends it as it would have done.
final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  init(_ lastWords: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
      // What was ignored from the start, as `nohup` does, goes on being ignored.
      // `SIG_IGN` is the address 1 in C, and Swift compares no C functions: only the bits of the pointer are read.
      guard unsafeBitCast(signal(number, SIG_IGN), to: Int.self) != 1 else { return nil }
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        lastWords()
        Self.end(by: number)
      }
      source.resume()
      return source
    }
  }

  func cancel() { for source in sources { source.cancel() } }

  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    // The threads of Dispatch take no signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}
