import IgataDiagnostics

extension Parser {
  /// Reads a name that belongs to the same member as the previous token.
  mutating func parseName() -> NameSyntax? {
    Self.isName(kindHere) ? parseNameHere() : nil
  }

  /// Reads the current token as a name. A name that is too long, which has been reported, is truncated.
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

  /// Reads a name whose words are joined by hyphens, without white space: `float-money`.
  mutating func parseHyphenatedName() -> NameSyntax {
    let first = current
    let name = parseNameHere()
    var end = first.end
    while kindHere == .minus, current.start == end {
      let next = token(ahead: 1)
      guard next.kind == .identifier, next.start == current.end else { break }
      advance()
      advance()
      end = next.end
    }
    guard end > first.end else { return name }
    let text = source.bytes[first.start..<min(end, first.start + TokenLimit.name)]
    return NameSyntax(text: String(decoding: text, as: UTF8.self), range: range(from: first.start))
  }

  /// The token's text for quoting in a message.
  func shortenedText(_ token: SignificantToken) -> String { shortened(source.bytes, token.start..<token.end) }
}
