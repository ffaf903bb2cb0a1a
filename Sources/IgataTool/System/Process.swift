#if canImport(Darwin)
import Darwin
import MachO
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What the command asks of the process it runs in.
enum Process {
  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  static var number: Int32 { getpid() }

  /// Whether there is a process of that number.
  static func isRunning(_ number: Int32) -> Bool { kill(number, 0) == 0 || errno == EPERM }

  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Where the program itself is.
  static var executable: String? {
    #if canImport(Darwin)
    var size: UInt32 = 0
    _ = _NSGetExecutablePath(nil, &size)
    var path = [CChar](repeating: 0, count: Int(size) + 1)
    guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
    return path.withUnsafeBufferPointer { $0.baseAddress.flatMap { String(validatingCString: $0) } }
    #else
    return "/proc/self/exe"
    #endif
  }

  /// Gives the process over to another program, which lies beside this one or on the `PATH`. Returns why it could not.
  static func become(_ program: String, _ arguments: [String]) -> SystemFault {
    #if os(tvOS) || os(watchOS)
    return SystemFault(ENOTSUP)
    #else
    var places = (environment("PATH") ?? "").utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
    if let own = executable, let path = try? FileSystem.resolved(own) {
      places.insert(PathText.folder(path), at: 0)
    }
    var fault = SystemFault(ENOENT)
    for place in places {
      let path = "\(place)/\(program)"
      var words = ([path] + arguments).map { strdup($0) } + [nil]
      execv(path, &words)
      // Only what is there can say anything of interest.
      if errno != ENOENT { fault = SystemFault(errno) }
      for word in words { free(word) }
    }
    return fault
    #endif
  }

  static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

  /// Keeps what a run has made until the process ends, which it does at once: to free a large schema piece by piece
  /// would only take time.
  static func keep(_ value: some Sendable) { _ = Unmanaged.passRetained(Kept(value)) }

  private final class Kept<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Makes the process fit for what may happen to it.
  static func prepare() {
    // A reader that has gone away is an answer to a write, not an end of the process.
    signal(SIGPIPE, SIG_IGN)
    occupyClosedStreams()
    reportFaults()
  }

  /// Without this, the first file that is opened would take the place of a stream that the caller closed, and what is
  /// meant for the terminal would be written into it.
  private static func occupyClosedStreams() {
    for (stream, mode) in [(standardInput, O_WRONLY), (standardOutput, O_RDONLY), (standardError, O_WRONLY)]
    where fcntl(stream, F_GETFD) < 0 {
      let file = open("/dev/null", mode)
      if file >= 0, file != stream {
        dup2(file, stream)
        close(file)
      }
    }
  }

  /// Says what to do when igata itself fails, where the system would end the process without a word.
  private static func reportFaults() {
    #if !os(tvOS) && !os(watchOS)
    // A stack that has no room left can't run the handler, so it has one of its own for the life of the process.
    let size = 1 << 16
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = numericCast(size)
    stack.ss_flags = 0
    sigaltstack(&stack, nil)
    #endif
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] { handleFault(number) }
  }

  private static func handleFault(_ number: Int32) {
    let handler: @convention(c) (Int32) -> Void = { _ in
      let message: StaticString = """
        igata: this is a fault of igata itself, not of your schema
        igata: please report it with the schema and the command line, at the place you have igata from

        """
      _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
      _exit(70)
    }
    var action = sigaction()
    #if canImport(Darwin)
    action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
    action.__sa_handler.sa_handler = handler
    #else
    action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = Int32(SA_ONSTACK)
    sigaction(number, &action, nil)
  }

  /// Runs `body` so that a user who stops the run stops it before or behind, never within.
  static func withoutInterruption<Result, Fault: Error>(_ body: () throws(Fault) -> Result) throws(Fault) -> Result {
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&blocked, number) }
    sigprocmask(SIG_BLOCK, &blocked, &before)
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    return try body()
  }
}
