/// The rules of an engine, and of the program that runs its scripts, by which a text, a name or a comment ends.
public enum SQLTextRules: Hashable, Sendable {
  case sqlite, postgresql
}

/// Divides SQL into what is in quotes or comments, and what isn't, exactly as the programs `sqlite3` and `psql` do.
struct SQLTextScanner {
  enum Part {
    /// A byte outside of quotes and comments.
    case byte(UInt8)
    case quoted(Range<Int>)
    case comment(Range<Int>, isPlain: Bool)
    /// Why it can't be told what the rest is.
    case problem(String)
  }

  let bytes: [UInt8]
  let rules: SQLTextRules
  /// Whether a backslash can be in front of the quote in every text, which a session can ask of PostgreSQL.
  let hasEscapes: Bool
  /// The start of the next part.
  private(set) var index = 0
  /// The start of the word that ends in front of the next part; `nil` if there is none.
  private var wordStart: Int?

  init(_ bytes: [UInt8], _ rules: SQLTextRules, hasEscapes: Bool = false) {
    self.bytes = bytes
    self.rules = rules
    self.hasEscapes = hasEscapes
  }

  mutating func next() -> Part? {
    guard index < bytes.count else { return nil }
    let start = index
    let part = part()
    if case .byte(let byte) = part, Self.isWord(byte) {
      wordStart = wordStart ?? start
    } else {
      wordStart = nil
    }
    return part
  }

  private mutating func part() -> Part {
    let start = index
    let byte = bytes[start]
    switch byte {
    case UInt8(ascii: "-") where self.byte(at: start + 1) == byte: return lineComment()
    case UInt8(ascii: "/") where self.byte(at: start + 1) == UInt8(ascii: "*"): return blockComment()
    case UInt8(ascii: "'") where followsNumber, UInt8(ascii: "$") where rules == .postgresql && followsNumber:
      return .problem("a quote follows a number")
    case UInt8(ascii: "'"): return quotes(byte, hasEscapes: prefix == "e" || hasEscapes && prefix == nil)
    case UInt8(ascii: "\""): return quotes(byte, hasEscapes: false)
    case UInt8(ascii: "`") where rules == .sqlite: return quotes(byte, hasEscapes: false)
    case UInt8(ascii: "[") where rules == .sqlite: return quotes(UInt8(ascii: "]"), hasEscapes: false)
    case UInt8(ascii: "$") where rules == .postgresql && wordStart == nil: return dollars()
    default:
      index += 1
      return .byte(byte)
    }
  }

  /// Goes on with the next line.
  mutating func skipLine() { index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count }

  // MARK: Bytes

  private func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || isDigit(byte) || (65...90).contains(byte)
      || (97...122).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// Whether a number is directly in front, or one and letters: PostgreSQL's releases differ in where it ends.
  private var followsNumber: Bool {
    guard rules == .postgresql, let wordStart else { return false }
    return Self.isDigit(bytes[wordStart]) || bytes[wordStart] == UInt8(ascii: "$")
  }

  /// What a text for PostgreSQL begins with that decides about backslashes: `e` of `E'…'`, in which one can be in front
  /// of a quote, or `b`, `x` and `u&`, in which none can.
  private var prefix: String? {
    guard rules == .postgresql else { return nil }
    return ["e", "b", "x", "u&"].first { prefix in
      let start = index - prefix.utf8.count
      guard start >= 0, start == 0 || !Self.isWord(bytes[start - 1]) else { return false }
      return bytes[start..<index].elementsEqual(prefix.utf8) { $0 == $1 || $0 | 0x20 == $1 }
    }
  }

  // MARK: Comments

  private mutating func lineComment() -> Part {
    let start = index
    index = bytes[start...].firstIndex(where: isLineEnd) ?? bytes.count
    return .comment(start..<index, isPlain: false)
  }

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && rules == .postgresql
  }

  /// A comment between `/*` and `*/`, which is plain if all rules end it there.
  private mutating func blockComment() -> Part {
    let start = index
    var (depth, isPlain) = (1, true)
    index += 2
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), byte(at: index + 1) == UInt8(ascii: "/") {
        index += 2
        depth -= 1
        if depth == 0 { return .comment(start..<index, isPlain: isPlain) }
      } else if bytes[index] == UInt8(ascii: "/"), byte(at: index + 1) == UInt8(ascii: "*") {
        isPlain = false
        // `/*/` begins a comment, and ends none.
        index += rules == .postgresql ? 2 : 1
        depth += rules == .postgresql ? 1 : 0
      } else {
        index += 1
      }
    }
    return .comment(start..<index, isPlain: false)
  }

  // MARK: Quotes

  /// What is in quotes, in which the quote is doubled.
  private mutating func quotes(_ quote: UInt8, hasEscapes: Bool) -> Part {
    let start = index
    let isName = quote == UInt8(ascii: "]")
    index += 1
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if hasEscapes, byte == UInt8(ascii: "\\") { index = min(index + 1, bytes.count) }
      guard byte == quote else { continue }
      if !isName, self.byte(at: index) == quote {
        index += 1
      } else if hasEscapes, isContinued {
        return .problem("a text with backslashes goes on after a line end")
      } else {
        return .quoted(start..<index)
      }
    }
    return .problem(isName ? "'[' isn't closed" : "a quote isn't closed")
  }

  /// Whether another text follows, which belongs to the one before if there is a line end between them.
  private var isContinued: Bool {
    var rest = bytes[index...]
    while let first = rest.first {
      if first == UInt8(ascii: " ") || (9...13).contains(first) {
        rest.removeFirst()
      } else if rest.starts(with: "--".utf8) {
        rest = rest.drop { !isLineEnd($0) }
      } else {
        return first == UInt8(ascii: "'")
      }
    }
    return false
  }

  /// `$tag$…$tag$`.
  private mutating func dollars() -> Part {
    let start = index
    let tag = bytes[(start + 1)...].prefix { Self.isWord($0) && $0 != UInt8(ascii: "$") }
    let isTag = tag.first.map { !Self.isDigit($0) } ?? true
    guard isTag, byte(at: tag.endIndex) == UInt8(ascii: "$") else {
      index += 1
      return .byte(UInt8(ascii: "$"))
    }
    let mark = bytes[start...tag.endIndex]
    guard let end = bytes[(tag.endIndex + 1)...].firstRange(of: mark) else { return .problem("a quote isn't closed") }
    index = end.upperBound
    return .quoted(start..<index)
  }
}
