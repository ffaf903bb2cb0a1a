import IgataDiagnostics

extension Parser {
  /// Reads the attributes at the current token. A line that starts with `@` continues the member of the previous line.
  mutating func parseAttributes() -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    while current.kind == .at {
      if let attribute = parseAttribute() { attributes.append(attribute) }
    }
    return attributes
  }

  /// `@name` or `@name(arguments)`; the current token is the `@`. Returns `nil` if there is an error in its
  /// parentheses.
  mutating func parseAttribute() -> AttributeSyntax? {
    let at = current
    advance()
    if current.kind == .at, current.start == at.end {
      skipDoubleAttribute(from: at)
      return nil
    }
    guard let name = parseName() else {
      report(.missingName("an attribute has no name", at: kindHere == nil ? range(at) : expectedTokenRange))
      skipToAttribute()
      return nil
    }
    if current.kind == .dot, current.start == name.range.end, Self.isName(token(ahead: 1).kind) {
      return parseDottedAttribute(name, from: at)
    }
    if skipObject() { return nil }
    var arguments: [ArgumentSyntax]?
    if kindHere == .leftParenthesis {
      allowsHyphens = name.text == "allow"
      arguments = parseArguments()
      allowsHyphens = false
      if arguments == nil { return nil }
    }
    return AttributeSyntax(name: name, arguments: arguments, range: range(from: at.start))
  }

  /// `@db.VarChar(80)`, whose name isn't valid here, and whose arguments are ignored.
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

  /// Reports `({ length: 80 })` after the name of an attribute, once, and skips it.
  private mutating func skipObject() -> Bool {
    guard kindHere == .leftParenthesis, token(ahead: 1).kind == .leftBrace, !token(ahead: 1).isObjectBrace,
      let end = token(ahead: 1).partner,
      end + 1 < tokens.count, tokens[end + 1].kind == .rightParenthesis
    else { return false }
    let brace = token(ahead: 1)
    skip(to: end + 2)
    findings.append(
      .unexpectedText("{", at: range(brace), help: "arguments are written in parentheses, without braces"))
    return true
  }

  /// Reports `@@index([a, b])`, which other schema languages have, and skips it.
  private mutating func skipDoubleAttribute(from at: SignificantToken) {
    advance()
    let word = Self.isName(kindHere) ? text(current) : ""
    if let keyword = ["index": "index", "unique": "unique", "id": "primaryKey"][word], skipListed(keyword, from: at) {
      return
    }
    let help =
      switch word {
      case "map": "write '@table(\"…\")' after the name of the model"
      case "id": "write 'primaryKey(a, b)' on its own line"
      default: "keys and indexes are members: 'index(a, b)'"
      }
    while !isAtMemberEnd, current.kind != .at { skipToken() }
    findings.append(.unexpectedText("@@", at: SourceRange(file: file, start: at.start, end: at.end + 1), help: help))
  }

  /// `@@index([a, b])` without other arguments, for which there is an equivalent member. The current token is the word.
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

  /// Reads attributes that don't apply to anything, and reports the first of them.
  mutating func skipMisplacedAttributes(help: String) {
    let first = current
    let findingsBefore = findings.count
    _ = parseAttribute()
    let span = range(from: first.start)
    _ = parseAttributes()
    // Errors inside of them aren't reported.
    findings.truncate(to: findingsBefore)
    skipped.skip(first.start..<tokens[max(0, position - 1)].end)
    findings.append(.misplacedAttribute(at: span, help: help))
  }
}
