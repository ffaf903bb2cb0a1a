import IgataDiagnostics

extension Parser {
  /// What the braces of a declaration hold; where the opening one is missing, the body starts all the same.
  struct Body {
    var open: SignificantToken?
  }

  /// Moves behind the `{` of a declaration. Nothing where there is no body at all.
  ///
  /// - Parameter isReported: whether what stands before is wrong already, so that a missing `{` is no news.
  mutating func openBody(of keyword: DeclarationKeyword, isReported: Bool) -> Body? {
    if current.kind == .leftBrace {
      defer { advance() }
      return Body(open: current)
    }
    if !isReported { findings.append(.missingBody(of: keyword.phrase, at: gap)) }
    return looksLikeMember ? Body(open: nil) : nil
  }

  private var looksLikeMember: Bool {
    guard current.startsLine, Self.isName(current.kind), !isAtDeclaration else { return false }
    return kind(ahead: 1) == .colon || word(current) == "let" || word(current) == "case"
  }

  /// Whether the body ends before the current token; the closing brace is read, and a missing one reported.
  private mutating func closes(_ body: Body) -> Bool {
    switch current.kind {
    case .rightBrace:
      advance()
      return true
    case .end: break
    default:
      let isUnclosed = body.open.map { $0.partner == nil } ?? true
      guard isUnclosed, current.startsLine, isAtDeclaration else { return false }
    }
    if let open = body.open, !isEndSwallowed { findings.append(.unclosedBracket("{", at: range(open))) }
    return true
  }

  mutating func parseMembers(in body: Body) -> [MemberSyntax] {
    var members: [MemberSyntax] = []
    // As many as most have.
    members.reserveCapacity(12)
    while !closes(body) {
      parseInBody(body) { parser in
        if let member = parser.parseMember() { members.append(member) }
      }
    }
    return members
  }

  mutating func parseCases(in body: Body) -> [EnumSyntax.Case] {
    var cases: [EnumSyntax.Case] = []
    var saysCase = true
    while !closes(body) {
      parseInBody(body) { parser in
        cases += parser.parseCaseLine(&saysCase)
      }
    }
    return cases
  }

  /// Reads one thing of a body with `parse`, after what can be in no body has been dealt with.
  private mutating func parseInBody(_ body: Body, _ parse: (inout Parser) -> Void) {
    let start = position
    if isAtDeclaration, isDeclarationHeader {
      findings.append(.nestedDeclaration(at: range(current), outer: body.open.map(range)))
      if let keyword = word(current).flatMap(DeclarationKeyword.init) { parseNested(keyword) }
    } else if current.kind == .leftBrace {
      findings.append(.unexpectedText("{", at: range(current), help: "a field has no body"))
      repeat { skipBrace(in: body) } while current.kind == .leftBrace && !current.startsLine
    } else {
      let findingsBefore = findings.count
      parse(&self)
      // The braces of something that was reported belong to the same cause.
      if findings.count > findingsBefore, current.kind == .leftBrace, !current.startsLine { skipBrace(in: body) }
    }
    if position == start { advance() }
  }

  /// Whether what follows the keyword and the name belongs to a declaration and not to a field.
  private var isDeclarationHeader: Bool {
    switch token(ahead: 2).kind {
    case .leftBrace: true
    case .equal: word(current) == "type"
    case .at, .colon: word(current) != "type" && bodyFollows
    default: false
    }
  }

  /// Whether a `{` stands on this line, not far away.
  private var bodyFollows: Bool {
    let farthest = 64
    return tokens[position...].dropFirst().prefix(farthest).prefix { !$0.startsLine }.contains { $0.kind == .leftBrace }
  }

  private mutating func parseNested(_ keyword: DeclarationKeyword) {
    guard depth < Self.deepestNesting else {
      findings.append(.nestingTooDeep(limit: Self.deepestNesting, at: range(current)))
      position = tokens.count - 1
      return
    }
    depth += 1
    nested.append(parseDeclaration(keyword))
    depth -= 1
  }

  /// Moves over a block inside a body; where the body itself is not closed, the brace has no block and is one too many.
  private mutating func skipBrace(in body: Body) {
    let end = body.open?.partner == nil ? nil : current.partner
    skip(to: (end ?? position) + 1)
  }
}
