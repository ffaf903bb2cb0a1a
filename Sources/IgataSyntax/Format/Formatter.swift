/// Writes the tokens of a tree in order, and decides on the white space between them.
struct Formatter {
  private let bytes: [UInt8]
  private let tokens: [Token]
  private let starts: [Int: LineStart]
  private var output: [UInt8] = []
  /// The number of open braces.
  private var braces = 0
  /// The number of open parentheses and brackets.
  private var brackets = 0
  /// Whether the member continues on another line, which is indented by one more level.
  private var isContinued = false
  /// Whether a `reserved` list is being written, which may continue on other lines.
  private var isReserved = false
  /// The indentation of the line that is being written.
  private var lineIndentation = 0

  init(_ tree: SyntaxTree) {
    bytes = tree.source.bytes
    tokens = tree.tokensWithObjectsAsLists
    starts = tree.lineStarts
    output.reserveCapacity(bytes.count)
  }

  mutating func run() -> [UInt8] {
    var previous: (index: Int, kind: Token.Kind)?
    let kept = keptTokens()
    for index in kept {
      let first = previous.map { $0.index + 1 } ?? 0
      write(tokens[index], after: previous?.kind, TriviaRun(tokens[first..<index].filter(\.kind.isTrivia)[...]))
      previous = (index, tokens[index].kind)
    }
    return output
  }

  /// The tokens that aren't trivia, without the commas that are removed: those between cases, because each case gets
  /// its own line, and those before a closing bracket on the same line.
  private func keptTokens() -> [Int] {
    let significant = tokens.indices.filter { !tokens[$0].kind.isTrivia }
    return zip(significant, significant.dropFirst() + [tokens.count]).compactMap { index, next in
      guard tokens[index].kind == .comma, next < tokens.count else { return index }
      if starts[tokens[next].start] == .listedCase { return nil }
      let closes = tokens[next].kind == .rightParenthesis || tokens[next].kind == .rightBracket
      return closes && !TriviaRun(tokens[index + 1..<next]).breaksLine ? nil : index
    }
  }

  // MARK: Between the tokens

  private mutating func write(_ token: Token, after previous: Token.Kind?, _ trivia: TriviaRun) {
    let start = token.kind == .end ? nil : starts[token.start]
    let isStructural = start != nil || token.kind == .rightBrace || token.kind == .end
    if isStructural { (isContinued, isReserved) = (false, false) }
    var blank = Blank(
      isAllowed: isStructural && previous != .leftBrace, isForced: start == .declaration && previous != nil)
    var isLineOpen = true
    for comment in trivia.comments {
      if comment.lineEndsBefore == 0, !output.isEmpty {
        output.append(contentsOf: spaceBefore(comment))
      } else {
        if !isStructural, brackets == 0 { isContinued = true }
        breakLine(blank: blank.take(comment.lineEndsBefore), indentation: indentation)
        blank.isAllowed = isStructural
      }
      writeComment(comment.token)
      isLineOpen = comment.isBlock
    }
    if isStructural || !isLineOpen || (trivia.lineEnds > 0 && keepsBreak(before: token.kind, after: previous)) {
      endTrivia(before: token, after: previous, trivia, &blank, isStructural: isStructural)
    } else if trivia.comments.isEmpty, let previous {
      if needsSpace(between: previous, and: token.kind) { output.append(UInt8(ascii: " ")) }
    } else if needsSpace(between: .identifier, and: token.kind), !output.isEmpty {
      output.append(UInt8(ascii: " "))
    }
    writeToken(token, start)
  }

  /// Breaks the line before a token, and indents it.
  private mutating func endTrivia(
    before token: Token, after previous: Token.Kind?, _ trivia: TriviaRun, _ blank: inout Blank, isStructural: Bool
  ) {
    if token.kind == .end {
      if !output.isEmpty { output.append(UInt8(ascii: "\n")) }
      return
    }
    if token.kind == .rightBrace {
      braces = max(0, braces - 1)
      if previous == .leftBrace, trivia.comments.isEmpty { return }
      breakLine(blank: false, indentation: braces)
      return
    }
    if let last = trivia.comments.last, last.isBlock, trivia.lineEnds == 0, last.lineEndsBefore > 0 || output.isEmpty {
      // A comment that starts the line stays before the token that follows it.
      output.append(UInt8(ascii: " "))
      return
    }
    if !isStructural, brackets == 0, token.kind != .leftBrace { isContinued = true }
    let isDocumented = trivia.comments.last?.token.kind == .documentation
    let closes = token.kind == .rightParenthesis || token.kind == .rightBracket
    let inner = token.kind == .leftBrace ? braces : indentation - (closes ? 1 : 0)
    breakLine(blank: blank.take(isDocumented ? 1 : trivia.lineEnds), indentation: inner)
  }

  private var indentation: Int { braces + brackets + (isContinued ? 1 : 0) }

  /// Whether a line break that was written before the token is kept.
  private func keepsBreak(before kind: Token.Kind, after previous: Token.Kind?) -> Bool {
    if brackets > 0 {
      return previous == .leftParenthesis || previous == .leftBracket || previous == .comma
        || kind == .rightParenthesis || kind == .rightBracket || kind == .operation || previous == .operation
    }
    return kind == .at || (isReserved && previous == .comma)
  }

  /// The white space between a comment and the text before it on its line.
  private func spaceBefore(_ comment: TriviaRun.Comment) -> String.UTF8View {
    guard comment.isBlock else { return "  ".utf8 }
    return output.last == UInt8(ascii: "(") || output.last == UInt8(ascii: "[") ? "".utf8 : " ".utf8
  }

  private mutating func breakLine(blank: Bool, indentation: Int) {
    if !output.isEmpty {
      output.append(UInt8(ascii: "\n"))
      if blank { output.append(UInt8(ascii: "\n")) }
    }
    // Valid text isn't nested deeper. Without the limit, the output for invalid text would grow quadratically with the
    // number of its brackets.
    lineIndentation = 2 * max(0, min(indentation, Parser.deepestNesting + 2))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: lineIndentation))
  }

  // MARK: The tokens

  private mutating func writeToken(_ token: Token, _ start: LineStart?) {
    switch token.kind {
    case .leftBrace:
      braces += 1
      isContinued = false
    case .leftParenthesis, .leftBracket: brackets += 1
    case .rightParenthesis, .rightBracket: brackets = max(0, brackets - 1)
    default: break
    }
    if start == .listedCase { output.append(contentsOf: "case ".utf8) }
    if start == .member || start == .declaration {
      isReserved = bytes[token.start..<token.end].elementsEqual(MemberKeyword.reserved.rawValue.utf8)
    }
    if token.kind == .multilineString {
      writeBlock(token)
    } else {
      output.append(contentsOf: bytes[token.start..<token.end])
    }
  }

  /// A comment with line feeds as line endings, and without white space at the end of a line comment.
  private mutating func writeComment(_ token: Token) {
    var text = bytes[token.start..<token.end]
    guard token.kind == .blockComment else {
      while text.last == UInt8(ascii: " ") || text.last == UInt8(ascii: "\t") { text.removeLast() }
      output.append(contentsOf: text)
      return
    }
    writeWithLineFeeds(text)
  }

  /// A multiline string, its content indented by one more level than the line it starts on.
  private mutating func writeBlock(_ token: Token) {
    let lines = bytes[token.start..<token.end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, let last = lines.dropFirst().last else {
      output.append(contentsOf: bytes[token.start..<token.end])
      return
    }
    let indentation = last.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    writeWithLineFeeds(first.last == UInt8(ascii: "\r") ? first.dropLast() : first)
    for line in lines.dropFirst() {
      output.append(UInt8(ascii: "\n"))
      let ended = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let isIndented = ended.starts(with: indentation)
      let rest = isIndented ? ended.dropFirst(indentation.count) : ended.drop { $0 == 0x20 || $0 == 0x09 }
      guard !rest.isEmpty else { continue }
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: lineIndentation + 2))
      output.append(contentsOf: rest)
    }
  }

  private mutating func writeWithLineFeeds(_ text: ArraySlice<UInt8>) {
    for index in text.indices {
      let isReturn = text[index] == UInt8(ascii: "\r") && index + 1 < text.endIndex
      if isReturn, text[index + 1] == UInt8(ascii: "\n") { continue }
      output.append(text[index])
    }
  }
}

/// Whether the next line break adds a blank line.
private struct Blank {
  var isAllowed: Bool
  /// Whether a blank line is required even if the source has none. The first line break resets it.
  var isForced: Bool

  mutating func take(_ lineEnds: Int) -> Bool {
    defer { isForced = false }
    return isForced || (isAllowed && lineEnds > 1)
  }
}
