import IgataDiagnostics
import IgataSyntax

/// What stands before a location: decided on the tokens before it, with the brackets paired, so that half a line is
/// enough.
struct CursorContext {
  /// A bracket that is open at the location.
  struct Bracket {
    var kind: Token.Kind
    /// The index of the bracket among ``tokens``.
    var index: Int
    /// Whether it is the brace of a body.
    var isBody: Bool
  }

  let tree: SyntaxTree
  /// The tokens before the word at the location that aren't white space or comments.
  private(set) var tokens: [Token] = []
  /// The word at the location, or an empty range.
  let word: SourceRange
  /// The brackets that are open at the location, the outermost first.
  private(set) var open: [Bracket] = []
  /// The index of the token that the member or the declaration at the location starts with; the number of tokens if it
  /// is the word itself that starts it.
  private(set) var start = 0
  /// The comment or the string that the location is in.
  let text: Token?

  init(_ tree: SyntaxTree, _ offset: Int) {
    self.tree = tree
    let offset = max(0, min(offset, tree.source.bytes.count))
    let index = tree.tokens.partitionIndex { $0.end >= offset }
    let token = tree.tokens.indices.contains(index) ? tree.tokens[index] : nil
    var word = SourceRange(file: tree.file, start: offset, end: offset)
    var text: Token?
    if let token, token.start < offset {
      switch token.kind {
      case .identifier, .quotedIdentifier: (word.start, word.end) = (token.start, token.end)
      case .lineComment, .documentation: text = token
      case .blockComment, .string, .multilineString:
        if offset < token.end || !token.endsClosed(in: tree.source.bytes) { text = token }
      default: break
      }
    }
    self.word = word
    self.text = text
    scan(before: text?.start ?? word.start)
  }

  private mutating func scan(before end: Int) {
    var startsLine = true
    for token in tree.tokens {
      guard token.start < end, token.kind != .end else { break }
      switch token.kind {
      case .newline: startsLine = true
      case .whitespace, .byteOrderMark, .lineComment, .documentation: break
      case .blockComment:
        if tree.source.bytes[token.start..<token.end].contains(UInt8(ascii: "\n")) { startsLine = true }
      default:
        add(token, startsLine: startsLine)
        startsLine = false
      }
    }
    // A word that starts a line starts a member, too.
    if startsLine, open.last?.isBody ?? true, !continues(.identifier) { start = tokens.count }
  }

  private mutating func add(_ token: Token, startsLine: Bool) {
    if startsLine, let last = open.last, !last.isBody, startsMember(token) { closeBrackets() }
    let isAtLevel = open.last?.isBody ?? true
    if isAtLevel, tokens.isEmpty || (startsLine && !continues(token.kind)) { start = tokens.count }
    switch token.kind {
    case .leftParenthesis, .leftBracket: open.append(Bracket(kind: token.kind, index: tokens.count, isBody: false))
    case .leftBrace:
      let isBody = !startsObject
      if isBody { closeBrackets() }
      open.append(Bracket(kind: token.kind, index: tokens.count, isBody: isBody))
      if isBody { start = tokens.count + 1 }
    case .rightParenthesis: close(.leftParenthesis)
    case .rightBracket: close(.leftBracket)
    case .rightBrace:
      if open.last.map({ $0.kind == .leftBrace && !$0.isBody }) ?? false {
        open.removeLast()
      } else {
        closeBrackets()
        if !open.isEmpty { open.removeLast() }
        start = tokens.count + 1
      }
    default: break
    }
    tokens.append(token)
  }

  private mutating func close(_ kind: Token.Kind) {
    if let last = open.last, last.kind == kind { open.removeLast() }
  }

  /// Closes the brackets inside of the innermost body.
  private mutating func closeBrackets() { while let last = open.last, !last.isBody { open.removeLast() } }

  /// Whether the text of a line that starts with this kind of token continues the member before it.
  private func continues(_ kind: Token.Kind) -> Bool {
    if kind == .at || kind == .leftBrace { return !tokens.isEmpty && tokens.last?.kind != .leftBrace }
    return switch tokens.last?.kind {
    case .colon, .equal, .comma, .dot, .at, .closedRange, .halfOpenRange, .minus, .operation: true
    default: false
    }
  }

  /// Whether a line that starts with a word looks like a new member rather than the next argument.
  private func startsMember(_ token: Token) -> Bool {
    guard token.kind.isName else { return false }
    switch tokens.last?.kind {
    case .comma, .leftParenthesis, .leftBracket, .colon, .closedRange, .halfOpenRange, .at, .dot, .minus, .operation,
      .exclamation, .leftBrace:
      return false
    default: break
    }
    let index = tree.tokens.partitionIndex { $0.start >= token.end }
    let next = tree.tokens[index...].prefix(3).first { $0.kind != .whitespace }
    return next.map { $0.kind == .colon || $0.kind.isName || $0.kind == .leftParenthesis } ?? false
  }

  /// Whether a brace after the tokens so far opens an object of JSON.
  private var startsObject: Bool {
    guard open.contains(where: \.isBody) else { return false }
    return switch tokens.last?.kind {
    case .equal: true
    case .comma, .colon, .leftBracket, .leftParenthesis: !(open.last?.isBody ?? true)
    default: false
    }
  }
}

extension CursorContext {
  /// The tokens of the member or the declaration before the location.
  var member: ArraySlice<Token> { start < tokens.count ? tokens[start...] : [] }

  /// The kind of the token before the word.
  var previous: Token.Kind? { start < tokens.count ? tokens.last?.kind : nil }

  func text(_ token: Token) -> String {
    let text = tree.text(of: token)
    return token.kind == .quotedIdentifier ? String(text.dropFirst().dropLast()) : text
  }

  /// The innermost open bracket that isn't a body.
  var bracket: Bracket? { open.last.flatMap { $0.isBody ? nil : $0 } }

  /// The word before an opening parenthesis, and whether an `@` stands before it.
  func callee(of bracket: Bracket) -> (name: String, isAttribute: Bool, isFirst: Bool)? {
    guard bracket.kind == .leftParenthesis, bracket.index > 0, tokens[bracket.index - 1].kind.isName else { return nil }
    let name = text(tokens[bracket.index - 1])
    let isAttribute = bracket.index > 1 && tokens[bracket.index - 2].kind == .at
    return (name, isAttribute, bracket.index - 1 == start)
  }

  /// The keyword and the name of the declaration whose body or head the location is in.
  var declaration: (keyword: String, name: Token?)? {
    let body = open.last(where: \.isBody)
    guard let body else {
      guard let first = member.first, first.kind == .identifier else { return nil }
      return (text(first), member.dropFirst().first { $0.kind.isName })
    }
    // The head of the body: the last keyword before the brace that starts a declaration.
    var index = body.index - 1
    var depth = 0
    while index >= 1 {
      switch tokens[index].kind {
      case .rightParenthesis: depth += 1
      case .leftParenthesis: depth -= 1
      case .leftBrace, .rightBrace: return nil
      default:
        let word = tokens[index - 1]
        if depth <= 0, tokens[index].kind.isName, word.kind == .identifier,
          ["model", "struct", "enum"].contains(text(word))
        {
          return (text(word), tokens[index])
        }
      }
      index -= 1
    }
    return nil
  }

  var isInBody: Bool { open.contains(where: \.isBody) }

  /// The tokens after an opening bracket, without those in closed brackets inside of it.
  func arguments(of bracket: Bracket) -> [Token] {
    var depth = 0
    var result: [Token] = []
    for token in tokens[(bracket.index + 1)...] {
      switch token.kind {
      case .leftParenthesis, .leftBracket, .leftBrace: depth += 1
      case .rightParenthesis, .rightBracket, .rightBrace: depth -= 1
      default: if depth == 0 { result.append(token) }
      }
    }
    return result
  }
}

extension Token {
  /// Whether a string or a comment ends with what closes it. Enough to decide whether a location after its last byte is
  /// still in it.
  fileprivate func endsClosed(in bytes: [UInt8]) -> Bool {
    switch kind {
    case .string: end - start > 1 && bytes[end - 1] == UInt8(ascii: "\"")
    case .multilineString: end - start > 5 && bytes[end - 3..<end].allSatisfy { $0 == UInt8(ascii: "\"") }
    case .blockComment: end - start > 3 && bytes[end - 2..<end].elementsEqual("*/".utf8)
    default: true
    }
  }
}
