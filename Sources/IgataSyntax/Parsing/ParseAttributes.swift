import IgataDiagnostics

extension Parser {
  /// The attributes from here on. A line that starts with `@` goes on with the member of the line before.
  mutating func parseAttributes() -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    while current.kind == .at {
      if let attribute = parseAttribute() { attributes.append(attribute) }
    }
    return attributes
  }

  /// `@name` or `@name(arguments)`; the current token is the `@`. One with something wrong in its parentheses is left
  /// out, as nothing could be made of it.
  mutating func parseAttribute() -> AttributeSyntax? {
    let at = current
    advance()
    if current.kind == .at, current.start == at.end {
      skipDoubleAttribute(from: at)
      return nil
    }
    guard let name = parseName() else {
      report(.missingName("an attribute has no name", at: kindHere == nil ? range(at) : gapOrToken))
      skipToAttribute()
      return nil
    }
    var arguments: [ArgumentSyntax]?
    if kindHere == .leftParenthesis {
      readsHyphens = name.text == "allow"
      arguments = parseArguments()
      readsHyphens = false
      if arguments == nil { return nil }
    }
    return AttributeSyntax(name: name, arguments: arguments, range: range(from: at.start))
  }

  /// `@@index([a, b])`, which other schema languages have, is reported and passed over as a whole.
  private mutating func skipDoubleAttribute(from at: SignificantToken) {
    advance()
    let word = Self.isName(kindHere) ? text(current) : ""
    let help =
      switch word {
      case "map": "write '@table(\"…\")' behind the name of the model"
      case "id": "write 'primaryKey(a, b)' on a line of its own"
      default: "keys and indexes are members: 'index(a, b)'"
      }
    while !isAtMemberEnd, current.kind != .at { skipToken() }
    findings.append(.unexpectedText("@@", at: SourceRange(file: file, start: at.start, end: at.end + 1), help: help))
  }

  /// Reads attributes that belong to nothing, and reports the first of them.
  mutating func skipMisplacedAttributes(help: String) {
    let first = current
    _ = parseAttribute()
    findings.append(.misplacedAttribute(at: range(from: first.start), help: help))
    _ = parseAttributes()
  }
}
