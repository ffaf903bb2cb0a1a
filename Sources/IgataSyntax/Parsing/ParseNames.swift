import IgataDiagnostics

extension Parser {
  /// A name that belongs to the same member as what stands before it.
  mutating func parseName() -> NameSyntax? {
    Self.isName(kindHere) ? parseNameHere() : nil
  }

  /// The name that the current token is. One that is too long, which has been reported, is cut.
  mutating func parseNameHere() -> NameSyntax {
    let token = current
    advance()
    var content = source.bytes[token.start..<min(token.end, token.start + TokenLimit.name)]
    if token.kind == .quotedIdentifier {
      content = content.dropFirst()
      if content.last == UInt8(ascii: "`") { content = content.dropLast() }
    }
    return NameSyntax(text: String(decoding: content, as: UTF8.self), range: range(token))
  }

  /// The token as a message may quote it.
  func shortenedText(_ token: SignificantToken) -> String { shortened(source.bytes, token.start..<token.end) }
}
