#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The signals by which a user stops a command that otherwise runs forever.
///
/// The signals are blocked from the creation of the value on, so that they never interrupt a generation. Signals that
/// the parent process set to be ignored stay ignored.
struct StopSignals {
  let numbers: [Int32]

  init() {
    numbers = [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) }
    var set = set
    sigprocmask(SIG_BLOCK, &set, nil)
  }

  /// The signals as a `sigset_t`.
  var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
    let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
    let handler = action.__sa_handler.sa_handler
    #else
    let handler = action.__sigaction_handler.sa_handler
    #endif
    // C function pointers aren't equatable in Swift. Both have the size of an `Int`, and only their bits are compared.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
