import IgataDiagnostics

extension Parser {
  /// Reads a member of a struct or a model. A keyword that starts a member is a name if a `:` follows.
  mutating func parseMember() -> MemberSyntax? {
    takeLookAlike(among: Self.memberWords)
    let isConstant = skipModifiers()
    guard Self.isName(current.kind) else { return parseNoMember().map(MemberSyntax.field) }
    if skipCode() { return nil }
    if let field = parseTypeFirst(isConstant: isConstant) { return .field(field) }
    switch kind(ahead: 1) {
    case .colon: return .field(parseField(isConstant: isConstant))
    case .leftParenthesis: return parseCalledMember()
    case .identifier, .quotedIdentifier: return parseTwoNames()
    default: break
    }
    switch word(current) {
    case MemberKeyword.let.rawValue:
      report(.missingName("a field has no name", at: range(current)))
      skipToken()
      skipMember()
      return nil
    case MemberKeyword.reserved.rawValue: return parseReserved().map(MemberSyntax.reserved)
    case "reference" where isAtBareWord: return .distribution(parseReference())
    case "distribute" where isAtBareWord: return .distribution(parseBareDistribute())
    default: return .field(parseField())
    }
  }

  private static let memberWords =
    [MemberKeyword.let, .reserved].map(\.rawValue) + ConstraintSyntax.Kind.allCases.map(\.rawValue)
    + DistributionSyntax.Keyword.allCases.map(\.rawValue)

  /// Whether the current token is the whole member, except for attributes, which aren't allowed on it.
  private var isAtBareWord: Bool {
    switch kind(ahead: 1) {
    case nil, .at, .rightBrace, .end: true
    default: false
    }
  }

  /// Reports a token that doesn't start a member. Returns `nil`, except for attributes before a field, which is read
  /// with them.
  private mutating func parseNoMember() -> FieldSyntax? {
    if current.kind == .at { return parseAttributedField() }
    reportInBody(help: "a member is a field, a constraint or 'reserved'")
    skipToken()
    skipMember()
    return nil
  }

  /// `let name`, `reserved name`, or a field's name with an error before or after it.
  private mutating func parseTwoNames() -> MemberSyntax? {
    let first = current
    let modified = kind(ahead: 2) == .colon
    switch word(current) {
    case MemberKeyword.reserved.rawValue where !modified: return parseReserved().map(MemberSyntax.reserved)
    case MemberKeyword.let.rawValue: break
    case "check" where !modified: return skipBareCheck()
    case let word? where !modified && ConstraintSyntax.Kind(rawValue: word) != nil && isAtLowerCase(token(ahead: 1)):
      return parseBareConstraint(word).map(MemberSyntax.constraint)
    case "distribute" where !modified: return .distribution(parseBareDistribute())
    case let word? where modified:
      findings.append(.unknownModifier(word, known: [MemberKeyword.let.rawValue], at: range(first)))
    default: return .field(parseField())
    }
    let documentation = takeDocumentation()
    advance()
    return .field(parseField(isConstant: isKeyword(first, .let), documentation: documentation, from: first))
  }

  private func isAtLowerCase(_ token: SignificantToken) -> Bool {
    decodeScalar(source.bytes, at: token.start).scalar?.properties.isLowercase ?? false
  }

  /// `index a, b`, which lacks its parentheses.
  private mutating func parseBareConstraint(_ word: String) -> ConstraintSyntax? {
    guard let kind = ConstraintSyntax.Kind(rawValue: word) else { return nil }
    let keyword = current
    advance()
    let first = current
    var columns: [ConstraintSyntax.Column] = []
    repeat {
      guard Self.isName(kindHere) else { break }
      columns.append(ConstraintSyntax.Column(name: parseNameHere(), isDescending: false))
    } while eat(.comma) != nil
    let names = range(from: first.start)
    let text = columns.map(\.name.text).joined(separator: ", ")
    let whole = SourceRange(file: file, start: keyword.end, end: names.end)
    findings.append(
      .unexpectedText(
        shortenedText(first), at: range(first), help: "write '\(word)(\(text))'",
        fix: .init(title: "write '\(word)(\(text))'", range: whole, replacement: "(\(text))", isSafe: true)))
    if !isAtMemberEnd { skipMember() }
    return ConstraintSyntax(
      kind: kind, keyword: range(keyword), columns: columns, options: [], range: range(from: keyword.start))
  }

  /// `reserved iban, bic`. After a comma the list can continue on the next line.
  ///
  /// - Parameter isInEnum: Whether a case can follow on the line.
  mutating func parseReserved(isInEnum: Bool = false) -> ReservedSyntax? {
    let keyword = current
    advance()
    var names: [NameSyntax] = []
    repeat {
      guard Self.isName(kindHere) || (!names.isEmpty && isAtListedName) else {
        let span = kindHere == nil && names.isEmpty ? range(keyword) : expectedTokenRange
        report(.missingName("a reserved name is missing", at: span))
        skipMember()
        break
      }
      names.append(parseNameHere())
    } while eat(.comma) != nil
    if !isInEnum || !isKeyword(current, .case) { finishPlainMember("'reserved' takes no attributes") }
    return ReservedSyntax(names: names, range: range(from: keyword.start))
  }

  /// Whether `reserved` and a name start at the current token.
  var isAtReserved: Bool { Self.isName(kind(ahead: 1)) && isKeyword(current, .reserved) }

  /// Whether there is a name here that doesn't start a member.
  private var isAtListedName: Bool {
    guard Self.isName(current.kind) else { return false }
    switch kind(ahead: 1) {
    case .colon, .leftParenthesis, .identifier, .quotedIdentifier: return false
    default: return true
    }
  }

  /// Reads the end of a member that takes no attributes.
  mutating func finishPlainMember(_ help: String) {
    if current.kind == .at { skipMisplacedAttributes(help: help) }
    guard !isAtMemberEnd, !expectMemberEnd() else { return }
    skipMember()
  }

  /// Reports a token that can't start a member. It may start a line, in which case ``report(_:)`` doesn't see that it
  /// is unknown.
  mutating func reportInBody(help: String) {
    switch current.kind {
    case _ where isReported(current): skipped.keep(current.start)
    case .rightParenthesis, .rightBracket: findings.append(.unopenedBracket(text(current), at: range(current)))
    default: findings.append(.unexpectedText(shortenedText(current), at: range(current), help: help))
    }
  }
}
