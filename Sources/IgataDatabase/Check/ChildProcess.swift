import Foundation

/// This program with other arguments, in a process of its own.
struct ChildProcess: Sendable {
  struct Outcome: Sendable {
    let status: Int32
    let isKilled: Bool
    let errors: String
    let duration: Duration
  }

  let arguments: [String]

  /// Runs until the process ends, or is killed after a time.
  func run(killedAfter delay: Duration?) async throws -> Outcome {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    let clock = ContinuousClock()
    let start = clock.now
    try process.run()
    if let delay {
      try? await Task.sleep(for: delay, tolerance: .zero)
      kill(process.processIdentifier, SIGKILL)
    }
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, isKilled: process.terminationReason == .uncaughtSignal,
      errors: String(decoding: text, as: UTF8.self), duration: clock.now - start)
  }

  /// The path of this program.
  private static var program: URL {
    Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments.first ?? "igata-database")
  }
}
