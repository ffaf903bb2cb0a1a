import IgataDiagnostics

extension Parser {
  /// `primaryKey(a, b)`, `unique(a, b)`, `index(a, b desc, name: "…")`; the current token is the word.
  mutating func parseConstraint() -> ConstraintSyntax? {
    let keyword = current
    let kind = parseConstraintKind()
    guard let kind else {
      skipMember()
      return nil
    }
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

  /// Moves over the word of a constraint; where it is none, the one that was meant is taken.
  private mutating func parseConstraintKind() -> ConstraintSyntax.Kind? {
    let keyword = current
    advance()
    if let kind = word(keyword).flatMap(ConstraintSyntax.Kind.init) { return kind }
    let word = shortenedText(keyword)
    let meant = nearest(word, in: ConstraintSyntax.Kind.allCases.map(\.rawValue))
    findings.append(.unknownConstraint(word, proposal: meant, at: range(keyword)))
    return meant.flatMap(ConstraintSyntax.Kind.init)
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
