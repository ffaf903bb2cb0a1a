import Foundation

/// A program that was run to its end.
struct Outcome {
  var output: String
  var status: Int32
}

/// The programs that were built along with the tests, run in folders of their own.
enum Tool {
  /// The folder of the built products.
  static let products: URL = {
    var folder = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path.count > 1, !FileManager.default.fileExists(atPath: folder.appending(path: "Modules").path) {
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  /// Runs a command of the shell in a folder, with the built programs in its path; both streams in one.
  static func shell(_ command: String, in folder: URL) throws -> Outcome {
    let log = folder.appending(path: ".log-\(UUID().uuidString)")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(products.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["NO_COLOR"] = "1"
    process.environment = environment
    let handle = try FileHandle(forWritingTo: log)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    try process.startWithoutBlockedSignals()
    process.waitUntilExit()
    return Outcome(output: String(decoding: try Data(contentsOf: log), as: UTF8.self), status: process.terminationStatus)
  }

  /// Runs `body` with a new folder, which is removed afterward.
  static func withFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "igata-documentation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}

extension Process {
  /// The threads that tests run on block most signals, and a shell that inherits that never sees its children end.
  fileprivate func startWithoutBlockedSignals() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}
