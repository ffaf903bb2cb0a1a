import IgataDiagnostics

extension Parser {
  /// The body of a declaration, which also starts if the opening brace is missing.
  struct Body {
    var open: SignificantToken?
  }

  /// Advances past the `{` of a declaration. Returns `nil` if there is no body.
  ///
  /// - Parameter isReported: Whether an error before it was reported already, so that a missing `{` isn't reported.
  mutating func openBody(of keyword: DeclarationKeyword, isReported: Bool) -> Body? {
    if current.kind == .leftBrace {
      defer { advance() }
      return Body(open: current)
    }
    if !isReported { findings.append(.missingBody(of: keyword.phrase, at: endOfLastToken)) }
    return looksLikeMember ? Body(open: nil) : nil
  }

  private var looksLikeMember: Bool {
    guard current.startsLine, Self.isName(current.kind), !isAtDeclaration else { return false }
    return kind(ahead: 1) == .colon || isKeyword(current, .let) || isKeyword(current, .case)
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
    // Enough for most bodies.
    members.reserveCapacity(12)
    while !closes(body) {
      parseInBody(body) { parser in
        if let member = parser.parseMember() { members.append(member) }
      }
    }
    return members
  }

  private static let caseWords = [MemberKeyword.case, .reserved].map(\.rawValue)

  mutating func parseCases(in body: Body) -> (cases: [EnumSyntax.Case], reserved: [ReservedSyntax]) {
    var cases: [EnumSyntax.Case] = []
    var reserved: [ReservedSyntax] = []
    var hasCase = true
    while !closes(body) {
      parseInBody(body) { parser in
        parser.takeLookAlike(among: Self.caseWords)
        if parser.isAtReserved || (parser.isKeyword(parser.current, .reserved) && parser.kind(ahead: 1) == .string) {
          if let names = parser.parseReserved(isInEnum: true) { reserved.append(names) }
        } else {
          cases += parser.parseCaseLine(&hasCase)
        }
      }
    }
    return (cases, reserved)
  }

  /// Reads one element of a body with `parse`, after reporting tokens that can't be in a body.
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
      // The braces after something that was reported belong to the same error.
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

  /// Whether there is a `{` on this line, not far away.
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

  /// Skips a block inside a body. If the body itself isn't closed, only the extra brace is skipped.
  private mutating func skipBrace(in body: Body) {
    let end = body.open?.partner == nil ? nil : current.partner
    skip(to: (end ?? position) + 1)
  }
}
