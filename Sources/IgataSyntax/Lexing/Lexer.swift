import IgataDiagnostics

/// Reads tokens from the bytes of a source text.
struct Lexer {
  let bytes: [UInt8]
  var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Advances past the token that starts here, and returns its kind.
  mutating func advance() -> Token.Kind {
    let byte = bytes[offset]
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"): return whitespace()
    case UInt8(ascii: "\n"): return take(1, .newline)
    case UInt8(ascii: "\r") where peek(1) == UInt8(ascii: "\n"): return take(2, .newline)
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): return lineComment()
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): return blockComment()
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "`"): return quotedIdentifier()
    case UInt8(ascii: "."): return dots()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
      continueIdentifier()
      return .identifier
    case UInt8(ascii: "!"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
      UInt8(ascii: "|"):
      if let operation = operation() { return take(operation.length, operation.kind) }
    case 0xEF where offset == 0 && peek(1) == 0xBB && peek(2) == 0xBF: return take(3, .byteOrderMark)
    default: break
    }
    if let kind = Self.punctuation(byte) { return take(1, kind) }
    if let kind = lookAlike() { return kind }
    if startsIdentifier() {
      continueIdentifier()
      return .identifier
    }
    return unknown()
  }

  /// A token whose first character looks like the start of that token, so that the rest can be parsed. The look-alike
  /// is reported later, when the tokens are checked.
  private mutating func lookAlike() -> Token.Kind? {
    let here = decodeScalar(bytes, at: offset)
    guard let scalar = here.scalar else { return nil }
    if isWideDigit(scalar) {
      continueIdentifier()
      return .integer
    }
    guard let kind = Self.punctuation(lookingLike: scalar) else { return nil }
    return take(here.length, kind)
  }

  private func isWideDigit(_ scalar: Unicode.Scalar) -> Bool { (0xFF10...0xFF19).contains(scalar.value) }

  private static func punctuation(lookingLike scalar: Unicode.Scalar) -> Token.Kind? {
    guard scalar.value >= 0x80, let text = LookAlike.punctuation(scalar) else { return nil }
    switch text {
    case ".": return .dot
    case "...": return .closedRange
    default: return text.utf8.first.flatMap(punctuation)
    }
  }

  func peek(_ distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  mutating func take(_ count: Int, _ kind: Token.Kind) -> Token.Kind {
    offset += count
    return kind
  }

  /// Advances past the scalars that are allowed inside an identifier.
  mutating func continueIdentifier() {
    // Most bytes of a schema are read here, so the offset is a variable of its own.
    var end = offset
    defer { offset = end }
    while end < bytes.count {
      let byte = bytes[end]
      if byte < 0x80 {
        guard IdentifierScalars.isASCIIContinuation(byte) else { return }
        end += 1
      } else {
        let here = decodeScalar(bytes, at: end)
        guard let scalar = here.scalar, IdentifierScalars.canContinue(scalar) else { return }
        end += here.length
      }
    }
  }

  private func startsLookAlike() -> Bool {
    decodeScalar(bytes, at: offset).scalar.flatMap(Self.punctuation(lookingLike:)) != nil
  }

  private func startsIdentifier() -> Bool {
    decodeScalar(bytes, at: offset).scalar.map(IdentifierScalars.canStart) ?? false
  }

  private static func punctuation(_ byte: UInt8) -> Token.Kind? {
    switch byte {
    case UInt8(ascii: "{"): .leftBrace
    case UInt8(ascii: "}"): .rightBrace
    case UInt8(ascii: "("): .leftParenthesis
    case UInt8(ascii: ")"): .rightParenthesis
    case UInt8(ascii: "["): .leftBracket
    case UInt8(ascii: "]"): .rightBracket
    case UInt8(ascii: ":"): .colon
    case UInt8(ascii: ","): .comma
    case UInt8(ascii: "="): .equal
    case UInt8(ascii: "?"): .question
    case UInt8(ascii: "@"): .at
    case UInt8(ascii: "-"): .minus
    default: nil
    }
  }

  /// The operator of a condition that starts here.
  private func operation() -> (length: Int, kind: Token.Kind)? {
    let isEqualNext = peek(1) == UInt8(ascii: "=")
    switch bytes[offset] {
    case UInt8(ascii: "!"): return isEqualNext ? (2, .operation) : (1, .exclamation)
    case UInt8(ascii: "="): return isEqualNext ? (2, .operation) : nil
    case UInt8(ascii: "<"), UInt8(ascii: ">"): return (isEqualNext ? 2 : 1, .operation)
    case UInt8(ascii: "&"), UInt8(ascii: "|"): return peek(1) == bytes[offset] ? (2, .operation) : nil
    default: return nil
    }
  }

  private mutating func whitespace() -> Token.Kind {
    while let byte = peek(0), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { offset += 1 }
    return .whitespace
  }

  /// `.`, `...` and `..<`; any other number of dots isn't a token of the language.
  private mutating func dots() -> Token.Kind {
    if peek(1) == UInt8(ascii: "."), peek(2) == UInt8(ascii: "<") { return take(3, .halfOpenRange) }
    var count = 1
    while peek(count) == UInt8(ascii: ".") { count += 1 }
    switch count {
    case 1: return take(1, .dot)
    case 3: return take(3, .closedRange)
    default: return take(count, .unknown)
    }
  }

  /// A run of bytes none of which starts a token, so that a run is one error instead of many.
  private mutating func unknown() -> Token.Kind {
    if peek(0) == UInt8(ascii: ";") { return take(1, .unknown) }
    if let end = quotedEnd {
      offset = end
      return .unknown
    }
    repeat { offset += decodeScalar(bytes, at: offset).length } while offset < bytes.count && !startsToken()
    return .unknown
  }

  /// The end of a text in the quotes of other languages, if it begins here and ends on the same line; otherwise `nil`.
  private var quotedEnd: Int? {
    let longest = 200
    let scalar = decodeScalar(bytes, at: offset)
    let closing: [Unicode.Scalar]
    switch scalar.scalar {
    case "'": closing = ["'"]
    case "\u{2018}", "\u{2019}": closing = ["\u{2019}"]
    case "\u{201C}", "\u{201D}", "\u{201E}": closing = ["\u{201D}", "\u{201C}"]
    default: return nil
    }
    var position = offset + scalar.length
    while position < bytes.count, position - offset < longest, bytes[position] != UInt8(ascii: "\n"),
      bytes[position] != 0x22
    {
      let here = decodeScalar(bytes, at: position)
      position += here.length
      if let scalar = here.scalar, closing.contains(scalar) { return position }
    }
    return nil
  }

  private func startsToken() -> Bool {
    switch bytes[offset] {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\""), UInt8(ascii: "`"),
      UInt8(ascii: "."), UInt8(ascii: ";"), UInt8(ascii: "'"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "\r"): peek(1) == UInt8(ascii: "\n")
    case UInt8(ascii: "/"): peek(1) == UInt8(ascii: "/") || peek(1) == UInt8(ascii: "*")
    default: Self.punctuation(bytes[offset]) != nil || startsIdentifier() || startsLookAlike()
    }
  }
}
