extension JSON {
  /// Parses a text that contains one JSON value.
  public init(parsing text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }

  /// Parses UTF-8 bytes that contain one JSON value.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    var parser = JSONParser(bytes: bytes)
    self = try parser.document()
  }
}

private struct JSONParser {
  let bytes: [UInt8]
  var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func error(_ reason: String) -> JSONError { JSONError(reason: reason, offset: offset) }

  mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  mutating func take(_ byte: Character) -> Bool {
    guard let current, current == byte.asciiValue else { return false }
    offset += 1
    return true
  }

  mutating func document() throws(JSONError) -> JSON {
    skipSpace()
    let value = try value(depth: 0)
    skipSpace()
    guard offset == bytes.count else { throw error("there is more after the value") }
    return value
  }

  mutating func value(depth: Int) throws(JSONError) -> JSON {
    guard let byte = current else { throw error("a value is missing") }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < JSON.nestingLimit else { throw error("nested deeper than \(JSON.nestingLimit) levels") }
      offset += 1
      return byte == UInt8(ascii: "{") ? try object(depth: depth + 1) : try array(depth: depth + 1)
    case UInt8(ascii: "\""):
      offset += 1
      return .string(try string())
    case UInt8(ascii: "-"), 48...57: return .number(try number())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw error("this begins no value")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let end = offset + word.utf8CodeUnitCount
    let isThere = word.withUTF8Buffer { end <= bytes.count && bytes[offset..<end].elementsEqual($0) }
    guard isThere else { throw error("this begins no value") }
    offset = end
    return value
  }

  private mutating func number() throws(JSONError) -> JSON.Number {
    let start = offset
    while let byte = current, isPartOfNumber(byte) { offset += 1 }
    guard let digits = DecimalDigits(bytes[start..<offset]) else {
      throw JSONError(reason: "this is not a number, or it is too large", offset: start)
    }
    return JSON.Number(digits)
  }

  private func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
    default: false
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSON {
    var elements: [JSON] = []
    skipSpace()
    if take("]") { return .array([]) }
    while true {
      skipSpace()
      elements.append(try value(depth: depth))
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw error("',' or ']' is missing") }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSON {
    var members: [(key: String, value: JSON)] = []
    skipSpace()
    if take("}") { return .object(JSON.Object()) }
    while true {
      skipSpace()
      guard take("\"") else { throw error("a key in quotes is missing") }
      let key = try string()
      skipSpace()
      guard take(":") else { throw error("':' is missing") }
      skipSpace()
      members.append((key, try value(depth: depth)))
      skipSpace()
      if take("}") { break }
      guard take(",") else { throw error("',' or '}' is missing") }
    }
    let object = JSON.Object(members)
    guard object.members.count == members.count else { throw error("a key is there twice in this object") }
    return .object(object)
  }

  /// Call this after the opening quote.
  private mutating func string() throws(JSONError) -> String {
    let start = offset
    var text: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        guard let text = String(validating: text, as: UTF8.self) else {
          throw JSONError(reason: "this text is not UTF-8", offset: start)
        }
        return text
      case UInt8(ascii: "\\"):
        offset += 1
        try escape(into: &text)
      case 0..<0x20: throw error("a control character must be escaped")
      default:
        text.append(byte)
        offset += 1
      }
    }
    throw error("'\"' is missing")
  }

  /// Call this after the backslash.
  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte = current else { throw error("an escape is missing") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += String(Character(try scalar())).utf8
    default:
      offset -= 1
      throw error("there is no such escape")
    }
  }

  /// Call this after `\u`. Parses both halves of a surrogate pair.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    var code = try hexadecimal()
    if (0xD800..<0xDC00).contains(code) {
      guard take("\\"), take("u") else { throw error("the second half of a surrogate pair is missing") }
      let low = try hexadecimal()
      guard (0xDC00..<0xE000).contains(low) else { throw error("the second half of a surrogate pair is missing") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw error("an unpaired surrogate") }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("'\\u' needs four hexadecimal digits")
      }
      code = code << 4 | UInt32(truncatingIfNeeded: digit)
      offset += 1
    }
    return code
  }
}
