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
  /// The terminal that it speaks to, where it is one.
  private let terminal: Terminal?

  /// - Parameter isOnTerminal: Whether its errors go to a terminal.
  init(_ arguments: [String], isOnTerminal: Bool = false) throws {
    terminal = isOnTerminal ? try Terminal() : nil
    process.executableURL = Self.productsFolder.appendingPathComponent("igata-copy")
    process.arguments = arguments
    if let terminal { process.standardError = terminal.end } else { process.standardError = errors }
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    try? terminal?.end.close()
  }

  func waitForWords() {
    if let terminal { _ = terminal.read() } else { _ = errors.fileHandleForReading.availableData }
  }

  /// Sends a signal; returns by which one it ended, and what it said.
  func stop(_ signal: Int32) throws -> (signal: Int32?, errors: String) {
    Foundation.kill(process.processIdentifier, signal)
    let (code, errors) = try wait()
    return (process.terminationReason == .uncaughtSignal ? code : nil, errors)
  }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func wait() throws -> (code: Int32, errors: String) {
    let data = try terminal?.readToEnd() ?? errors.fileHandleForReading.readToEnd() ?? Data()
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

/// A terminal that nobody sits at.
private final class Terminal {
  /// The side that a program writes to.
  let end: FileHandle
  private let master: Int32

  init() throws {
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    guard openpty(&ends.master, &ends.slave, nil, nil, nil) == 0 else { throw POSIXError(.ENOTTY) }
    master = ends.master
    end = FileHandle(fileDescriptor: ends.slave, closeOnDealloc: true)
  }

  deinit { close(master) }

  /// What is written next; nothing where nobody writes any more.
  func read() -> Data {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(master, &buffer, buffer.count)
    // An end is an error to Linux.
    return Data(buffer.prefix(max(0, count)))
  }

  /// All that is written until nobody writes any more.
  func readToEnd() -> Data {
    var data = Data()
    while case let part = read(), !part.isEmpty { data += part }
    return data
  }
}
