import IgataDiagnostics

extension Parser {
  /// Reads the whole file.
  mutating func parseFile() -> [DeclarationSyntax] {
    var declarations: [DeclarationSyntax] = []
    while current.kind != .end {
      let start = position
      if let declaration = parseTopLevel() { declarations.append(declaration) }
      declarations += nested
      nested.removeAll()
      if position == start { advance() }
    }
    return declarations
  }

  private static let topLevelWords =
    DeclarationKeyword.allCases.map(\.rawValue) + [MemberKeyword.reserved.rawValue]

  private mutating func parseTopLevel() -> DeclarationSyntax? {
    takeLookAlike(among: Self.topLevelWords)
    skipDeclarationModifiers()
    if skipStatement() { return nil }
    if isBracedType || isInterfaceOfFields { return parseFamiliarRecord() }
    if let word = word(current), kind(ahead: 1) != .colon {
      if let keyword = DeclarationKeyword(rawValue: word) { return parseDeclaration(keyword) }
      if isKeyword(current, .reserved), kind(ahead: 1) != .leftBrace,
        !isAtReserved || token(ahead: 2).kind != .leftBrace
      {
        return parseReserved().map(DeclarationSyntax.reserved)
      }
      if let reason = DeclarationKeyword.needless(word), kind(ahead: 1) != nil, kind(ahead: 1) != .leftBrace {
        skipNeedless(word, reason)
        return nil
      }
      if Self.isName(kind(ahead: 1)), let guess = guessDeclaration(word) { return parseDeclaration(guess) }
    }
    if current.kind == .at {
      skipMisplacedAttributes(help: "an attribute goes after the name of its model")
      return nil
    }
    if current.kind == .identifier, token(ahead: 1).kind == .leftBrace {
      findings.append(.missingKeyword(of: shortenedText(current), at: range(current)))
      return parseBlock(.model, from: current, documentation: takeDocumentation(), firstPosition: position)
    }
    reportStray()
    skipToDeclaration()
    return nil
  }

  /// Reports a declaration that a schema can't have, once, and skips it with its body.
  private mutating func skipNeedless(_ word: String, _ reason: String) {
    let first = current
    // Documentation before it documents the skipped declaration.
    _ = takeDocumentation()
    var end = position + 1
    while tokens[end].kind != .end, tokens[end].kind != .leftBrace, !tokens[end].startsLine { end += 1 }
    if tokens[end].kind == .leftBrace { end = (tokens[end].partner ?? end) + 1 }
    skip(to: end)
    let whole = range(from: first.start)
    let fix = Diagnostic.Fix(title: "remove it", range: whole, replacement: "", isSafe: word == "import")
    findings.append(.unknownDeclaration(word, reason: reason, at: range(first), fix: fix))
  }

  /// Reports a word that isn't a declaration keyword, and returns the keyword to read it as: the one that was meant, or
  /// else the one that its body looks like.
  private mutating func guessDeclaration(_ word: String) -> DeclarationKeyword? {
    let meant = DeclarationKeyword.meant(by: word)
    let next = token(ahead: 2)
    guard meant != nil || looksLikeDeclaration || next.startsLine || next.kind == .colon else { return nil }
    findings.append(.unknownDeclaration(word, proposal: meant?.rawValue, at: range(current)))
    if let meant { return meant }
    if next.kind == .equal { return .type }
    return next.kind == .leftBrace && isKeyword(token(ahead: 3), .case) ? .enum : .model
  }

  /// Reports a token that can't start a declaration. The current token may start a line, so ``report(_:)`` doesn't see
  /// that it is unknown.
  private mutating func reportStray() {
    switch current.kind {
    case _ where isReported(current): skipped.keep(current.start)
    case .rightBrace, .rightParenthesis, .rightBracket:
      findings.append(.unopenedBracket(text(current), at: range(current)))
    default:
      let help =
        kind(ahead: 1) == .colon ? "a field goes between the braces of a struct or a model" : nil
      findings.append(
        .unexpectedText(
          shortenedText(current), at: range(current),
          help: help ?? "a declaration is an enum, a type, a struct or a model"))
    }
  }

  /// Reads a declaration whose first word is the current token.
  mutating func parseDeclaration(_ keyword: DeclarationKeyword) -> DeclarationSyntax {
    let documentation = takeDocumentation()
    let first = current
    advance()
    return keyword == .type
      ? parseType(from: first, documentation: documentation)
      : parseBlock(keyword, from: first, documentation: documentation)
  }

  private mutating func parseType(
    from first: SignificantToken, documentation: DocumentationSyntax?
  ) -> DeclarationSyntax {
    let name = parseName()
    if name == nil { report(.missingName("a type has no name", at: expectedTokenRange)) }
    var base: TypeReferenceSyntax?
    if eat(.equal) != nil {
      base = parseBase()
    } else if let name {
      report(.missingEquals(after: name.text, at: expectedTokenRange))
      _ = eat(.colon)
      if Self.isName(kindHere) || kindHere == .leftBracket { base = parseBase() }
    }
    if base == nil { skipToAttribute() }
    let attributes = parseTypeTail()
    return .type(
      TypeSyntax(
        documentation: documentation, name: name, base: base, attributes: attributes, range: range(from: first.start)))
  }

  private mutating func parseBase() -> TypeReferenceSyntax? {
    parseTypeReference("a type has no base type")
  }

  /// Reads an enum, a struct or a model from its name on.
  ///
  /// - Parameters:
  ///   - firstPosition: The position of the name if it is the first word because the keyword is missing.
  ///   - isReported: Whether an error between the name and the body was reported already.
  mutating func parseBlock(
    _ keyword: DeclarationKeyword, from first: SignificantToken, documentation: DocumentationSyntax?,
    firstPosition: Int? = nil, isReported: Bool = false
  ) -> DeclarationSyntax {
    let findingsBefore = isReported ? -1 : findings.count
    if keyword == .enum, word(current) == "class", Self.isName(kind(ahead: 1)) {
      reportUnexpected(help: "remove it")
      advance()
    }
    // If the keyword is missing, the name is the first word.
    let name = position == firstPosition ? parseNameHere() : parseName()
    if name == nil { report(.missingName("\(keyword.phrase) has no name", at: expectedTokenRange)) }
    var rawType: TypeReferenceSyntax?
    if keyword == .enum, eat(.colon) != nil {
      rawType = parseTypeReference("the enum's raw values have no type")
    }
    let attributes = parseHeaderTail(keyword, isReported: findings.count > findingsBefore)
    let body = openBody(of: keyword, isReported: findings.count > findingsBefore)
    guard keyword != .enum else {
      let (cases, reserved) = body.map { parseCases(in: $0) } ?? ([], [])
      return .enum(
        EnumSyntax(
          documentation: documentation, name: name, rawType: rawType, attributes: attributes, cases: cases,
          reserved: reserved, range: range(from: first.start)))
    }
    let members = body.map { parseMembers(in: $0) } ?? []
    let syntax = OwnerSyntax(
      documentation: documentation, name: name, attributes: attributes, members: members,
      range: range(from: first.start))
    return keyword == .struct ? .struct(syntax) : .model(syntax)
  }

  /// Reports `: Base, Other` after a name as one error.
  private mutating func reportInheritance(of keyword: DeclarationKeyword) {
    let colon = current
    while !isAtMemberEnd, current.kind != .at { skipToken() }
    let fix = Diagnostic.Fix(
      title: "remove it", range: range(from: colon.start), replacement: "", isSafe: true)
    findings.append(
      .unexpectedText(
        text(colon), at: range(colon), help: "\(keyword.phrase) can't inherit", fix: fix))
  }

  /// The attributes after a declaration's name. Anything else before the body is reported once and skipped.
  private mutating func parseHeaderTail(_ keyword: DeclarationKeyword, isReported: Bool) -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    var isReported = isReported
    while true {
      if current.kind == .at {
        if let attribute = parseAttribute() { attributes.append(attribute) }
      } else if isAtMemberEnd {
        return attributes
      } else {
        if !isReported {
          let inherits = current.kind == .colon && keyword != .enum
          let implements = ["extends", "implements", "with"].contains(word(current))
          if inherits || implements {
            reportInheritance(of: keyword)
            continue
          }
          let isFieldList = current.kind == .leftParenthesis
          reportUnexpected(
            help: isFieldList
              ? "fields go between '{' and '}'" : current.kind == .comma ? "an enum has one raw type" : nil)
        }
        isReported = true
        let start = current.kind == .leftParenthesis ? current.partner.map { $0 + 1 } : nil
        skip(to: start ?? position + 1)
      }
    }
  }
}
