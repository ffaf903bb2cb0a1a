import Foundation
import TestSupport

let testsFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path

/// The program that moves rows, as its users run it.
final class CopyProcess {
  private let process: Process
  private let errors = Pipe()
  /// The terminal that it speaks to, where it is one.
  private let terminal: Terminal?

  /// - Parameter isOnTerminal: Whether its errors go to a terminal.
  init(_ arguments: [String], isOnTerminal: Bool = false) throws {
    terminal = isOnTerminal ? try Terminal() : nil
    let end = terminal?.end ?? errors.fileHandleForWriting
    process = Program(built: "igata-copy", arguments).process(errors: end)
    try process.start()
    try? end.close()
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
