import IgataDiagnostics

extension Parser {
  /// `case a`, `case a, b`, `case a = "raw" @unknown`. If `case` is missing, the name is read as a case.
  ///
  /// - Parameter hasCase: Whether the lines before had `case`. A missing `case` is reported once for a run of lines.
  mutating func parseCaseLine(_ hasCase: inout Bool) -> [EnumSyntax.Case] {
    if isKeyword(current, .case) {
      hasCase = true
      return parseListedCases(hasKeyword: true)
    }
    if current.kind == .at {
      skipMisplacedAttributes(help: "an attribute goes after its case")
      skipCase()
      return []
    }
    if let word = word(current), ["var", "func", "fun", "init", "static", "let"].contains(word),
      Self.isName(kind(ahead: 1)) || kind(ahead: 1) == .leftParenthesis
    {
      skipCodeHere(word, DeclarationKeyword.codeReason)
      return []
    }
    guard Self.isName(current.kind) else {
      reportInBody(help: "an enum contains cases: write 'case' and a name")
      skipToken()
      skipMember()
      return []
    }
    let findingsBefore = findings.count
    let missing = Diagnostic.missingCase(before: shortenedText(current), at: range(current))
    let cases = parseListedCases(hasKeyword: false)
    // Other errors in this line are most likely there because it wasn't meant as a case.
    findings.truncate(to: findingsBefore)
    if hasCase { findings.append(missing) }
    hasCase = false
    return cases
  }

  private mutating func parseListedCases(hasKeyword: Bool) -> [EnumSyntax.Case] {
    var cases: [EnumSyntax.Case] = []
    var documentation = takeDocumentation()
    var start = current.start
    if hasKeyword { advance() }
    var isAtName = hasKeyword ? isAtCaseName : true
    while true {
      guard isAtName else {
        report(.missingName("a case has no name", at: expectedTokenRange))
        skipCase()
        return cases
      }
      let name = parseNameHere()
      let rawValue = eat(.equal) == nil ? nil : parseRawValue()
      cases.append(
        EnumSyntax.Case(
          documentation: documentation, name: name, rawValue: rawValue, attributes: parseAttributes(),
          range: range(from: start)))
      guard eat(.comma) != nil else { break }
      isAtName = Self.isName(current.kind) && (!current.startsLine || !isKeyword(current, .case))
      documentation = takeDocumentation()
      start = current.start
    }
    if !isAtMemberEnd, !isKeyword(current, .case), !isAtReserved {
      reportUnexpected(help: current.kind == .leftParenthesis ? "a case has no associated values" : nil)
      skipCase()
    }
    return cases
  }

  /// Whether a name follows `case`. `case` itself is the name if no name follows it on its line.
  private var isAtCaseName: Bool {
    Self.isName(kindHere) && (!isKeyword(current, .case) || !Self.isName(kind(ahead: 1)))
  }

  private mutating func parseRawValue() -> LiteralSyntax? {
    switch parseExpression("the raw value") {
    case .literal(let literal): return literal
    case .some(let other):
      findings.append(.missingValue("the raw value", at: other.range, help: "it is a string or an integer"))
      return nil
    case nil:
      skipCase()
      return nil
    }
  }

  /// Skips to the next case or reserved name, or to the end of the line.
  private mutating func skipCase() {
    while !isAtMemberEnd, !isKeyword(current, .case), !isAtReserved { skipToken() }
  }
}
