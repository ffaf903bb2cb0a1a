import IgataDiagnostics

extension Parser {
  /// Skips to the end of the member. Closed brackets are skipped as a whole.
  mutating func skipMember() {
    let start = current.start
    while !isAtMemberEnd { skipToken() }
    skipped.skip(from: start, to: position, of: tokens)
  }

  /// Skips to the next attribute of the member, or to the member's end. The attributes are still read, so that they
  /// aren't reported as missing.
  mutating func skipToAttribute() {
    let start = current.start
    while !isAtMemberEnd, current.kind != .at { skipToken() }
    skipped.skip(from: start, to: position, of: tokens)
  }

  /// Skips one token, or closed brackets with everything in them.
  mutating func skipToken() {
    switch current.kind {
    case .leftParenthesis, .leftBracket, .leftBrace:
      if let partner = current.partner { position = partner }
      advance()
    default: advance()
    }
  }

  /// Skips past the closing bracket of an opening bracket that was read or, if there is none, to the member's end.
  mutating func leave(_ bracket: SignificantToken) {
    if let partner = bracket.partner { skip(to: max(position, partner + 1)) } else { skipMember() }
  }

  /// Skips to another position, past the rest of something that was reported.
  mutating func skip(to position: Int) {
    let start = current.start
    self.position = min(position, tokens.count - 1)
    skipped.skip(from: start, to: self.position, of: tokens)
  }

  /// Whether a declaration starts at the current token: a keyword and a name, which no member starts with.
  var isAtDeclaration: Bool {
    // Checks the next token's kind first, which is faster than comparing text.
    guard Self.isName(kind(ahead: 1)), let word = word(current) else { return false }
    return DeclarationKeyword(rawValue: word) != nil
  }

  /// Whether the current token is a declaration keyword and not the name of a field.
  private var isAtDeclarationKeyword: Bool {
    word(current).flatMap(DeclarationKeyword.init) != nil && kind(ahead: 1) != .colon
  }

  /// Skips to the next line that starts with a declaration.
  mutating func skipToDeclaration() {
    let start = current.start
    defer { skipped.skip(from: start, to: position, of: tokens) }
    while current.kind != .end {
      advance()
      if isAtDeclaration, current.startsLine || token(ahead: 2).kind == .leftBrace { return }
      if current.startsLine, looksLikeDeclaration || isAtDeclarationKeyword || isAtReserved { return }
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
