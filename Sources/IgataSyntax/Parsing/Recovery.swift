import IgataDiagnostics

extension Parser {
  /// Moves to the end of the member, over brackets that are closed as a whole.
  mutating func skipMember() {
    let start = current.start
    while !isAtMemberEnd { skipToken() }
    skipped.skip(from: start, to: position, of: tokens)
  }

  /// Moves to the next attribute of the member, or to the member's end: what an attribute says is worth having, so
  /// that its absence is not reported too.
  mutating func skipToAttribute() {
    let start = current.start
    while !isAtMemberEnd, current.kind != .at { skipToken() }
    skipped.skip(from: start, to: position, of: tokens)
  }

  /// Moves over one token, or over everything in brackets that are closed.
  mutating func skipToken() {
    switch current.kind {
    case .leftParenthesis, .leftBracket, .leftBrace:
      if let partner = current.partner { position = partner }
      advance()
    default: advance()
    }
  }

  /// Moves behind the closing partner of a bracket that was read; where there is none, to the member's end.
  mutating func leave(_ bracket: SignificantToken) {
    if let partner = bracket.partner { skip(to: max(position, partner + 1)) } else { skipMember() }
  }

  /// Moves to another position, over what belongs to something that was reported.
  mutating func skip(to position: Int) {
    let start = current.start
    self.position = min(position, tokens.count - 1)
    skipped.skip(from: start, to: self.position, of: tokens)
  }

  /// Whether a declaration starts at the current token: a keyword and a name, as no member has them.
  var isAtDeclaration: Bool {
    // What comes next is looked at first, as that is not a text.
    guard Self.isName(kind(ahead: 1)), let word = word(current) else { return false }
    return DeclarationKeyword(rawValue: word) != nil
  }

  /// Whether a keyword of a declaration starts here that is not the name of a field.
  private var isAtDeclarationKeyword: Bool {
    word(current).flatMap(DeclarationKeyword.init) != nil && kind(ahead: 1) != .colon
  }

  /// Moves to the next line that starts with a declaration.
  mutating func skipToDeclaration() {
    let start = current.start
    defer { skipped.skip(from: start, to: position, of: tokens) }
    while current.kind != .end {
      advance()
      if isAtDeclaration, current.startsLine || token(ahead: 2).kind == .leftBrace { return }
      if current.startsLine, looksLikeDeclaration || isAtDeclarationKeyword { return }
    }
  }

  /// Whether two names and then what follows a declaration's name start at the current token.
  var looksLikeDeclaration: Bool {
    guard current.kind == .identifier, Self.isName(kind(ahead: 1)) else { return false }
    switch token(ahead: 2).kind {
    case .leftBrace, .at: return true
    case .equal: return kind(ahead: 2) != nil
    default: return false
    }
  }
}

extension SkippedText {
  fileprivate mutating func skip(from start: Int, to position: Int, of tokens: [SignificantToken]) {
    guard position > 0, tokens[position - 1].end > start else { return }
    skip(start..<tokens[position - 1].end)
  }
}
