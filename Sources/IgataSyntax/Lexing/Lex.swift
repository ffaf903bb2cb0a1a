/// Cuts a source text into tokens; every byte belongs to exactly one of them, and the last one is the end.
///
/// Any bytes are taken. What is wrong with them is not said here, but found in the tokens afterwards.
public func lex(_ bytes: [UInt8]) -> [Token] {
  var lexer = Lexer(bytes)
  var tokens: [Token] = []
  // Room for more than there are: what is not touched costs nothing, and growing means to copy.
  tokens.reserveCapacity(bytes.count / 2 + 1)
  while lexer.offset < bytes.count {
    let start = lexer.offset
    let kind = lexer.advance()
    tokens.append(Token(kind: kind, start: start, end: lexer.offset))
  }
  tokens.append(Token(kind: .end, start: bytes.count, end: bytes.count))
  return tokens
}
