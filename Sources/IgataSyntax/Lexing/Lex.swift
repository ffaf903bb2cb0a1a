/// Splits a source text into tokens. Every byte belongs to exactly one of them, and the last one is the `end` token.
///
/// Accepts any bytes. Errors aren't reported here, but found in the tokens afterward.
public func lex(_ bytes: [UInt8]) -> [Token] {
  var lexer = Lexer(bytes)
  var tokens: [Token] = []
  // Reserves more than is needed: untouched memory costs nothing, and growing would copy.
  tokens.reserveCapacity(bytes.count / 2 + 1)
  while lexer.offset < bytes.count {
    let start = lexer.offset
    let kind = lexer.advance()
    tokens.append(Token(kind: kind, start: start, end: lexer.offset))
  }
  tokens.append(Token(kind: .end, start: bytes.count, end: bytes.count))
  return tokens
}
