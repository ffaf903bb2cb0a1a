import Foundation

/// A program to run in a folder, with nothing on its standard input.
public struct Program: Sendable {
  public var executable: URL
  public var arguments: [String]
  /// The tests' own folder if there is none.
  public var folder: URL?
  /// The tests' own environment if there is none.
  public var environment: [String: String]?

  public init(
    _ executable: URL, _ arguments: [String] = [], in folder: URL? = nil, environment: [String: String]? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
  }

  /// A program that was built along with the tests.
  public init(built name: String, _ arguments: [String] = [], in folder: URL? = nil) {
    self.init(BuiltProducts.program(name), arguments, in: folder)
  }

  /// A program of the system, which is looked up in the path.
  public init(system name: String, _ arguments: [String] = [], in folder: URL? = nil) {
    self.init(URL(filePath: "/usr/bin/env"), [name] + arguments, in: folder)
  }

  /// A command of the shell.
  public init(shell command: String, in folder: URL, environment: [String: String]? = nil) {
    self.init(URL(filePath: "/bin/sh"), ["-c", command], in: folder, environment: environment)
  }

  /// The process, not yet started.
  public func process(output: FileHandle = .nullDevice, errors: FileHandle = .nullDevice) -> Process {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    return process
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - joinsStreams: Whether what it writes as errors stands in its output, where it was written.
  ///   - delay: The seconds after which it is killed, if it still runs.
  public func run(joinsStreams: Bool = false, killedAfter delay: Double = 600) throws -> Outcome {
    // Files and not pipes: a pipe that nobody empties would stop the program.
    let streams = try Scratch()
    for name in ["output", "errors"] { try streams.write("", to: name) }
    let output = try FileHandle(forWritingTo: streams.url("output"))
    let errors = joinsStreams ? output : try FileHandle(forWritingTo: streams.url("errors"))
    // `Process` keeps its file handles for longer than it runs. A thousand of them open make a later `run()` crash: it
    // lists what is open, and reads behind the end of a list of more than 32 KB.
    defer { for stream in [output, errors] { try? stream.close() } }
    let process = process(output: output, errors: errors)
    try process.start()
    let watchdog = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + delay, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    let isSignal = process.terminationReason == .uncaughtSignal
    return Outcome(
      output: try streams.read("output"), errors: try streams.read("errors"),
      status: isSignal ? -1 : process.terminationStatus, signal: isSignal ? process.terminationStatus : nil)
  }
}

/// What a program that has ended left behind.
public struct Outcome: Equatable, Sendable {
  public var output: String
  public var errors: String
  /// The exit status; -1 if a signal ended the program.
  public var status: Int32
  /// The signal that ended the program; `nil` if it exited.
  public var signal: Int32?

  public init(output: String, errors: String, status: Int32, signal: Int32? = nil) {
    self.output = output
    self.errors = errors
    self.status = status
    self.signal = signal
  }
}

extension Process {
  /// Starts the process with no signal blocked. The threads that tests run on block most of them, and a shell that
  /// inherits that waits for its children for ever.
  public func start() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}

/// Does what waits for other processes, on a thread of its own: those of the tests are few.
public func apart<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}
