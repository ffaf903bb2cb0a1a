#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The signals by which a user ends a command that would go on for ever.
///
/// From the making of the value on they wait to be asked for, so that they never end a round half way. Those that
/// whoever started the command wants to be ignored are.
struct StopSignals {
  let numbers: [Int32]

  init() {
    numbers = [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) }
    var set = set
    sigprocmask(SIG_BLOCK, &set, nil)
  }

  /// The signals as the system takes them.
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
    // Swift does not compare C functions. Both have the size of an `Int`, and only their bits are read.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
