import Foundation

/// A folder for one test, which goes away with the value.
final class FuzzingFolder {
  struct Outcome {
    var output: String
    /// The exit status, or the number of the signal.
    var status: Int32
    var isExit: Bool
  }

  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "igata-fuzzing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url.appending(path: "Schema"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: url.appending(path: "Out"), withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: url.appending(path: name)) }

  /// The files below a folder, with what is in them.
  func contents(of name: String) throws -> [String: Data] {
    let folder = url.appending(path: name)
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.reduce(into: [:]) { found, name in
      found[name] = try? Data(contentsOf: folder.appending(path: name))
    }
  }

  /// Runs `igata`, or another program, in the folder; both streams in one. Ends it after a minute.
  func run(_ arguments: [String], program: URL = FuzzingFolder.products.appending(path: "igata")) throws -> Outcome {
    let log = url.appending(path: "log")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    try process.startWithoutBlockedSignals()
    let watchdog = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    return Outcome(
      output: String(decoding: try Data(contentsOf: log), as: UTF8.self), status: process.terminationStatus,
      isExit: process.terminationReason == .exit)
  }

  /// The schemas that mutations begin with.
  static func samples() throws -> [[UInt8]] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try ["household", "everything", "articles", "naughty"].map {
      [UInt8](try Data(contentsOf: tests.appending(path: "Samples/\($0).igata")))
    }
  }

  static let products: URL = {
    var folder = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path.count > 1, !FileManager.default.fileExists(atPath: folder.appending(path: "Modules").path) {
      folder.deleteLastPathComponent()
    }
    return folder
  }()
}

extension Process {
  /// The threads that tests run on block most signals, and a process inherits that.
  fileprivate func startWithoutBlockedSignals() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}
