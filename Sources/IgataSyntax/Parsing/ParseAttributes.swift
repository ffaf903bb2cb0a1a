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
    if current.kind == .dot, current.start == name.range.end, Self.isName(token(ahead: 1).kind) {
      return parseDottedAttribute(name, from: at)
    }
    if skipObject() { return nil }
    var arguments: [ArgumentSyntax]?
    if kindHere == .leftParenthesis {
      readsHyphens = name.text == "allow"
      arguments = parseArguments()
      readsHyphens = false
      if arguments == nil { return nil }
    }
    return AttributeSyntax(name: name, arguments: arguments, range: range(from: at.start))
  }

  /// `@db.VarChar(80)`, whose name is none here, and whose arguments mean nothing.
  private mutating func parseDottedAttribute(_ name: NameSyntax, from at: SignificantToken) -> AttributeSyntax {
    while current.kind == .dot, Self.isName(token(ahead: 1).kind) {
      advance()
      advance()
    }
    let end = tokens[position - 1].end
    let whole = SourceRange(file: file, start: name.range.start, end: end)
    if kindHere == .leftParenthesis { skip(to: (current.partner ?? position) + 1) }
    let text = shortened(source.bytes, whole.start..<whole.end)
    return AttributeSyntax(name: NameSyntax(text: text, range: whole), arguments: nil, range: range(from: at.start))
  }

  /// Reports `({ length: 80 })` behind the name of an attribute, once, and passes over it.
  private mutating func skipObject() -> Bool {
    guard kindHere == .leftParenthesis, token(ahead: 1).kind == .leftBrace, let end = token(ahead: 1).partner,
      end + 1 < tokens.count, tokens[end + 1].kind == .rightParenthesis
    else { return false }
    let brace = token(ahead: 1)
    skip(to: end + 2)
    findings.append(.unexpectedText("{", at: range(brace), help: "arguments stand in parentheses alone"))
    return true
  }

  /// `@@index([a, b])`, which other schema languages have, is reported and passed over as a whole.
  private mutating func skipDoubleAttribute(from at: SignificantToken) {
    advance()
    let word = Self.isName(kindHere) ? text(current) : ""
    if let keyword = ["index": "index", "unique": "unique", "id": "primaryKey"][word], skipListed(keyword, from: at) {
      return
    }
    let help =
      switch word {
      case "map": "write '@table(\"…\")' behind the name of the model"
      case "id": "write 'primaryKey(a, b)' on a line of its own"
      default: "keys and indexes are members: 'index(a, b)'"
      }
    while !isAtMemberEnd, current.kind != .at { skipToken() }
    findings.append(.unexpectedText("@@", at: SourceRange(file: file, start: at.start, end: at.end + 1), help: help))
  }

  /// `@@index([a, b])` with nothing else in its parentheses, for which there is a member; the current token is the
  /// word.
  private mutating func skipListed(_ keyword: String, from at: SignificantToken) -> Bool {
    let list = token(ahead: 2)
    guard token(ahead: 1).kind == .leftParenthesis, list.kind == .leftBracket, let end = list.partner,
      end + 1 < tokens.count, tokens[end + 1].kind == .rightParenthesis
    else { return false }
    let names = String(decoding: source.bytes[list.end..<tokens[end].start], as: UTF8.self)
    skip(to: end + 2)
    let meant = "\(keyword)(\(names))"
    findings.append(
      .unexpectedText(
        "@@", at: SourceRange(file: file, start: at.start, end: at.end + 1), help: "write '\(meant)'",
        fix: .init(title: "write '\(meant)'", range: range(from: at.start), replacement: meant, isSafe: true)))
    return true
  }

  /// Reads attributes that belong to nothing, and reports the first of them.
  mutating func skipMisplacedAttributes(help: String) {
    let first = current
    let findingsBefore = findings.count
    _ = parseAttribute()
    let place = range(from: first.start)
    _ = parseAttributes()
    // What is wrong inside of them is no news.
    findings.truncate(to: findingsBefore)
    skipped.skip(first.start..<tokens[max(0, position - 1)].end)
    findings.append(.misplacedAttribute(at: place, help: help))
  }
}
