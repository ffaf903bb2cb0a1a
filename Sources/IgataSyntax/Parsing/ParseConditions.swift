import IgataDiagnostics

extension Parser {
  /// Reads a condition: terms with `||` between them, each of which is terms with `&&` between them.
  mutating func parseCondition() -> ConditionSyntax? {
    guard let first = parseConjunction() else { return nil }
    var terms = [first]
    while eatConnective("||", spelled: "or") {
      guard let next = parseConjunction() else { return nil }
      terms.append(next)
    }
    return terms.count == 1 ? first : .any(terms.flatMap(\.alternatives))
  }

  private mutating func parseConjunction() -> ConditionSyntax? {
    guard let first = parseTerm() else { return nil }
    var terms = [first]
    while eatConnective("&&", spelled: "and") {
      guard let next = parseTerm() else { return nil }
      terms.append(next)
    }
    return terms.count == 1 ? first : .all(terms.flatMap(\.conjuncts))
  }

  /// Reads `&&` or `||`. The word that other languages have instead is reported.
  private mutating func eatConnective(_ operation: String, spelled other: String) -> Bool {
    if kindHere == .operation, text(current) == operation {
      advanceOverOperator()
      return true
    }
    guard kindHere == .identifier, word(current) == other else { return false }
    findings.append(
      .unexpectedText(
        other, at: range(current), help: "write '\(operation)'",
        fix: .init(title: "write '\(operation)'", range: range(current), replacement: operation, isSafe: true)))
    advance()
    return true
  }

  private mutating func advanceOverOperator() {
    operators.insert(current.start)
    advance()
  }

  /// One comparison, a field by itself, `!` before one of them, or a condition in parentheses.
  private mutating func parseTerm() -> ConditionSyntax? {
    let start = current.start
    let term: ConditionSyntax
    switch kindHere {
    case .exclamation:
      guard let negation = parseNegation() else { return nil }
      term = negation
    case .leftParenthesis:
      guard let inner = parseParenthesized() else { return nil }
      term = inner
    default:
      guard let operand = parseOperand() else { return nil }
      term = .operand(operand)
    }
    if kindHere == .dot { return parseIsIn(term, from: start) }
    guard let comparison = comparisonHere else { return term }
    guard case .operand(let left) = term else {
      rejectOperator(help: "only fields and literals are compared")
      return nil
    }
    let operation = range(current)
    if kindHere == .equal {
      if token(ahead: 1).kind == .operation { return rejectArrow() }
      reportSingleEqual()
    }
    advanceOverOperator()
    guard let right = parseRightSide() else { return nil }
    if comparisonHere != nil {
      rejectOperator(help: "comparisons don't chain: write 'a == b && b == c'")
      return nil
    }
    return .comparison(left, comparison, right, at: operation)
  }

  /// The comparison that the current token is, or is meant as.
  private var comparisonHere: ConditionSyntax.Comparison? {
    switch kindHere {
    case .operation: ConditionSyntax.Comparison(rawValue: text(current))
    case .equal: .equal
    default: nil
    }
  }

  /// The second side of a comparison, which may be in parentheses.
  private mutating func parseRightSide() -> OperandSyntax? {
    guard kindHere == .leftParenthesis else { return parseOperand() }
    guard let condition = parseParenthesized() else { return nil }
    if case .operand(let operand) = condition { return operand }
    findings.append(
      .unexpectedText(
        shortened(source.bytes, condition.range.start..<condition.range.end), at: condition.range,
        help: "only fields and literals are compared"))
    return nil
  }

  /// `=>` and its like.
  private mutating func rejectArrow() -> ConditionSyntax? {
    let whole = SourceRange(file: file, start: current.start, end: token(ahead: 1).end)
    operators.insert(token(ahead: 1).start)
    findings.append(
      .unexpectedText(
        shortened(source.bytes, whole.start..<whole.end), at: whole,
        help: "the comparisons are '==', '!=', '<', '<=', '>' and '>='"))
    return nil
  }

  private mutating func reportSingleEqual() {
    findings.append(
      .unexpectedText(
        "=", at: range(current), help: "write '=='",
        fix: .init(title: "write '=='", range: range(current), replacement: "==", isSafe: true)))
  }

  /// Reports the operator here, whose token would otherwise be reported as a character without a meaning.
  private mutating func rejectOperator(help: String) {
    operators.insert(current.start)
    findings.append(.unexpectedText(text(current), at: range(current), help: help))
  }

  /// `!` and what it applies to, as in Swift: a field, or a condition in parentheses.
  private mutating func parseNegation() -> ConditionSyntax? {
    let start = current
    guard depth < Self.deepestNesting else {
      findings.append(.nestingTooDeep(limit: Self.deepestNesting, at: range(start)))
      return nil
    }
    advanceOverOperator()
    depth += 1
    defer { depth -= 1 }
    let inner: ConditionSyntax?
    switch kindHere {
    case .exclamation: inner = parseNegation()
    case .leftParenthesis: inner = parseParenthesized()
    default:
      let first = current.start
      let operand = parseOperand().map { ConditionSyntax.operand($0) }
      inner = kindHere == .dot ? operand.flatMap { parseIsIn($0, from: first) } : operand
    }
    return inner.map { .not($0, range: range(from: start.start)) }
  }

  private mutating func parseParenthesized() -> ConditionSyntax? {
    var condition: ConditionSyntax?
    let isRead = inBrackets { parser, open in
      condition = parser.parseCondition()
      guard condition != nil else { return false }
      if parser.isAtMemberEnd || open.partner == nil { return true }
      parser.reportUnexpectedInCondition()
      return false
    }
    return isRead ? condition : nil
  }

  /// Reports a token after a condition.
  mutating func reportUnexpectedInCondition() {
    if kindHere == .operation || kindHere == .exclamation {
      rejectOperator(help: "an operator stands between two conditions or two sides of a comparison")
    } else {
      reportUnexpected(help: "conditions are joined by '&&' or '||'")
    }
  }

  /// `.isIn([…])` after an operand.
  private mutating func parseIsIn(_ term: ConditionSyntax, from start: Int) -> ConditionSyntax? {
    let dot = current
    advance()
    guard case .operand(let operand) = term, Self.isName(kindHere), text(current) == ConditionSyntax.membership,
      token(ahead: 1).kind == .leftParenthesis
    else {
      let span = kindHere == nil ? range(dot) : range(current)
      findings.append(
        .unexpectedText(
          shortened(source.bytes, span.start..<span.end), at: span, help: "the only method here is 'field.isIn([…])'"))
      return nil
    }
    advance()
    let open = current
    guard let arguments = parseArguments() else { return nil }
    guard arguments.count == 1, arguments[0].label == nil, case .list(let values, _) = arguments[0].value else {
      findings.append(.missingValue("a list", at: range(from: open.start), help: "write 'isIn([…])'"))
      return nil
    }
    return .isIn(operand, values, range: range(from: start))
  }

  /// A field, a field of a struct, `length(…)`, or a literal.
  private mutating func parseOperand() -> OperandSyntax? {
    switch kindHere {
    case .identifier, .quotedIdentifier:
      guard token(ahead: 1).kind != .leftParenthesis else { return parseCalledOperand() }
      if let literal = parseWordLiteral() { return .literal(literal) }
      return .field(parsePath())
    case .integer, .decimal, .minus, .string, .multilineString, .dot:
      switch parseExpression("a value") {
      case .literal(let literal)?: return .literal(literal)
      case .enumCase(let name, let range)?: return .enumCase(name, range: range)
      case let value?:
        findings.append(
          .unexpectedText(
            shortened(source.bytes, value.range.start..<value.range.end), at: value.range,
            help: "a field is compared with a literal or with another field"))
        return nil
      case nil: return nil
      }
    case .operation, .exclamation:
      rejectOperator(help: "a field or a literal is missing before it")
      return nil
    default:
      report(.missingValue("a field or a literal", at: expectedTokenRange))
      return nil
    }
  }

  private mutating func parseWordLiteral() -> LiteralSyntax? {
    guard let literal = word(current).flatMap(LiteralKeyword.init) else { return nil }
    defer { advance() }
    return LiteralSyntax(value: literal.value, range: range(current))
  }

  /// `home.city`. The last name isn't read if it is that of a method.
  private mutating func parsePath() -> [NameSyntax] {
    var names = [parseNameHere()]
    while kindHere == .dot, Self.isName(token(ahead: 1).kind), token(ahead: 2).kind != .leftParenthesis {
      advance()
      names.append(parseNameHere())
    }
    return names
  }

  /// `length(name)`
  private mutating func parseCalledOperand() -> OperandSyntax? {
    let name = parseNameHere()
    if name.text == "sql", [.string, .multilineString].contains(token(ahead: 1).kind) {
      findings.append(
        .unexpectedText(
          "sql", at: name.range, help: "SQL can't be part of a condition; it is possible only after 'where:'"))
      return nil
    }
    var path: [NameSyntax] = []
    let isRead = inBrackets { parser, open in
      guard Self.isName(parser.kindHere) else {
        parser.report(.missingName("'\(name.text)' names no field", at: parser.expectedTokenRange))
        return false
      }
      path = parser.parsePath()
      if parser.isAtMemberEnd || open.partner == nil { return true }
      parser.reportUnexpectedInCondition()
      return false
    }
    return isRead ? .call(name, path, range: range(from: name.range.start)) : nil
  }
}
