import IgataDiagnostics

/// A position in a JSON text, with methods that read keywords, numbers and strings from it.
struct JSONCursor {
  private let bytes: [UInt8]
  private let file: Int
  private let replacesUnpairedSurrogates: Bool
  private(set) var position: Int

  init(_ bytes: [UInt8], file: Int, replacesUnpairedSurrogates: Bool) {
    self.bytes = bytes
    self.file = file
    self.replacesUnpairedSurrogates = replacesUnpairedSurrogates
    position = Byte.markLength(bytes)
  }

  var isAtEnd: Bool { position >= bytes.count }
  var byte: UInt8? { isAtEnd ? nil : bytes[position] }

  mutating func advance() { position += 1 }

  mutating func skipSpace() {
    while let byte, Byte.isSpace(byte) { position += 1 }
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte, UInt32(byte) == character.value else { return false }
    position += 1
    return true
  }

  mutating func readWord() -> String {
    let start = position
    while let byte, Self.isLetter(byte), position - start < 16 { position += 1 }
    return bytes.text(start..<position)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  // MARK: Numbers

  mutating func readNumber() throws(JSONParser.Failure) -> String {
    let start = position
    _ = skip("-")
    if skip("0") {
      if let byte, Self.isDigit(byte) {
        throw failure("a number can't begin with 0", at: start, help: "remove the zero, or quote the number")
      }
    } else {
      try skipDigits()
    }
    if skip(".") { try skipDigits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try skipDigits()
    }
    return bytes.text(start..<position)
  }

  private mutating func skipDigits() throws(JSONParser.Failure) {
    guard let first = byte, Self.isDigit(first) else { throw unexpected("a digit") }
    while let byte, Self.isDigit(byte) { position += 1 }
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  // MARK: Texts

  /// Reads a string whose opening quote is at the current position.
  mutating func readText() throws(JSONParser.Failure) -> String {
    let opening = position
    advance()
    var text: [UInt8] = []
    var start = position
    while true {
      guard let byte else { throw failure("the string is never closed", at: opening, help: "end it with '\"'") }
      switch byte {
      case UInt8(ascii: "\""):
        text += bytes[start..<position]
        advance()
        guard let text = String(validating: text, as: UTF8.self) else {
          throw failure("the string is not valid UTF-8", at: opening)
        }
        return text
      case UInt8(ascii: "\\"):
        text += bytes[start..<position]
        try readEscape(into: &text)
        start = position
      case 0..<0x20:
        throw failure(
          "unescaped control character in a string", at: position, help: "escape it: '\\n', '\\t', '\\u001F'")
      default: advance()
      }
    }
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(JSONParser.Failure) {
    let start = position
    advance()
    guard let escaped = byte else { throw failure("the string is never closed", at: start) }
    advance()
    switch escaped {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escaped)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(Byte.newline)
    case UInt8(ascii: "r"): text.append(Byte.carriageReturn)
    case UInt8(ascii: "t"): text.append(Byte.tab)
    case UInt8(ascii: "u"): text += try readScalar(from: start).utf8
    default:
      let help = #"the escape sequences are \" \\ \/ \b \f \n \r \t \u1234"#
      throw failure("unknown escape sequence", at: start, help: help)
    }
  }

  /// Reads the digits after `\u`, and those of a second escape if the first is half of a surrogate pair.
  private mutating func readScalar(from start: Int) throws(JSONParser.Failure) -> String {
    let first = try readUnit()
    if let scalar = Unicode.Scalar(first) { return String(scalar) }
    let end = position
    let isFollowed = first < 0xDC00 && skip("\\") && skip("u")
    let second = isFollowed ? try readUnit() : 0
    if (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    {
      return String(scalar)
    }
    guard replacesUnpairedSurrogates else {
      let help = "write both surrogates of the pair, as in \\uD83D\\uDE00, or the character itself"
      throw failure("unpaired surrogate", at: start, help: help)
    }
    position = end
    return "\u{FFFD}"
  }

  private mutating func readUnit() throws(JSONParser.Failure) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected("four hexadecimal digits")
      }
      unit = unit << 4 | UInt32(digit)
      advance()
    }
    return unit
  }

  // MARK: Errors

  func range(from start: Int) -> SourceRange { SourceRange(file: file, start: start, end: position) }

  func range(ofByteAt offset: Int) -> SourceRange {
    SourceRange(file: file, start: offset, end: min(offset + 1, bytes.count))
  }

  func unexpected(_ wanted: String, at offset: Int? = nil) -> JSONParser.Failure {
    let offset = offset ?? position
    return failure("expected \(wanted), found \(found(at: offset))", at: offset)
  }

  private func found(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the text" }
    let byte = bytes[offset]
    return (0x21..<0x7F).contains(byte) ? "'\(Unicode.Scalar(byte))'" : "an unexpected character"
  }

  private func failure(_ reason: String, at offset: Int, help: String? = nil) -> JSONParser.Failure {
    JSONParser.Failure(diagnostic: .invalidJSON(reason, at: range(ofByteAt: offset), help: help))
  }
}
