import Foundation

/// The folder of the built products, which holds the test bundle and the `igata` that was built along with it.
let productsFolder: URL = {
  #if os(macOS)
  for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
    return bundle.bundleURL.deletingLastPathComponent()
  }
  return Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent()
  #else
  return Bundle.main.bundleURL
  #endif
}()

private final class Anchor {}

let igata = productsFolder.appendingPathComponent("igata")

let testsFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
let packageFolder = testsFolder.deletingLastPathComponent().deletingLastPathComponent()

let updatesGoldens = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

/// What a program that has ended left behind.
struct Outcome: Equatable {
  var output: String
  var errors: String
  var status: Int32
}

extension Foundation.Process {
  /// Starts the process with no signal blocked. The threads that tests run on block most of them, and a shell that
  /// inherits that waits for its children for ever.
  func start() throws {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}

/// A folder for one test, which goes away with the value.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
  }

  /// All files below the folder, hidden ones included.
  func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return all.sorted()
  }

  /// A shell that runs `command` in the folder, with `igata` in its path and nothing of the tester's surroundings.
  func shell(_ command: String, output: FileHandle, errors: FileHandle) -> Foundation.Process {
    let process = Foundation.Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "\(productsFolder.path):/usr/bin:/bin", "LC_ALL": "C", "PWD": folder.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    return process
  }

  /// Runs a command of the shell to its end.
  func run(_ command: String) throws -> Outcome {
    // Files and not pipes: a pipe that nobody empties would stop the command.
    let streams = try Scratch()
    let names = ["output", "errors"]
    for name in names { try streams.write("", to: name) }
    let handles = try names.map { try FileHandle(forWritingTo: streams.folder.appendingPathComponent($0)) }
    let process = shell(command, output: handles[0], errors: handles[1])
    try process.start()
    process.waitUntilExit()
    return Outcome(
      output: try streams.read("output"), errors: try streams.read("errors"), status: process.terminationStatus)
  }
}
