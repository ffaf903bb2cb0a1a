import Foundation
import TestSupport

let testsFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path

/// A process of `igata-database copy`.
final class CopyProcess {
  private let process: Process
  private let errors = Pipe()
  /// The terminal of its standard error, if any.
  private let terminal: Terminal?

  /// - Parameter isOnTerminal: Whether its standard error is a terminal.
  init(_ arguments: [String], isOnTerminal: Bool = false) throws {
    terminal = isOnTerminal ? try Terminal() : nil
    let end = terminal?.end ?? errors.fileHandleForWriting
    process = Program(built: "igata-database", ["copy"] + arguments).process(errors: end)
    try process.start()
    try? end.close()
  }

  func waitForWords() {
    if let terminal { _ = terminal.read() } else { _ = errors.fileHandleForReading.availableData }
  }

  /// Sends a signal. Returns the signal that ended the process, and its output.
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
}

/// A pseudoterminal.
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

  /// The next output; `nil` at its end.
  func read() -> Data {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(master, &buffer, buffer.count)
    // On Linux the end is an error.
    return Data(buffer.prefix(max(0, count)))
  }

  /// All output up to its end.
  func readToEnd() -> Data {
    var data = Data()
    while case let part = read(), !part.isEmpty { data += part }
    return data
  }
}
