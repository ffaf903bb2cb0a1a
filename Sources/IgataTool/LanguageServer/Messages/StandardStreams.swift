import IgataDiagnostics

/// The connection to a client that started this process: its standard input and output.
///
/// One thread does everything. While it waits to write, it also reads, so that a client that writes all of its messages
/// before it reads any answer doesn't block both sides.
final class StandardStreams: MessageChannel {
  private var decoder = FrameDecoder()
  private let log: Int32?
  private var inputHasEnded = false
  private var outputHasEnded = false
  /// The error that ended the connection.
  private(set) var failure: Failure?

  /// - Parameter log: An open file that all messages are written to.
  init(log: Int32?) { self.log = log }

  private enum Direction: String, CaseIterable {
    case received, sent
  }

  /// Whether a file with that beginning is a log of this program.
  static func isLog(_ beginning: [UInt8]) -> Bool {
    Direction.allCases.contains { beginning.starts(with: "\($0.rawValue): ".utf8) }
  }

  var isAtEnd: Bool { inputHasEnded || failure != nil }

  func arrived() -> [Message] {
    // A client that writes without a pause doesn't keep the server from working.
    let largestBatch = 64
    for _ in 0..<largestBatch {
      guard !isAtEnd, FileSystem.wait(reading: Process.standardInput, milliseconds: 0).canRead else { break }
      read()
    }
    var messages: [Message] = []
    do throws(FrameDecoder.Fault) {
      while failure == nil, let content = try decoder.next() {
        record(.received, content)
        messages.append(Message(content))
      }
    } catch {
      failure = Failure(.negative, "the client sent an invalid message: \(error.message)")
    }
    return messages
  }

  func wait(until end: ContinuousClock.Instant?) {
    guard !isAtEnd else { return }
    let rest = end.map { max(.zero, $0 - .now).components }
    let milliseconds = rest.map { $0.seconds * 1000 + $0.attoseconds / 1_000_000_000_000_000 + 1 } ?? -1
    _ = FileSystem.wait(reading: Process.standardInput, milliseconds: Int32(clamping: milliseconds))
  }

  func send(_ message: JSONTree) {
    let frame = FrameDecoder.frame(message)
    record(.sent, Array(message.line.utf8))
    var rest = frame[...]
    while !rest.isEmpty, !outputHasEnded {
      let state = FileSystem.wait(
        reading: isAtEnd ? nil : Process.standardInput, writing: Process.standardOutput, milliseconds: -1)
      if state.canRead { read() }
      guard state.canWrite else { continue }
      let part = rest.prefix(FileSystem.writableCount)
      rest = rest.dropFirst(part.count)
      do throws(SystemFault) {
        try FileSystem.write(Array(part), to: Process.standardOutput)
      } catch {
        // A client that has closed the pipe has ended.
        outputHasEnded = true
        failure = error.isBrokenPipe ? Failure(.negative, messages: []) : .unwritable("standard output", error)
      }
    }
  }

  private func read() {
    do throws(SystemFault) {
      let bytes = try FileSystem.readSome(Process.standardInput)
      if bytes.isEmpty { inputHasEnded = true } else { decoder.append(bytes) }
    } catch {
      failure = Failure(.unreadableInput, "can't read standard input: \(error.reason)")
    }
  }

  /// Writes a message to the log. A log that can't be written is no reason to stop.
  private func record(_ direction: Direction, _ content: @autoclosure () -> [UInt8]) {
    guard let log else { return }
    try? FileSystem.write(Array("\(direction.rawValue): ".utf8) + content() + [UInt8(ascii: "\n")], to: log)
  }
}
