import IgataDiagnostics

/// Parses JSON from bytes in one pass.
struct JSONParser {
  /// The maximum nesting depth of lists and objects, which limits the recursion to what fits any thread's stack.
  static let deepest = 256

  struct Failure: Error {
    let diagnostic: Diagnostic
  }

  private var cursor: JSONCursor
  private(set) var diagnostics: [Diagnostic] = []

  init(_ bytes: [UInt8], file: Int, replacesUnpairedSurrogates: Bool) {
    cursor = JSONCursor(bytes, file: file, replacesUnpairedSurrogates: replacesUnpairedSurrogates)
  }

  mutating func parseText() throws(Failure) -> JSONValue {
    let value = try parseValue(depth: 0)
    cursor.skipSpace()
    guard cursor.isAtEnd else { throw cursor.unexpected("the end of the text") }
    return value
  }

  private mutating func parseValue(depth: Int) throws(Failure) -> JSONValue {
    cursor.skipSpace()
    let start = cursor.position
    switch cursor.byte {
    case UInt8(ascii: "{"): return try parseObject(depth: depth)
    case UInt8(ascii: "["): return try parseList(depth: depth)
    case UInt8(ascii: "\""):
      let text = try cursor.readText()
      return .text(text, cursor.range(from: start))
    case let digit? where digit == UInt8(ascii: "-") || JSONCursor.isDigit(digit):
      let number = try cursor.readNumber()
      return .number(number, cursor.range(from: start))
    default: break
    }
    switch cursor.readWord() {
    case "null": return .null(cursor.range(from: start))
    case "true": return .flag(true, cursor.range(from: start))
    case "false": return .flag(false, cursor.range(from: start))
    default: throw cursor.unexpected("a value", at: start)
    }
  }

  private func checkDepth(_ depth: Int) throws(Failure) {
    guard depth < Self.deepest else {
      throw Failure(diagnostic: .deepJSON(limit: Self.deepest, at: cursor.range(ofByteAt: cursor.position)))
    }
  }

  private mutating func parseList(depth: Int) throws(Failure) -> JSONValue {
    try checkDepth(depth)
    let start = cursor.position
    cursor.advance()
    var values: [JSONValue] = []
    cursor.skipSpace()
    if cursor.skip("]") { return .list([], cursor.range(from: start)) }
    while true {
      values.append(try parseValue(depth: depth + 1))
      cursor.skipSpace()
      if cursor.skip("]") { return .list(values, cursor.range(from: start)) }
      guard cursor.skip(",") else { throw cursor.unexpected("',' or ']'") }
    }
  }

  private mutating func parseObject(depth: Int) throws(Failure) -> JSONValue {
    try checkDepth(depth)
    let start = cursor.position
    cursor.advance()
    var members: [JSONMember] = []
    var keyRanges: [String: SourceRange] = [:]
    cursor.skipSpace()
    if cursor.skip("}") { return .object([], cursor.range(from: start)) }
    while true {
      let member = try parseMember(depth: depth)
      if let first = keyRanges.updateValue(member.keyRange, forKey: member.key) {
        diagnostics.append(.duplicateJSONKey(member.key, at: member.keyRange, first: first))
      }
      members.append(member)
      cursor.skipSpace()
      if cursor.skip("}") { return .object(members, cursor.range(from: start)) }
      guard cursor.skip(",") else { throw cursor.unexpected("',' or '}'") }
    }
  }

  private mutating func parseMember(depth: Int) throws(Failure) -> JSONMember {
    cursor.skipSpace()
    let start = cursor.position
    guard cursor.byte == UInt8(ascii: "\"") else { throw cursor.unexpected("a key in quotes") }
    let key = try cursor.readText()
    let range = cursor.range(from: start)
    cursor.skipSpace()
    guard cursor.skip(":") else { throw cursor.unexpected("':'") }
    return JSONMember(key: key, keyRange: range, value: try parseValue(depth: depth + 1))
  }
}
