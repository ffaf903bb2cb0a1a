extension Token {
  /// Whether a string or a block comment is closed. Returns `true` for any other token.
  ///
  /// The last bytes aren't enough to decide: the quote in `"\"` is escaped, and the `*/` in `/* /* */` closes the inner
  /// comment.
  func isClosed(in bytes: [UInt8]) -> Bool {
    switch kind {
    case .string: closingQuotes(1, in: bytes)
    case .multilineString: end < bytes.count || closingQuotes(3, in: bytes)
    case .blockComment: end < bytes.count || closesAllComments(in: bytes)
    default: true
    }
  }

  private func closingQuotes(_ count: Int, in bytes: [UInt8]) -> Bool {
    var offset = start + count
    while offset + count <= end {
      if bytes[offset] == UInt8(ascii: "\\") {
        offset += 2
      } else if bytes[offset..<offset + count].allSatisfy({ $0 == UInt8(ascii: "\"") }) {
        return true
      } else {
        offset += 1
      }
    }
    return false
  }

  private func closesAllComments(in bytes: [UInt8]) -> Bool {
    var depth = 0
    var offset = start
    while offset + 1 < end {
      switch (bytes[offset], bytes[offset + 1]) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): (depth, offset) = (depth + 1, offset + 2)
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): (depth, offset) = (depth - 1, offset + 2)
      default: offset += 1
      }
    }
    return depth == 0
  }
}
