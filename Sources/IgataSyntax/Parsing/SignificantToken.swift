/// A token that isn't trivia, with what the parser needs to know about its surroundings.
struct SignificantToken {
  let token: Token
  /// Whether there is a line ending between this token and the one before it.
  let startsLine: Bool
  /// Whether a member always ends before it: the end of the text, and the braces of a body.
  fileprivate(set) var endsMember: Bool
  private let storedIndex: Int32
  private var storedPartner: Int32 = -1

  init(_ token: Token, startsLine: Bool, index: Int) {
    self.token = token
    self.startsLine = startsLine
    endsMember = token.kind == .end || token.kind == .leftBrace || token.kind == .rightBrace
    storedIndex = Int32(clamping: index)
  }

  /// Whether this is a brace around the members of an object, and not around a body.
  var isObjectBrace: Bool { !endsMember && (kind == .leftBrace || kind == .rightBrace) }

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

/// Pairs each bracket with its matching one. The braces of bodies take precedence: a `(` or `[`, or the `{` of an
/// object, stays unpaired if it is still open at such a `}` or `{`, or at a line that starts a member.
private func pairBrackets(_ tokens: inout [SignificantToken], of bytes: [UInt8]) {
  var braces: [Int] = []
  var open = OpenBrackets()
  // Where the line starts, or the member that is on the line of its body's brace. The line of a default is its field's.
  var lineStart = 0
  for position in tokens.indices {
    let kind = tokens[position].kind
    if tokens[position].startsLine, position == 0 || tokens[position - 1].kind != .equal { lineStart = position }
    if !open.isEmpty, startsMember(tokens, position, of: bytes) { open.removeAll() }
    var candidate: Int?
    switch kind {
    case .leftParenthesis: open.push(position, .parenthesis)
    case .leftBracket: open.push(position, .bracket)
    case .rightParenthesis: candidate = open.pop(.parenthesis)
    case .rightBracket: candidate = open.pop(.bracket)
    case .leftBrace
    where startsObject(
      tokens, position, of: bytes, line: lineStart, in: open.innermost,
      isInBody: !braces.isEmpty || open.has(.brace)):
      tokens[position].endsMember = false
      open.push(position, .brace)
    case .leftBrace:
      open.removeAll()
      braces.append(position)
      lineStart = position + 1
    case .rightBrace where open.has(.brace):
      tokens[position].endsMember = false
      candidate = open.pop(.brace)
    case .rightBrace:
      open.removeAll()
      candidate = braces.popLast()
    default: break
    }
    if let candidate { (tokens[candidate].partner, tokens[position].partner) = (position, candidate) }
  }
}

/// Whether a `{` opens an object: it is the default of a field, a backfill, or in an object or a list.
private func startsObject(
  _ tokens: [SignificantToken], _ position: Int, of bytes: [UInt8], line: Int, in bracket: OpenBrackets.Kind?,
  isInBody: Bool
) -> Bool {
  guard position > 0 else { return false }
  let previous = tokens[position - 1]
  switch previous.kind {
  case .comma, .colon, .leftBracket: return isInBody && (bracket == .bracket || bracket == .brace)
  case .leftParenthesis:
    guard position > 2, tokens[position - 3].kind == .at else { return false }
    return bytes[tokens[position - 2].start..<tokens[position - 2].end].elementsEqual("backfill".utf8)
  case .equal:
    // A field, whose default can be on a line of its own, and not `type Name = {` of another language.
    let isField = [line + 1, line + 2].contains { $0 < position && tokens[$0].kind == .colon }
    return isInBody && bracket == nil && (isField || previous.startsLine)
  default: return false
  }
}

/// The parentheses, brackets and braces of objects that are open at a position.
private struct OpenBrackets {
  enum Kind {
    case parenthesis, bracket, brace
  }

  private var stack: [(position: Int, kind: Kind)] = []
  private var parentheses = 0
  private var braces = 0

  var isEmpty: Bool { stack.isEmpty }

  var innermost: Kind? { stack.last?.kind }

  func has(_ kind: Kind) -> Bool {
    switch kind {
    case .parenthesis: parentheses > 0
    case .bracket: stack.count > parentheses + braces
    case .brace: braces > 0
    }
  }

  mutating func push(_ position: Int, _ kind: Kind) {
    stack.append((position, kind))
    count(kind, 1)
  }

  private mutating func count(_ kind: Kind, _ change: Int) {
    switch kind {
    case .parenthesis: parentheses += change
    case .bracket: break
    case .brace: braces += change
    }
  }

  /// Removes and returns the innermost one of the kind, and removes those inside it, which aren't closed. Returns `nil`
  /// if there is none.
  mutating func pop(_ kind: Kind) -> Int? {
    guard has(kind) else { return nil }
    while let last = stack.popLast() {
      count(last.kind, -1)
      if last.kind == kind { return last.position }
    }
    return nil
  }

  mutating func removeAll() {
    stack.removeAll(keepingCapacity: true)
    parentheses = 0
    braces = 0
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
  case .leftBrace where tokens[position - 1].isObjectBrace: return false
  default: break
  }
  let next = tokens[position + 1]
  switch next.kind {
  case .colon, .leftParenthesis: return !next.startsLine
  case .identifier, .quotedIdentifier:
    guard !next.startsLine, token.end - token.start <= 8 else { return false }
    let word = String(decoding: bytes[token.start..<token.end], as: UTF8.self)
    return MemberKeyword(rawValue: word) != nil || DeclarationKeyword(rawValue: word) != nil
  default: return false
  }
}
