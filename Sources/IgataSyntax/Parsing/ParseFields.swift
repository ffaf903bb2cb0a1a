import IgataDiagnostics

extension Parser {
  mutating func parseField(isConstant: Bool = false) -> FieldSyntax {
    parseField(isConstant: isConstant, documentation: takeDocumentation(), from: current)
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
    return finishField(
      isConstant: isConstant, documentation: documentation, from: first, name: name, type: type, isReported: isReported)
  }

  /// The default and the attributes of a field whose name and type have been read.
  ///
  /// - Parameter isReported: whether something was wrong about the type.
  mutating func finishField(
    isConstant: Bool, documentation: DocumentationSyntax?, from first: SignificantToken, name: NameSyntax,
    type: TypeReferenceSyntax?, isReported: Bool
  ) -> FieldSyntax {
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
    let attributes = parseMemberTail(default: &defaultValue, of: first)
    return FieldSyntax(
      documentation: documentation, isConstant: isConstant, name: name, type: type, defaultValue: defaultValue,
      attributes: attributes, range: range(from: first.start))
  }

  /// The type behind a field's name, and whether something was wrong about it.
  private mutating func parseFieldType(of name: NameSyntax) -> (TypeReferenceSyntax?, isReported: Bool) {
    if kindHere == .question, token(ahead: 1).kind == .colon { return parseTypeBehindQuestion(of: name) }
    if eat(.colon) == nil {
      guard Self.isName(kindHere) || kindHere == .leftBracket else {
        report(.missingType(ofField: name.text, at: name.range, default: current.kind == .equal ? defaultKind : nil))
        return (nil, true)
      }
      findings.append(.missingColon(after: name.text, at: gap))
    }
    let type = parseTypeReference("field '\(name.text)' has no type")
    return (type, type == nil)
  }

  /// `name?: Type`, which says that the field is optional where other languages do.
  private mutating func parseTypeBehindQuestion(of name: NameSyntax) -> (TypeReferenceSyntax?, isReported: Bool) {
    let question = current
    advance()
    advance()
    let type = parseTypeReference("field '\(name.text)' has no type")
    guard let type else {
      findings.append(.unexpectedText("?", at: range(question), help: "write it behind the type"))
      return (nil, true)
    }
    let end = SourceRange(file: file, start: type.range.end, end: type.range.end)
    let text = shortened(source.bytes, type.range.start..<type.range.end)
    findings.append(
      .unexpectedText(
        "?", at: range(question), help: "write '\(name.text): \(text)?'",
        fix: .init(title: "move '?'", edits: [.init(range(question), ""), .init(end, "?")], isSafe: true)))
    if case .optional = type { return (type, false) }
    return (.optional(type, range: type.range), false)
  }

  /// The kind of the literal behind the `=` that is the current token.
  private var defaultKind: Token.Kind { token(ahead: 1).kind }

  private mutating func skipToEqual() {
    var end = position
    while !isAtMemberEnd(end), tokens[end].kind != .at, tokens[end].kind != .equal {
      end = max(end, tokens[end].partner ?? end) + 1
    }
    skip(to: end)
  }

  /// The attributes at the end of a declaration on one line, and the check that it does end there.
  mutating func parseTypeTail() -> [AttributeSyntax] {
    var none: ExpressionSyntax?
    return parseMemberTail(default: &none, takesDefault: false)
  }

  /// The attributes at the end of a field, and the check that it does end there.
  private mutating func parseMemberTail(
    default defaultValue: inout ExpressionSyntax?, takesDefault: Bool = true, of member: SignificantToken? = nil
  ) -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    while true {
      if let member, isAtAttributeOfNextField(behind: member) {
        return attributes
      } else if current.kind == .at {
        if let attribute = parseAttribute() { attributes.append(attribute) }
      } else if isAtMemberEnd {
        return attributes
      } else if takesDefault, current.kind == .equal, defaultValue == nil {
        let equal = current
        advance()
        defaultValue = parseExpression("the default")
        let fix = defaultValue == nil ? nil : attributes.first.map { move(equal, before: $0) }
        findings.append(.misplacedDefault(at: range(equal), fix))
        if defaultValue == nil { skipToAttribute() }
      } else if expectMemberEnd() {
        return attributes
      }
    }
  }

  /// Reports a comma behind a member: it ends a line, goes between two members on a line, or parts the digits of a
  /// number. The answer is whether a new member starts behind it, to which the parser has moved.
  private mutating func reportComma() -> Bool {
    let comma = current
    func fix(_ title: String, _ replacement: String, isSafe: Bool) -> Diagnostic.Fix {
      .init(title: title, range: range(comma), replacement: replacement, isSafe: isSafe)
    }
    let next = token(ahead: 1)
    let last = position > 0 ? tokens[position - 1] : comma
    if next.startsLine || next.kind == .rightBrace || next.kind == .end {
      reportUnexpected(
        help: "a newline ends a member; remove ','", fix: fix("remove ','", "", isSafe: true))
    } else if last.kind == .integer, next.kind == .integer, last.end == comma.start, next.start == comma.end {
      reportUnexpected(help: "digits are grouped with '_'", fix: fix("write '_'", "_", isSafe: false))
      advance()
    } else if Self.isName(next.kind), token(ahead: 2).kind == .colon {
      reportUnexpected(
        help: "each member has a line of its own", fix: fix("start a new line", "\n  ", isSafe: true))
      advance()
      return true
    } else {
      reportUnexpected(help: "each member has a line of its own")
    }
    return false
  }

  /// The fix that moves a default, from its `=` to what was read last, before the attributes.
  private func move(_ equal: SignificantToken, before attribute: AttributeSyntax) -> Diagnostic.Fix {
    let place = range(from: equal.start)
    let text = String(decoding: source.bytes[place.start..<place.end], as: UTF8.self)
    let target = SourceRange(file: file, start: attribute.range.start, end: attribute.range.start)
    return .init(title: "move it", edits: [.init(target, "\(text) "), .init(place, "")], isSafe: true)
  }

  /// Reports that a member starts on the line of another one.
  private mutating func reportSharedLine() {
    let start = position > 0 ? tokens[position - 1].end : current.start
    let gap = SourceRange(file: file, start: start, end: current.start)
    let lineStart = (source.bytes[..<start].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let indentation = source.bytes[lineStart...].prefix { $0 == 0x20 || $0 == 0x09 }
    let isFirst = tokens[max(0, position - 1)].kind == .leftBrace
    let space = indentation.isEmpty && !isFirst ? "  " : String(decoding: indentation, as: UTF8.self)
    let rest = source.bytes[current.start...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let line = shortened(source.bytes, current.start..<rest.endIndex)
    reportUnexpected(
      help: "start a new line: '\(line)'",
      fix: .init(title: "start a new line", range: gap, replacement: "\n\(space)", isSafe: true))
  }

  /// Reports what stands where the member should end. The answer is whether something new starts there; else what it
  /// is has been skipped up to the next attribute.
  mutating func expectMemberEnd() -> Bool {
    let startsField = Self.isName(current.kind) && (kind(ahead: 1) == .colon || word(current) == "let")
    let startsConstraint =
      kind(ahead: 1) == .leftParenthesis && word(current).flatMap(ConstraintSyntax.Kind.init) != nil
    if startsField || startsConstraint || isAtDeclaration {
      reportSharedLine()
      return true
    }
    if skipSQLTail() { return false }
    if current.kind == .unknown, text(current) == ";", Self.isName(kind(ahead: 1)) {
      skipped.keep(current.start)
      advance()
      return true
    }
    if current.kind == .comma {
      if reportComma() { return true }
    } else {
      reportUnexpected(
        help: current.kind == .leftBracket ? "attributes stand behind the type: '@primaryKey', '@unique'" : nil)
    }
    skip(to: (current.partner.map { max($0, position) } ?? position) + 1)
    skipToAttribute()
    return false
  }
}
