/// A token that is not trivia, with what the parser wants to know of its surroundings.
struct SignificantToken {
  var kind: Token.Kind
  var start: Int
  var end: Int
  /// Whether a line end stands between this token and the one before it.
  var startsLine: Bool
  /// Where the token stands among all tokens.
  var index: Int
  /// For a bracket, the position of the one that pairs with it; nothing where there is none.
  var partner: Int?
}

/// The tokens that are not trivia, their brackets paired.
func significantTokens(_ tokens: [Token], of bytes: [UInt8]) -> [SignificantToken] {
  var result: [SignificantToken] = []
  var startsLine = true
  for (index, token) in tokens.enumerated() {
    switch token.kind {
    case .byteOrderMark, .whitespace, .lineComment, .documentation: break
    case .newline: startsLine = true
    case .blockComment:
      if bytes[token.start..<token.end].contains(UInt8(ascii: "\n")) { startsLine = true }
    default:
      result.append(
        SignificantToken(kind: token.kind, start: token.start, end: token.end, startsLine: startsLine, index: index))
      startsLine = false
    }
  }
  pairBrackets(&result)
  return result
}

/// Pairs each bracket with its partner. Braces are the stronger ones: a `}` leaves the `(` and `[` unpaired that are
/// open inside its braces, and so does a `{`, which never stands inside the others.
private func pairBrackets(_ tokens: inout [SignificantToken]) {
  var braces: [Int] = []
  var open: [Int] = []
  var openCounts: [Token.Kind: Int] = [:]
  for position in tokens.indices {
    let kind = tokens[position].kind
    switch kind {
    case .leftParenthesis, .leftBracket:
      open.append(position)
      openCounts[kind, default: 0] += 1
    case .rightParenthesis, .rightBracket:
      let wanted: Token.Kind = kind == .rightParenthesis ? .leftParenthesis : .leftBracket
      guard openCounts[wanted, default: 0] > 0 else { continue }
      while let candidate = open.popLast() {
        openCounts[tokens[candidate].kind, default: 0] -= 1
        guard tokens[candidate].kind == wanted else { continue }
        (tokens[candidate].partner, tokens[position].partner) = (position, candidate)
        break
      }
    case .leftBrace, .rightBrace:
      open.removeAll(keepingCapacity: true)
      openCounts.removeAll(keepingCapacity: true)
      if kind == .leftBrace {
        braces.append(position)
      } else if let candidate = braces.popLast() {
        (tokens[candidate].partner, tokens[position].partner) = (position, candidate)
      }
    default: break
    }
  }
}
