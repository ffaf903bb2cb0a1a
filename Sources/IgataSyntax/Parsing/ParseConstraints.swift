import IgataDiagnostics

extension Parser {
  /// A member with parentheses; the current token is the word before them.
  mutating func parseCalledMember() -> MemberSyntax? {
    let keyword = current
    let word = parseCalledWord()
    if let kind = word.flatMap(ConstraintSyntax.Kind.init) {
      return parseConstraint(kind, keyword).map { .constraint($0) }
    }
    switch word.flatMap(DistributionSyntax.Keyword.init) {
    case .distribute: return .distribution(parseDistribute(keyword))
    case .reference: return .distribution(parseCalledReference(keyword))
    case nil:
      skipMember()
      return nil
    }
  }

  /// `primaryKey(a, b)`, `unique(a, b)`, `index(a, lower(b) desc, name: "…")`, `check(a > 1)`; the current token is
  /// the parenthesis.
  private mutating func parseConstraint(
    _ kind: ConstraintSyntax.Kind, _ keyword: SignificantToken
  ) -> ConstraintSyntax? {
    var columns: [ConstraintSyntax.Column] = []
    var options: [ArgumentSyntax] = []
    let isRead = parseList { parser in
      if kind == .check || parser.isAtCondition {
        guard let option = parser.parseConditionOption(of: kind) else { return false }
        options.append(option)
        return true
      }
      if Self.isName(parser.kindHere), parser.token(ahead: 1).kind != .colon {
        guard let column = parser.parseColumn() else { return false }
        columns.append(column)
        return true
      }
      guard let option = parser.parseArgument() else { return false }
      options.append(option)
      return true
    }
    finishPlainMember("a constraint takes no attributes")
    // Without its condition, which was reported, nothing is left of a check.
    if kind == .check, !isRead { return nil }
    return ConstraintSyntax(
      kind: kind, keyword: range(keyword), columns: columns, options: options, range: range(from: keyword.start))
  }

  /// Whether `where:` and a condition are here. SQL, which is a string or `sql("…")`, is a value like any other.
  private var isAtCondition: Bool {
    guard token(ahead: 1).kind == .colon, kindHere == .identifier, word(current) == ArgumentLabel.where.rawValue else {
      return false
    }
    let (first, second) = (token(ahead: 2), token(ahead: 3))
    switch first.kind {
    case .string, .multilineString: return second.kind == .operation || second.kind == .equal
    case .identifier: return !(second.kind == .leftParenthesis && word(first) == "sql")
    default: return innermostCloser.map { position + 2 < $0 } ?? false
    }
  }

  /// `where: a > 1`, or an argument of a `check`: a condition, or `name: "…"`.
  private mutating func parseConditionOption(of kind: ConstraintSyntax.Kind) -> ArgumentSyntax? {
    let start = current.start
    var label: NameSyntax?
    if Self.isName(kindHere), token(ahead: 1).kind == .colon {
      guard word(current) == ArgumentLabel.where.rawValue else { return parseArgument() }
      label = parseNameHere()
      advance()
    }
    guard let condition = parseCondition() else { return nil }
    if let next = kindHere, next != .comma {
      reportUnexpectedInCondition()
      return nil
    }
    return ArgumentSyntax(label: label, value: .condition(condition), range: range(from: start))
  }

  /// `check a > 1`, which lacks its parentheses, and is skipped.
  mutating func skipBareCheck() -> MemberSyntax? {
    findings.append(
      .unexpectedText("check", at: range(current), help: "write the condition in parentheses: 'check(a > b)'"))
    skipMember()
    return nil
  }

  /// Reads the keyword of a member with parentheses. Returns the keyword that was meant if it is misspelled.
  private mutating func parseCalledWord() -> String? {
    let keyword = current
    advance()
    let known = ConstraintSyntax.Kind.allCases.map(\.rawValue) + DistributionSyntax.Keyword.allCases.map(\.rawValue)
    if let word = word(keyword), known.contains(word) { return word }
    let word = shortenedText(keyword)
    let meant = nearest(word, in: known.filter { $0 != DistributionSyntax.Keyword.reference.rawValue })
    findings.append(.unknownConstraint(word, proposal: meant, at: range(keyword)))
    return meant
  }

  /// `name`, `name desc` or `lower(name)`
  private mutating func parseColumn() -> ConstraintSyntax.Column? {
    var column = ConstraintSyntax.Column(name: parseNameHere(), isDescending: false)
    if kindHere == .leftParenthesis {
      guard let name = parseFunctionArgument(of: column.name) else { return nil }
      column = ConstraintSyntax.Column(function: column.name, name: name, isDescending: false)
    }
    guard kindHere == .identifier, let word = word(current) else { return column }
    let descending = ConstraintSyntax.Column.descending
    let meansOrder = word == descending || word == "asc" || nearest(word, in: [descending]) != nil
    guard meansOrder else { return column }
    if word != descending { findings.append(.unknownModifier(word, known: [descending], at: range(current))) }
    advance()
    column.isDescending = word != "asc"
    return column
  }

  /// The only name in the parentheses after a function; the current token is the opening one.
  private mutating func parseFunctionArgument(of function: NameSyntax) -> NameSyntax? {
    var name: NameSyntax?
    _ = inBrackets { parser, open in
      guard Self.isName(parser.kindHere) else {
        let help = "write '\(function.text)(field)'"
        parser.findings.append(
          .missingName("'\(function.text)' names no field", at: parser.range(open), help: help))
        return false
      }
      name = parser.parseNameHere()
      _ = parser.eat(.comma)
      if parser.isAtMemberEnd { return true }
      parser.reportUnexpected(help: "'\(function.text)' takes one field, and nothing else")
      return false
    }
    return name
  }
}
