/// The line ends of a text, which a checkout may have changed.
enum LineEnds {
  /// The text with a line feed alone at each line's end.
  static func plain(_ text: [UInt8]) -> [UInt8] {
    guard hasReturn(text) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for (index, byte) in text.enumerated() {
      let isEnd = byte == UInt8(ascii: "\r") && index + 1 < text.count && text[index + 1] == UInt8(ascii: "\n")
      if !isEnd { result.append(byte) }
    }
    return result
  }

  /// Whether a text has a carriage return. The loop has no early exit, so that the compiler compares many bytes at a time.
  private static func hasReturn(_ text: [UInt8]) -> Bool {
    let found = text.withContiguousStorageIfAvailable { bytes in
      var found: UInt8 = 0
      for byte in bytes { found |= byte == UInt8(ascii: "\r") ? 1 : 0 }
      return found
    }
    return found != 0
  }

  /// Whether two texts are the same but for their line ends.
  static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool { left == right || plain(left) == plain(right) }
}
