/// A token that isn't trivia, with what the parser needs to know about its surroundings.
struct SignificantToken {
  let token: Token
  /// Whether there is a line ending between this token and the one before it.
  let startsLine: Bool
  private let storedIndex: Int32
  private var storedPartner: Int32 = -1

  init(_ token: Token, startsLine: Bool, index: Int) {
    self.token = token
    self.startsLine = startsLine
    storedIndex = Int32(clamping: index)
  }

  var kind: Token.Kind { token.kind }
  var start: Int { token.start }
  var end: Int { token.end }

  /// The token's index among all tokens.
  var index: Int { Int(storedIndex) }

  /// For a bracket, the position of its matching bracket, or `nil` if there is none.
  var partner: Int? {
    get { storedPartner < 0 ? nil : Int(storedPartner) }
    set { storedPartner = newValue.map { Int32(clamping: $0) } ?? -1 }
  }
}

/// The tokens that aren't trivia, with their brackets paired.
func significantTokens(_ tokens: [Token], of bytes: [UInt8]) -> [SignificantToken] {
  var result: [SignificantToken] = []
  result.reserveCapacity(tokens.count * 3 / 4)
  var startsLine = true
  for (index, token) in tokens.enumerated() {
    switch token.kind {
    case .byteOrderMark, .whitespace, .lineComment, .documentation: break
    case .newline: startsLine = true
    case .blockComment:
      if bytes[token.start..<token.end].contains(UInt8(ascii: "\n")) { startsLine = true }
    default:
      result.append(SignificantToken(token, startsLine: startsLine, index: index))
      startsLine = false
    }
  }
  pairBrackets(&result, of: bytes)
  return result
}

/// Pairs each bracket with its matching one. Braces take precedence: a `(` or `[` stays unpaired if it is still open at
/// a `}`, at a `{`, which can't be inside parentheses or brackets, or at a line that starts a member.
private func pairBrackets(_ tokens: inout [SignificantToken], of bytes: [UInt8]) {
  var braces: [Int] = []
  var open = OpenBrackets()
  for position in tokens.indices {
    let kind = tokens[position].kind
    if !open.isEmpty, startsMember(tokens, position, of: bytes) { open.removeAll() }
    var candidate: Int?
    switch kind {
    case .leftParenthesis, .leftBracket: open.push(position, isParenthesis: kind == .leftParenthesis)
    case .rightParenthesis, .rightBracket: candidate = open.pop(isParenthesis: kind == .rightParenthesis)
    case .leftBrace:
      open.removeAll()
      braces.append(position)
    case .rightBrace:
      open.removeAll()
      candidate = braces.popLast()
    default: break
    }
    if let candidate { (tokens[candidate].partner, tokens[position].partner) = (position, candidate) }
  }
}

/// The parentheses and brackets that are open at a position.
private struct OpenBrackets {
  private var stack: [(position: Int, isParenthesis: Bool)] = []
  private var parentheses = 0

  var isEmpty: Bool { stack.isEmpty }

  mutating func push(_ position: Int, isParenthesis: Bool) {
    stack.append((position, isParenthesis))
    if isParenthesis { parentheses += 1 }
  }

  /// Removes and returns the innermost one of the kind, and removes those inside it, which aren't closed. Returns `nil`
  /// if there is none.
  mutating func pop(isParenthesis: Bool) -> Int? {
    guard isParenthesis ? parentheses > 0 : stack.count > parentheses else { return nil }
    while let last = stack.popLast() {
      if last.isParenthesis { parentheses -= 1 }
      if last.isParenthesis == isParenthesis { return last.position }
    }
    return nil
  }

  mutating func removeAll() {
    stack.removeAll(keepingCapacity: true)
    parentheses = 0
  }
}

/// Whether a line starts here that looks like a new member: it isn't preceded by a comma or an opening bracket, as it
/// would be inside brackets.
private func startsMember(_ tokens: [SignificantToken], _ position: Int, of bytes: [UInt8]) -> Bool {
  let token = tokens[position]
  guard token.startsLine, token.kind == .identifier || token.kind == .quotedIdentifier, position > 0,
    position + 1 < tokens.count
  else { return false }
  switch tokens[position - 1].kind {
  case .comma, .leftParenthesis, .leftBracket, .colon, .closedRange, .halfOpenRange, .at, .dot, .minus, .operation,
    .exclamation:
    return false
  default: break
  }
  let next = tokens[position + 1]
  switch next.kind {
  case .colon, .leftParenthesis: return !next.startsLine
  case .identifier, .quotedIdentifier:
    guard !next.startsLine, token.end - token.start <= 8 else { return false }
    let word = String(decoding: bytes[token.start..<token.end], as: UTF8.self)
    return ["let", "case", "reserved", "model", "enum", "struct", "type"].contains(word)
  default: return false
  }
}
