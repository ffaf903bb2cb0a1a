extension Lexer {
  /// An integer or a decimal, including any letters directly after it: `12px` is one malformed number, not two tokens.
  mutating func number() -> Token.Kind {
    var kind = Token.Kind.integer
    let hasRadix = peek(0) == UInt8(ascii: "0") && peek(1).map { "xXbBoO".utf8.contains($0) } == true
    if !hasRadix {
      moveOverDigits()
      if peek(0) == UInt8(ascii: "."), isDigit(1) {
        kind = .decimal
        offset += 1
        moveOverDigits()
      }
      if peek(0) == UInt8(ascii: "e") || peek(0) == UInt8(ascii: "E") {
        let isSigned = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
        if isDigit(isSigned ? 2 : 1) {
          kind = .decimal
          offset += isSigned ? 2 : 1
          moveOverDigits()
        }
      }
    }
    continueIdentifier()
    return kind
  }

  private func isDigit(_ distance: Int) -> Bool {
    peek(distance).map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  private mutating func moveOverDigits() {
    while isDigit(0) || peek(0) == UInt8(ascii: "_") { offset += 1 }
  }

  /// A string on one line, up to the end of the line if it isn't closed, or a multiline string.
  mutating func string() -> Token.Kind {
    if peek(1) == UInt8(ascii: "\""), peek(2) == UInt8(ascii: "\"") { return multilineString() }
    offset += 1
    while let byte = peek(0) {
      switch byte {
      case UInt8(ascii: "\""): return take(1, .string)
      case UInt8(ascii: "\n"): return .string
      case UInt8(ascii: "\r") where peek(1) == UInt8(ascii: "\n"): return .string
      case UInt8(ascii: "\\"): offset += endsLine(1) ? 1 : 2
      default: offset += 1
      }
    }
    return .string
  }

  private func endsLine(_ distance: Int) -> Bool {
    switch peek(distance) {
    case nil, UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): peek(distance + 1) == UInt8(ascii: "\n")
    default: false
    }
  }

  private mutating func multilineString() -> Token.Kind {
    offset += 3
    while let byte = peek(0) {
      if byte == UInt8(ascii: "\\"), offset + 1 < bytes.count {
        offset += 2
      } else if byte == UInt8(ascii: "\""), peek(1) == byte, peek(2) == byte {
        return take(3, .multilineString)
      } else {
        offset += 1
      }
    }
    return .multilineString
  }

  /// A name in backticks. If the second backtick is missing, the name after the first one.
  mutating func quotedIdentifier() -> Token.Kind {
    let start = offset
    offset += 1
    while let byte = peek(0), byte != UInt8(ascii: "\n") {
      offset += 1
      if byte == UInt8(ascii: "`") { return .quotedIdentifier }
    }
    offset = start + 1
    continueIdentifier()
    return .quotedIdentifier
  }
}
