import IgataDiagnostics

extension Parser {
  /// A member with parentheses; the current token is the word before them.
  mutating func parseCalledMember() -> MemberSyntax? {
    let keyword = current
    let word = parseCalledWord()
    if let kind = word.flatMap(ConstraintSyntax.Kind.init) { return .constraint(parseConstraint(kind, keyword)) }
    switch word.flatMap(DistributionSyntax.Keyword.init) {
    case .distribute: return .distribution(parseDistribute(keyword))
    case .reference: return .distribution(parseCalledReference(keyword))
    case nil:
      skipMember()
      return nil
    }
  }

  /// `primaryKey(a, b)`, `unique(a, b)`, `index(a, b desc, name: "…")`; the current token is the parenthesis.
  private mutating func parseConstraint(
    _ kind: ConstraintSyntax.Kind, _ keyword: SignificantToken
  ) -> ConstraintSyntax {
    var columns: [ConstraintSyntax.Column] = []
    var options: [ArgumentSyntax] = []
    _ = parseList { parser in
      if Self.isName(parser.kindHere), parser.token(ahead: 1).kind != .colon {
        columns.append(parser.parseColumn())
        return true
      }
      guard let option = parser.parseArgument() else { return false }
      options.append(option)
      return true
    }
    finishPlainMember("a constraint takes no attributes")
    return ConstraintSyntax(
      kind: kind, keyword: range(keyword), columns: columns, options: options, range: range(from: keyword.start))
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

  private mutating func parseColumn() -> ConstraintSyntax.Column {
    let name = parseNameHere()
    guard kindHere == .identifier, let word = word(current) else {
      return ConstraintSyntax.Column(name: name, isDescending: false)
    }
    let meansOrder = word == "desc" || word == "asc" || nearest(word, in: ["desc"]) != nil
    guard meansOrder else { return ConstraintSyntax.Column(name: name, isDescending: false) }
    if word != "desc" { findings.append(.unknownModifier(word, known: ["desc"], at: range(current))) }
    advance()
    return ConstraintSyntax.Column(name: name, isDescending: word != "asc")
  }
}
