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

  /// The token as SQL.
  public var text: String {
    switch self {
    case .word(let text), .number(let text), .symbol(let text): text
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
  var scanner = SQLScanner(rest: Array(sql.utf8)[...])
  return scanner.tokens()
}

private struct SQLScanner {
  var rest: ArraySlice<UInt8>

  mutating func tokens() -> [SQLToken] {
    var tokens: [SQLToken] = []
    while let byte = rest.first {
      if byte == UInt8(ascii: " ") || (9...13).contains(byte) {
        rest.removeFirst()
      } else if skipsComment() {
        continue
      } else {
        tokens.append(next(byte))
      }
    }
    return tokens
  }

  private mutating func next(_ byte: UInt8) -> SQLToken {
    switch byte {
    case UInt8(ascii: "'"): return .text(quoted(byte))
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return .name(quoted(byte))
    case UInt8(ascii: "["): return bracketed()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(number())
    case UInt8(ascii: "."):
      if let next = rest.dropFirst().first, Self.isDigit(next) { return .number(number()) }
      return symbol()
    case _ where Self.isWordPart(byte): return .word(text(of: taken(while: Self.isWordPart)))
    default: return symbol()
    }
  }

  private mutating func quoted(_ mark: UInt8) -> String {
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
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
    guard let end = inside.firstIndex(of: UInt8(ascii: "]")), let first = inside.first, first != UInt8(ascii: "]"),
      inside[..<end].allSatisfy({ Self.isWordPart($0) || $0 == UInt8(ascii: " ") }), !Self.isDigit(first)
    else { return symbol() }
    rest = rest[(end + 1)...]
    return .name(text(of: inside[..<end]))
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
    while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
    rest = rest.dropFirst(2)
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
