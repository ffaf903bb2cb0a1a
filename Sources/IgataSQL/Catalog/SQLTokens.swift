internal import IgataTables

/// One token of a piece of SQL.
@_spi(Backend) public enum SQLToken: Hashable, Sendable {
  /// A name or a keyword that is not quoted, as it is written.
  case word(String)
  /// A name in quotes, without them.
  case name(String)
  /// A text literal, without its quotes.
  case text(String)
  /// A number, as it is written.
  case number(String)
  /// `(`, `,`, `<=`, `::` and their like.
  case symbol(String)
  /// The placeholder of a value, as it is written.
  case parameter(String)

  /// The token as SQL.
  public var text: String {
    switch self {
    case .word(let text), .number(let text), .symbol(let text), .parameter(let text): text
    case .name(let name): name.quoted(by: "\"")
    case .text(let text): text.quoted(by: "'")
    }
  }

  /// Whether the token is this keyword, in any case.
  public func `is`(_ keyword: String) -> Bool {
    guard case .word(let word) = self else { return false }
    return word.uppercased() == keyword
  }
}

/// The tokens of a piece of SQL, without comments. A token that is not closed ends with the text.
@_spi(Backend) public func sqlTokens(of sql: String) -> [SQLToken] {
  sqlTokens(of: sql, .catalog).map(\.token)
}

/// The tokens of a piece of SQL, without comments, and where each is in its UTF-8. A token that is not closed ends with
/// the text.
@_spi(Backend) public func sqlTokens(
  of sql: String, _ rules: SQLLexicalRules
) -> [(token: SQLToken, range: Range<Int>)] {
  var scanner = SQLScanner(rules: rules, rest: Array(sql.utf8)[...])
  return scanner.tokens()
}

private struct SQLScanner {
  let rules: SQLLexicalRules
  var rest: ArraySlice<UInt8>

  mutating func tokens() -> [(token: SQLToken, range: Range<Int>)] {
    var tokens: [(token: SQLToken, range: Range<Int>)] = []
    while let byte = rest.first {
      let start = rest.startIndex
      if byte == UInt8(ascii: " ") || (9...13).contains(byte) {
        rest.removeFirst()
      } else if skipsComment() {
        continue
      } else {
        let token = next(byte)
        tokens.append((token, start..<rest.startIndex))
      }
    }
    return tokens
  }

  private mutating func next(_ byte: UInt8) -> SQLToken {
    if let parameter = parameter(byte) { return .parameter(parameter) }
    switch byte {
    case UInt8(ascii: "'"): return .text(quoted(byte))
    case UInt8(ascii: "\""): return .name(quoted(byte))
    case UInt8(ascii: "`") where rules.namesInBackticks: return .name(quoted(byte))
    case UInt8(ascii: "["): return bracketed()
    case UInt8(ascii: "$") where rules.textsInDollars:
      if let text = dollarQuoted() { return .text(text) }
      return symbol()
    case UInt8(ascii: "e") where startsEscapedText, UInt8(ascii: "E") where startsEscapedText:
      rest.removeFirst()
      return .text(quoted(UInt8(ascii: "'"), hasEscapes: true))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(number())
    case UInt8(ascii: "."):
      if let next = rest.dropFirst().first, Self.isDigit(next) { return .number(number()) }
      return symbol()
    case _ where Self.isWordPart(byte): return .word(text(of: taken(while: Self.isWordPart)))
    default: return symbol()
    }
  }

  /// A placeholder; `nil` if there is none.
  private mutating func parameter(_ byte: UInt8) -> String? {
    guard let marks = rules.parameterMarks[byte] else { return nil }
    let name = rest.dropFirst().prefix(while: marks == .number ? Self.isDigit : Self.isWordPart)
    if name.isEmpty, byte != UInt8(ascii: "?") { return nil }
    defer { rest = rest.dropFirst(1 + name.count) }
    return text(of: rest.prefix(1 + name.count))
  }

  private var startsEscapedText: Bool { rules.hasEscapes && rest.dropFirst().first == UInt8(ascii: "'") }

  /// `$tag$text$tag$`; `nil` if it is none.
  private mutating func dollarQuoted() -> String? {
    let tag = rest.dropFirst().prefix { Self.isWordPart($0) && $0 != UInt8(ascii: "$") }
    guard tag.first.map({ !Self.isDigit($0) }) ?? true, rest.dropFirst(1 + tag.count).first == UInt8(ascii: "$") else {
      return nil
    }
    let mark = rest.prefix(tag.count + 2)
    rest = rest.dropFirst(mark.count)
    var bytes: [UInt8] = []
    while !rest.isEmpty, !rest.starts(with: mark) { bytes.append(rest.removeFirst()) }
    rest = rest.dropFirst(mark.count)
    return text(of: bytes[...])
  }

  private mutating func quoted(_ mark: UInt8, hasEscapes: Bool = false) -> String {
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if hasEscapes, byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
        bytes.append(next)
        continue
      }
      if byte == mark {
        guard rest.first == mark else { break }
        rest.removeFirst()
      }
      bytes.append(byte)
    }
    return text(of: bytes[...])
  }

  /// A name in SQLite's brackets, or the bracket of a list.
  private mutating func bracketed() -> SQLToken {
    let inside = rest.dropFirst()
    let name = inside.prefix { $0 != UInt8(ascii: "]") }
    switch rules.brackets {
    case .name: break
    case .list: return symbol()
    case .nameOrList:
      guard name.endIndex < rest.endIndex, let first = name.first, !Self.isDigit(first),
        name.allSatisfy({ Self.isWordPart($0) || $0 == UInt8(ascii: " ") })
      else { return symbol() }
    }
    rest = rest[name.endIndex...].dropFirst()
    return .name(text(of: name))
  }

  private mutating func number() -> String {
    var bytes: [UInt8] = []
    while let byte = rest.first {
      let isSign =
        (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")) && bytes.last.map { $0 | 32 } == UInt8(ascii: "e")
      guard Self.isDigit(byte) || byte == UInt8(ascii: ".") || byte | 32 == UInt8(ascii: "e") || isSign else { break }
      bytes.append(byte)
      rest.removeFirst()
    }
    return text(of: bytes[...])
  }

  private mutating func symbol() -> SQLToken {
    let two = text(of: rest.prefix(2))
    let length = ["<=", ">=", "<>", "!=", "==", "::", "||"].contains(two) ? 2 : 1
    defer { rest = rest.dropFirst(length) }
    return .symbol(text(of: rest.prefix(length)))
  }

  private mutating func skipsComment() -> Bool {
    if rest.starts(with: "--".utf8) {
      rest = rest.drop { $0 != UInt8(ascii: "\n") }
      return true
    }
    guard rest.starts(with: "/*".utf8) else { return false }
    rest = rest.dropFirst(2)
    var depth = 1
    while !rest.isEmpty, depth > 0 {
      let isEnd = rest.starts(with: "*/".utf8)
      let isStart = rules.nestsComments && rest.starts(with: "/*".utf8)
      depth += isEnd ? -1 : isStart ? 1 : 0
      rest = rest.dropFirst(isEnd || isStart ? 2 : 1)
    }
    return true
  }

  private mutating func taken(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let bytes = rest.prefix(while: isPart)
    rest = rest.dropFirst(bytes.count)
    return bytes
  }

  private func text(of bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    isDigit(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }
}
