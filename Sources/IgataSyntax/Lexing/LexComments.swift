extension Lexer {
  /// `//` to the end of the line. Three slashes make documentation; four or more make an ordinary comment.
  mutating func lineComment() -> Token.Kind {
    let isDocumentation = peek(2) == UInt8(ascii: "/") && peek(3) != UInt8(ascii: "/")
    offset += 2
    moveToLineEnd()
    return isDocumentation ? .documentation : .lineComment
  }

  /// `/* */`, which nests. An unclosed comment extends to the end of the text.
  mutating func blockComment() -> Token.Kind {
    var depth = 0
    repeat {
      switch (peek(0), peek(1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        offset += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        offset += 2
      default: offset += 1
      }
    } while depth > 0 && offset < bytes.count
    return .blockComment
  }

  /// Moves to the line feed that ends this line, or to the carriage return before it.
  mutating func moveToLineEnd() {
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
    if offset < bytes.count, bytes[offset - 1] == UInt8(ascii: "\r") { offset -= 1 }
  }
}
