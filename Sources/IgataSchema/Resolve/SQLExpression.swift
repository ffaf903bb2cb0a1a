/// The lexical rules of a dialect that decide where a text, a name or a comment ends.
enum SQLExpressionRules: Hashable {
  case sqlite, postgresql
}

extension BackfillSQL {
  /// Why the SQL isn't one expression, of which nothing can reach the statement around it; `nil` if it is one.
  func objection(_ rules: SQLExpressionRules) -> String? {
    var bytes: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let text): bytes += Array(text.utf8)
      // A name that is no part of another one.
      case .field, .value: bytes += Array(" \u{1} ".utf8)
      }
    }
    var scanner = SQLExpressionScanner(bytes: bytes, rules: rules)
    return scanner.objection()
  }
}

extension String {
  /// Why SQL that is put in a statement of each dialect isn't one expression there; `nil` if it is one.
  var sqlObjection: String? {
    for rules in [SQLExpressionRules.sqlite, .postgresql] {
      var scanner = SQLExpressionScanner(bytes: Array(utf8), rules: rules)
      if let objection = scanner.objection() { return objection }
    }
    return nil
  }
}

private struct SQLExpressionScanner {
  var bytes: [UInt8]
  let rules: SQLExpressionRules
  private var index = 0

  init(bytes: [UInt8], rules: SQLExpressionRules) {
    self.bytes = bytes
    self.rules = rules
  }

  mutating func objection() -> String? {
    var open: [UInt8] = []
    // A query in parentheses can have several expressions; what follows another word can't.
    let isQuery = ["select", "with", "values"].contains { starts(with: $0) }
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch byte {
      case UInt8(ascii: ";"): return "';' ends the expression"
      case UInt8(ascii: "-") where next == byte: return "'--' begins a comment"
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"): return "'/*' begins a comment"
      case UInt8(ascii: ",") where open.isEmpty && !isQuery: return "',' begins another expression"
      case 0: return "a text can't have the character U+0000"
      case UInt8(ascii: "'"):
        if let problem = skipQuotes(byte, hasEscapes: isEscaped) { return problem }
      case _ where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`") && rules == .sqlite:
        if let problem = skipQuotes(byte, hasEscapes: false) { return problem }
      case UInt8(ascii: "[") where rules == .sqlite:
        if let problem = skipQuotes(UInt8(ascii: "]"), hasEscapes: false) { return problem }
      case UInt8(ascii: "$") where rules == .postgresql && !isAfterWord:
        if let problem = skipDollars() { return problem }
      case UInt8(ascii: "("), UInt8(ascii: "["):
        open.append(byte == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]"))
        index += 1
      case _ where byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") && rules == .postgresql:
        guard open.popLast() == byte else { return "'\(Character(Unicode.Scalar(byte)))' closes nothing" }
        index += 1
      default: index += 1
      }
    }
    return open.isEmpty ? nil : "'\(open.last == UInt8(ascii: "]") ? "[" : "(")' isn't closed"
  }

  private func starts(with word: String) -> Bool {
    let start = bytes.drop { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    let (first, rest) = (start.prefix(word.utf8.count), start.dropFirst(word.utf8.count))
    return first.map { $0 | 0x20 } == Array(word.utf8) && !(rest.first.map(Self.isWord) ?? false)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || (48...57).contains(byte)
      || (65...90).contains(byte) || (97...122).contains(byte)
  }

  private var isAfterWord: Bool { index > 0 && Self.isWord(bytes[index - 1]) }

  /// Whether the text is `E'…'`, in which a backslash can be in front of a quote.
  private var isEscaped: Bool {
    guard rules == .postgresql, index > 0, bytes[index - 1] | 0x20 == UInt8(ascii: "e") else { return false }
    return index < 2 || !Self.isWord(bytes[index - 2])
  }

  /// Skips what is in quotes, in which the quote is doubled.
  private mutating func skipQuotes(_ quote: UInt8, hasEscapes: Bool) -> String? {
    let isName = quote == UInt8(ascii: "]")
    index += 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 1 { return "a field in braces can't be in quotes" }
      if hasEscapes, byte == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      index += 1
      guard byte == quote else { continue }
      guard !isName, index < bytes.count, bytes[index] == quote else { return nil }
      index += 1
    }
    return isName ? "'[' isn't closed" : "a quote isn't closed"
  }

  /// Skips `$tag$…$tag$`.
  private mutating func skipDollars() -> String? {
    let tag = bytes[(index + 1)...].prefix { Self.isWord($0) && $0 != UInt8(ascii: "$") }
    let isTag = tag.first.map { !(48...57).contains($0) } ?? true
    guard isTag, tag.endIndex < bytes.count, bytes[tag.endIndex] == UInt8(ascii: "$") else {
      index += 1
      return nil
    }
    let mark = bytes[index...tag.endIndex]
    guard let end = bytes[(tag.endIndex + 1)...].firstRange(of: mark) else { return "a quote isn't closed" }
    if bytes[index..<end.upperBound].contains(1) { return "a field in braces can't be in quotes" }
    index = end.upperBound
    return nil
  }
}
