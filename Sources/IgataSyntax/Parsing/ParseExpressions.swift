import IgataDiagnostics

extension Parser {
  /// Reads a value.
  ///
  /// - Parameter what: The description of the missing value for a message.
  mutating func parseExpression(_ what: @autoclosure () -> String) -> ExpressionSyntax? {
    let start = current.start
    switch valueKind {
    case .integer, .decimal, .minus, .string, .multilineString:
      guard let literal = parseLiteral() else { return nil }
      if isAtRange || isAtMisspelledRange() { return parseRange(from: literal) }
      return .literal(literal)
    case .closedRange, .halfOpenRange: return parseRange(from: nil)
    case .dot:
      if let number = parseBareFraction() { return .literal(number) }
      advance()
      guard let name = parseName() else {
        report(.missingName("a case has no name", at: expectedTokenRange))
        return nil
      }
      return .enumCase(name, range: range(from: start))
    case .leftBracket:
      var elements: [ExpressionSyntax] = []
      let isRead = parseList { parser in
        guard let element = parser.parseExpression("a value") else { return false }
        elements.append(element)
        return !parser.skipDictionary(startingWith: element, from: start)
      }
      return isRead ? .list(elements, range: range(from: start)) : nil
    case .leftBrace: return parseObject()
    case .identifier, .quotedIdentifier: return parseNamedValue()
    default:
      report(.missingValue(what(), at: expectedTokenRange))
      return nil
    }
  }

  /// The kind of the current token if a value can start with it; otherwise `nil`. After `=`, the value can be on the
  /// next line, unless the token starts a member.
  private var valueKind: Token.Kind? {
    if let kind = kindHere { return kind }
    guard innermostCloser == nil else { return nil }
    switch current.kind {
    case .integer, .decimal, .minus, .string, .multilineString, .closedRange, .halfOpenRange, .dot, .leftBracket:
      return current.kind
    case .leftBrace: return current.isObjectBrace ? .leftBrace : nil
    default: return nil
    }
  }

  /// A number or a string. A `-` before a number belongs to it.
  private mutating func parseLiteral() -> LiteralSyntax? {
    let first = current
    advance()
    guard first.kind == .minus else { return literal(first, isNegative: false, from: first.start) }
    guard let number = eat(.integer) ?? eat(.decimal) else {
      report(.missingValue("a number after '-'", at: expectedTokenRange))
      return nil
    }
    return literal(number, isNegative: true, from: first.start)
  }

  private func literal(_ token: SignificantToken, isNegative: Bool, from start: Int) -> LiteralSyntax {
    let source = allTokens[token.index]
    let value: LiteralSyntax.Value =
      switch token.kind {
      case .string, .multilineString: .string(decodeString(source, in: self.source.bytes).text)
      default: IgataSyntax.value(number: source, of: self.source.bytes, isNegative: isNegative)
      }
    return LiteralSyntax(value: value, range: range(from: start))
  }

  /// `.5`, which is reported and read as `0.5`.
  private mutating func parseBareFraction() -> LiteralSyntax? {
    let (dot, digits) = (current, token(ahead: 1))
    guard digits.kind == .integer, digits.start == dot.end, !isReported(digits) else { return nil }
    advance()
    advance()
    let number = "0.\(text(digits))"
    findings.append(.bareFraction(number, at: range(from: dot.start)))
    return LiteralSyntax(value: .decimal(number.replacing("_", with: "")), range: range(from: dot.start))
  }

  private var isAtRange: Bool { kindHere == .closedRange || kindHere == .halfOpenRange }

  /// Whether a range continues here with something other than `...`, which is reported: `1-20`, `1..20`.
  private mutating func isAtMisspelledRange() -> Bool {
    guard innermostCloser != nil || depth > 0, position > 0, let kind = kindHere else { return false }
    let (lower, next) = (tokens[position - 1], token(ahead: 1))
    guard lower.kind == .integer || lower.kind == .decimal, next.kind == .integer || next.kind == .decimal else {
      return false
    }
    if kind == .unknown, text(current) == ".." { return true }
    guard kind == .minus else { return false }
    let meant = "\(text(lower))...\(text(next))"
    let whole = SourceRange(file: file, start: lower.start, end: next.end)
    findings.append(
      .unexpectedText(
        text(current), at: range(current), help: "write '\(meant)'",
        fix: .init(title: "write '\(meant)'", range: whole, replacement: meant, isSafe: true)))
    return true
  }

  /// Reads a range from its `...` or `..<` on.
  private mutating func parseRange(from lower: LiteralSyntax?) -> ExpressionSyntax? {
    let operation = current
    advance()
    var upper: LiteralSyntax?
    switch kindHere {
    case .integer, .decimal, .minus, .string:
      guard let bound = parseLiteral() else { return nil }
      upper = bound
    default: break
    }
    let isHalfOpen = operation.kind == .halfOpenRange
    if upper == nil, isHalfOpen || lower == nil {
      report(.missingValue(lower == nil ? "an end of the range" : "the upper end of the range", at: expectedTokenRange))
      return nil
    }
    return .range(
      lower: lower, upper: upper, isHalfOpen: isHalfOpen, range: range(from: lower?.range.start ?? operation.start))
  }

  /// `true`, `false`, `nil`, a bare word, or a call.
  private mutating func parseNamedValue() -> ExpressionSyntax? {
    let first = current
    let word = word(first)
    let name = allowsHyphens ? parseHyphenatedName() : parseNameHere()
    if let literal = word.flatMap(LiteralKeyword.init) {
      return .literal(LiteralSyntax(value: literal.value, range: name.range))
    }
    if kindHere == .leftParenthesis {
      guard let arguments = parseArguments() else { return nil }
      return .call(name, arguments: arguments, range: range(from: first.start))
    }
    guard kindHere == .dot, Self.isName(token(ahead: 1).kind) else { return .name(name) }
    // The type of a case is known from its context.
    let dot = current
    advance()
    let caseName = parseNameHere()
    findings.append(
      .unexpectedText(
        name.text, at: name.range, help: "write '.\(caseName.text)'",
        fix: .init(title: "remove '\(name.text)'", range: name.range, replacement: "", isSafe: true)))
    return .enumCase(caseName, range: range(from: dot.start))
  }
}
