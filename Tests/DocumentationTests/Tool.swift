import Foundation
import TestSupport

/// The programs that were built along with the tests, run in folders of their own.
enum Tool {
  /// Runs a command of the shell in a folder, with the built programs in its path; both streams in one.
  static func shell(_ command: String, in folder: URL) throws -> Outcome {
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(BuiltProducts.folder.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["NO_COLOR"] = "1"
    return try Program(shell: command, in: folder, environment: environment).run(joinsStreams: true)
  }

  /// Runs `body` with a new folder, which is removed afterward.
  static func withFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
    let scratch = try Scratch()
    return try withExtendedLifetime(scratch) { try body(scratch.folder) }
  }
}
