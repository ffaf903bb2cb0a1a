/// A part of a file of SQL: a statement, or a line for the store.
enum SQLPart {
  /// A statement with its semicolon, and its tokens.
  case statement(Range<Int>, tokens: [Range<Int>])
  /// The words after `-- igata:`, and the text after it.
  case directive(Range<Int>, words: [String], text: String)
  /// Tokens at the end of the file, or before a line for the store, without a semicolon.
  case unfinished(Range<Int>)
}

/// The parts of a file, without comments and white space between them.
func sqlParts(_ bytes: [UInt8], skipping start: Int = 0) -> [SQLPart] {
  var parts: [SQLPart] = []
  var tokens: [Range<Int>] = []
  var nesting = StatementNesting()
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
  func endUnfinished() {
    if let first = tokens.first, let last = tokens.last {
      parts.append(.unfinished(first.lowerBound..<last.upperBound))
    }
    (tokens, nesting) = ([], StatementNesting())
  }
  for token in sqlTokens(bytes) where token.lowerBound >= start {
    if bytes[token].starts(with: Array("--".utf8)) {
      endUnfinished()
      let line = Array(text(token).dropFirst("-- igata:".count).drop { $0 == " " }.utf8)
      let words = sqlTokens(line).map { String(decoding: line[$0], as: UTF8.self) }
      parts.append(.directive(token, words: words, text: String(decoding: line, as: UTF8.self)))
      continue
    }
    tokens.append(token)
    nesting.add(text(token))
    guard bytes[token.lowerBound] == UInt8(ascii: ";"), nesting.isClosed else { continue }
    parts.append(.statement(tokens[0].lowerBound..<token.upperBound, tokens: tokens))
    (tokens, nesting) = ([], StatementNesting())
  }
  endUnfinished()
  return parts
}

/// Where a semicolon doesn't end a statement: in the body of a trigger, and between PostgreSQL's dollars.
private struct StatementNesting {
  private var words: [String] = []
  /// How many of `BEGIN` and `CASE` have no `END` yet.
  private var depth = 0
  /// What ends the text between dollars: `$$` or `$name$`.
  private var dollars: Substring?

  var isClosed: Bool { dollars == nil && depth == 0 }

  private var isTrigger: Bool { words.first == "CREATE" && words.contains("TRIGGER") }

  mutating func add(_ token: String) {
    if token.utf8.first != UInt8(ascii: "'"), token.utf8.first != UInt8(ascii: "\""), token.contains("$") {
      addDollars(token)
    }
    let word = token.uppercased()
    if words.count < 4 { words.append(word) }
    guard isTrigger else { return }
    if word == "BEGIN" || word == "CASE" { depth += 1 }
    if word == "END" { depth -= 1 }
  }

  private mutating func addDollars(_ token: String) {
    var rest = token[...]
    while let first = rest.firstIndex(of: "$") {
      let after = rest.index(after: first)
      guard let second = rest[after...].firstIndex(of: "$") else { return }
      let tag = rest[first...second]
      if dollars == nil { dollars = tag } else if dollars == tag { dollars = nil }
      rest = rest[rest.index(after: second)...]
    }
  }
}
