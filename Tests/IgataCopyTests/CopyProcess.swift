import Foundation

let testsFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path

/// A folder for one test, which goes away with the value.
final class Scratch: Sendable {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID().uuidString)")

  init() { try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
  }
}

/// The program that moves rows, as its users run it.
final class CopyProcess {
  private let process = Process()
  private let errors = Pipe()

  init(_ arguments: [String]) throws {
    process.executableURL = Self.productsFolder.appendingPathComponent("igata-copy")
    process.arguments = arguments
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  func waitForWords() { _ = errors.fileHandleForReading.availableData }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func wait() throws -> (code: Int32, errors: String) {
    let data = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  private static let productsFolder: URL = {
    #if os(macOS)
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      return bundle.bundleURL.deletingLastPathComponent()
    }
    return Bundle(for: CopyProcess.self).bundleURL.deletingLastPathComponent()
    #else
    return Bundle.main.bundleURL
    #endif
  }()
}
