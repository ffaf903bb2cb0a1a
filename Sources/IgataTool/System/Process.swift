#if canImport(Darwin)
import Darwin
import MachO
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Functions for the current process.
enum Process {
  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  static var number: Int32 { getpid() }

  /// Whether there is a process with that ID.
  static func isRunning(_ number: Int32) -> Bool { kill(number, 0) == 0 || errno == EPERM }

  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The path of the program itself.
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

  /// Replaces the process by another program, which is searched for next to this one and on the `PATH`. Returns the
  /// error if that fails.
  static func become(_ program: String, _ arguments: [String]) -> SystemFault {
    #if os(tvOS) || os(watchOS)
    return SystemFault(ENOTSUP)
    #else
    // A relative folder would be one of the repository that the user is in.
    var folders = (environment("PATH") ?? "").utf8.split(separator: UInt8(ascii: ":"))
      .map { String(Substring($0)) }.filter { $0.utf8.first == UInt8(ascii: "/") }
    if let own = executable, let path = try? FileSystem.resolved(own) {
      folders.insert(PathText.folder(path), at: 0)
    }
    var fault = SystemFault(ENOENT)
    for folder in folders {
      let path = "\(folder)/\(program)"
      var words = ([path] + arguments).map { strdup($0) } + [nil]
      execv(path, &words)
      // Errors other than a missing file are more informative.
      if errno != ENOENT { fault = SystemFault(errno) }
      for word in words { free(word) }
    }
    return fault
    #endif
  }

  static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

  /// Retains a value until the process ends, which it does immediately: freeing a large schema would only take time.
  static func keep(_ value: some Sendable) { _ = Unmanaged.passRetained(Kept(value)) }

  private final class Kept<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Prepares the process for signals and closed streams.
  static func prepare() {
    // A closed pipe is an error of `write` and must not end the process.
    signal(SIGPIPE, SIG_IGN)
    occupyClosedStreams()
    reportFaults()
  }

  /// Opens `/dev/null` for standard streams that the caller closed. Otherwise the first opened file would get the
  /// number of such a stream, and messages would be written into it.
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

  /// Prints what to do when igata itself crashes, because the system would end the process without a message.
  private static func reportFaults() {
    #if !os(tvOS) && !os(watchOS)
    // The handler can't run on a stack that has overflowed, so it has its own, which is never freed.
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
        igata: this is a bug in igata and not an error in your schema
        igata: please report it with the schema and the command line, where you got igata

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

  /// Runs `body` so that the user can't interrupt it. The signals are handled afterward.
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
