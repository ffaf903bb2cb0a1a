import IgataDiagnostics

/// Divides the bytes of a stream into messages, each of which follows a header with its length.
struct FrameDecoder {
  /// The maximum length of a message in bytes. A text that is edited is much smaller.
  static let largestContent = 1 << 26
  /// The maximum length of a header in bytes.
  static let largestHeader = 1 << 13

  /// A header without a usable length. The next message can't be found, so it is the end of the stream.
  struct Fault: Error, Hashable {
    let message: String
  }

  private var buffer: [UInt8] = []
  /// The offset of the first byte in `buffer` that isn't decoded.
  private var start = 0
  /// The length of the message whose header has been decoded.
  private var length: Int?

  /// Adds bytes of the stream, which may begin and end anywhere in a message.
  mutating func append(_ bytes: [UInt8]) {
    // The decoded part is removed when it is most of the buffer, so that each byte is moved a few times at most.
    if start > buffer.count / 2 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// The content of the next message, or `nil` if it isn't complete yet.
  mutating func next() throws(Fault) -> [UInt8]? {
    if length == nil { length = try nextHeader() }
    guard let length, buffer.count - start >= length else { return nil }
    let content = Array(buffer[start..<start + length])
    start += length
    self.length = nil
    return content
  }

  /// Decodes a header, and returns the length in it, or `nil` if the header isn't complete yet.
  private mutating func nextHeader() throws(Fault) -> Int? {
    var length: Int?
    var line = start
    while let end = buffer[line...].firstIndex(of: UInt8(ascii: "\n")) {
      var text = buffer[line..<end]
      if text.last == UInt8(ascii: "\r") { text.removeLast() }
      line = end + 1
      guard line - start <= Self.largestHeader else { break }
      if text.isEmpty {
        guard let length else { throw Fault(message: "a message has no 'Content-Length'") }
        start = line
        return length
      }
      if let found = try contentLength(text) {
        guard length == nil || length == found else { throw Fault(message: "a message has two lengths") }
        length = found
      }
    }
    guard buffer.count - start <= Self.largestHeader else {
      throw Fault(message: "the header of a message is too long")
    }
    return nil
  }

  /// The length that a line of a header contains, or `nil` if the line is another field.
  private func contentLength(_ line: ArraySlice<UInt8>) throws(Fault) -> Int? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw Fault(message: "the header of a message has the line '\(Self.shown(line))', which is no field")
    }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    guard name == "content-length" else { return nil }
    let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    var value = line[(colon + 1)...].drop(while: isSpace)
    while value.last.map(isSpace) == true { value.removeLast() }
    let digits = String(decoding: value, as: UTF8.self)
    guard !digits.isEmpty, value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw Fault(message: "the length of a message is '\(Self.shown(value))', which is no number")
    }
    guard let length = Int(digits), length <= Self.largestContent else {
      throw Fault(message: "a message of \(digits.prefix(40)) bytes is too long; the maximum is \(Self.largestContent)")
    }
    return length
  }

  private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    visible(String(decoding: bytes.prefix(60), as: UTF8.self))
  }

  /// A message with its header, as it is sent.
  static func frame(_ message: JSONTree) -> [UInt8] {
    var content: [UInt8] = []
    message.print(at: nil, to: &content)
    return Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }
}
