import IgataDiagnostics

extension Parser {
  mutating func parseField() -> FieldSyntax {
    parseField(isConstant: false, documentation: takeDocumentation(), from: current)
  }

  /// A field from its name on, which is the current token.
  ///
  /// - Parameter first: where the field starts, which may be at a word before its name.
  mutating func parseField(
    isConstant: Bool, documentation: DocumentationSyntax?, from first: SignificantToken
  ) -> FieldSyntax {
    let name = parseNameHere()
    let (type, isReported) = parseFieldType(of: name)
    if isReported { skipToEqual() }
    var defaultValue: ExpressionSyntax?
    // A default may stand on a line of its own, as nothing else starts with '='.
    if current.kind == .equal {
      let findingsBefore = findings.count
      advance()
      defaultValue = parseExpression("the default")
      if defaultValue == nil { skipToAttribute() }
      // What is wrong with the default of a broken type is most likely wrong for the same reason.
      if isReported { findings.truncate(to: findingsBefore) }
    }
    let attributes = parseMemberTail(default: &defaultValue)
    return FieldSyntax(
      documentation: documentation, isConstant: isConstant, name: name, type: type, defaultValue: defaultValue,
      attributes: attributes, range: range(from: first.start))
  }

  /// The type behind a field's name, and whether something was wrong about it.
  private mutating func parseFieldType(of name: NameSyntax) -> (TypeReferenceSyntax?, isReported: Bool) {
    if eat(.colon) == nil {
      guard Self.isName(kindHere) || kindHere == .leftBracket else {
        report(.missingType(ofField: name.text, at: name.range))
        return (nil, true)
      }
      findings.append(.missingColon(after: name.text, at: gap))
    }
    let type = parseTypeReference("field '\(name.text)' has no type")
    return (type, type == nil)
  }

  private mutating func skipToEqual() {
    while !isAtMemberEnd, current.kind != .at, current.kind != .equal { skipToken() }
  }

  /// The attributes at the end of a declaration on one line, and the check that it does end there.
  mutating func parseTypeTail() -> [AttributeSyntax] {
    var none: ExpressionSyntax?
    return parseMemberTail(default: &none, takesDefault: false)
  }

  /// The attributes at the end of a field, and the check that it does end there.
  private mutating func parseMemberTail(
    default defaultValue: inout ExpressionSyntax?, takesDefault: Bool = true
  ) -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    while true {
      if current.kind == .at {
        if let attribute = parseAttribute() { attributes.append(attribute) }
      } else if isAtMemberEnd {
        return attributes
      } else if takesDefault, current.kind == .equal, defaultValue == nil {
        report(.misplacedDefault(at: range(current)))
        advance()
        defaultValue = parseExpression("the default")
        if defaultValue == nil { skipToAttribute() }
      } else if expectMemberEnd() {
        return attributes
      }
    }
  }

  /// Reports what stands where the member should end. The answer is whether something new starts there; else what it
  /// is has been skipped up to the next attribute.
  mutating func expectMemberEnd() -> Bool {
    let startsField = Self.isName(current.kind) && (kind(ahead: 1) == .colon || word(current) == "let")
    if startsField || isAtDeclaration {
      reportUnexpected(help: "start it on a line of its own")
      return true
    }
    if current.kind == .comma {
      let fix = Diagnostic.Fix(title: "remove ','", range: range(current), replacement: "", isSafe: true)
      reportUnexpected(help: "a newline ends a member; remove ','", fix: fix)
    } else {
      reportUnexpected()
    }
    skipToken()
    skipToAttribute()
    return false
  }
}
