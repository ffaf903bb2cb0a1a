/// The bytes that have a meaning in templates and in JSON.
enum Byte {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")

  /// Whether the byte is white space within a line.
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// Whether the byte is white space.
  static func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || byte == newline || byte == carriageReturn }

  /// The length of the byte-order mark at the start of `bytes`, or 0 if there is none.
  static func markLength(_ bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension Array where Element == UInt8 {
  /// Whether the bytes at `offset` are equal to `needle`.
  func holds(_ needle: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, needle.count <= count - offset else { return false }
    for index in needle.indices where self[offset + index] != needle[index] { return false }
    return true
  }

  /// The range without leading and trailing white space.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, Byte.isSpace(self[start]) { start += 1 }
    while end > start, Byte.isSpace(self[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The end of the blanks that begin at `start`.
  func blankEnd(from start: Int, limit: Int) -> Int {
    var end = start
    while end < limit, Byte.isBlank(self[end]) { end += 1 }
    return end
  }

  /// The offset after the line break at `offset`, or `nil` if there is none.
  func lineBreakEnd(at offset: Int) -> Int? {
    guard offset < count else { return nil }
    if self[offset] == Byte.newline { return offset + 1 }
    if self[offset] == Byte.carriageReturn, offset + 1 < count, self[offset + 1] == Byte.newline { return offset + 2 }
    return nil
  }

  func text(_ range: Range<Int>) -> String { String(decoding: self[range], as: UTF8.self) }
}
