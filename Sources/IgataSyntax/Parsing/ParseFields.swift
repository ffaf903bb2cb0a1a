import IgataDiagnostics

extension Parser {
  mutating func parseField(isConstant: Bool = false) -> FieldSyntax {
    parseField(isConstant: isConstant, documentation: takeDocumentation(), from: current)
  }

  /// Reads a field from its name on, which is the current token.
  ///
  /// - Parameter first: The start of the field, which may be a word before its name.
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
  /// - Parameter isReported: Whether an error in the type was reported.
  mutating func finishField(
    isConstant: Bool, documentation: DocumentationSyntax?, from first: SignificantToken, name: NameSyntax,
    type: TypeReferenceSyntax?, isReported: Bool
  ) -> FieldSyntax {
    var defaultValue: ExpressionSyntax?
    // A default can be on its own line, because nothing else starts with '='.
    if current.kind == .equal {
      let findingsBefore = findings.count
      advance()
      defaultValue = parseExpression("the default")
      if defaultValue == nil { skipToAttribute() }
      // Errors in the default of a field with an invalid type most likely have the same cause.
      if isReported { findings.truncate(to: findingsBefore) }
    }
    let attributes = parseMemberTail(default: &defaultValue, of: first)
    return FieldSyntax(
      documentation: documentation, isConstant: isConstant, name: name, type: type, defaultValue: defaultValue,
      attributes: attributes, range: range(from: first.start))
  }

  /// The type after a field's name, and whether an error in it was reported.
  private mutating func parseFieldType(of name: NameSyntax) -> (TypeReferenceSyntax?, isReported: Bool) {
    if kindHere == .question, token(ahead: 1).kind == .colon { return parseTypeAfterQuestionMark(of: name) }
    if eat(.colon) == nil {
      guard Self.isName(kindHere) || kindHere == .leftBracket else {
        report(.missingType(ofField: name.text, at: name.range, default: current.kind == .equal ? defaultKind : nil))
        return (nil, true)
      }
      findings.append(.missingColon(after: name.text, at: endOfLastToken))
    }
    let type = parseTypeReference("field '\(name.text)' has no type")
    return (type, type == nil)
  }

  /// `name?: Type`, which marks an optional field in other languages.
  private mutating func parseTypeAfterQuestionMark(of name: NameSyntax) -> (TypeReferenceSyntax?, isReported: Bool) {
    let question = current
    advance()
    advance()
    let type = parseTypeReference("field '\(name.text)' has no type")
    guard let type else {
      findings.append(.unexpectedText("?", at: range(question), help: "write it after the type"))
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

  /// The kind of the literal after the `=` that is the current token.
  private var defaultKind: Token.Kind { token(ahead: 1).kind }

  private mutating func skipToEqual() {
    var end = position
    while !isAtMemberEnd(end), tokens[end].kind != .at, tokens[end].kind != .equal {
      end = max(end, tokens[end].partner ?? end) + 1
    }
    skip(to: end)
  }

  /// Reads the attributes at the end of a one-line declaration, and checks that it ends there.
  mutating func parseTypeTail() -> [AttributeSyntax] {
    var none: ExpressionSyntax?
    return parseMemberTail(default: &none, takesDefault: false)
  }

  /// Reads the attributes at the end of a field, and checks that it ends there.
  private mutating func parseMemberTail(
    default defaultValue: inout ExpressionSyntax?, takesDefault: Bool = true, of member: SignificantToken? = nil
  ) -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    while true {
      if let member, isAtAttributeOfNextField(after: member) {
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

  /// Reports a comma after a member: at the end of a line, between two members on a line, or between the digits of a
  /// number. Returns whether a new member starts after it, to which the parser has advanced.
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
      let isGroup = next.end - next.start == 3
      reportUnexpected(
        help: isGroup ? "digits are grouped with '_'" : "a decimal point is '.'",
        fix: isGroup ? fix("write '_'", "_", isSafe: false) : fix("write '.'", ".", isSafe: false))
      advance()
    } else if Self.isName(next.kind), token(ahead: 2).kind == .colon {
      reportUnexpected(
        help: "each member has its own line", fix: fix("start a new line", "\n  ", isSafe: true))
      advance()
      return true
    } else {
      reportUnexpected(help: "each member has its own line")
    }
    return false
  }

  /// The fix that moves a default, from its `=` to the last token that was read, before the attributes.
  private func move(_ equal: SignificantToken, before attribute: AttributeSyntax) -> Diagnostic.Fix {
    let span = range(from: equal.start)
    let text = String(decoding: source.bytes[span.start..<span.end], as: UTF8.self)
    let target = SourceRange(file: file, start: attribute.range.start, end: attribute.range.start)
    return .init(title: "move it", edits: [.init(target, "\(text) "), .init(span, "")], isSafe: true)
  }

  /// How many bytes around a member its line is searched for.
  private static let longestLine = 1_000

  /// Reports that a member starts on the line of another one.
  private mutating func reportSharedLine() {
    let start = position > 0 ? tokens[position - 1].end : current.start
    let separator = SourceRange(file: file, start: start, end: current.start)
    // A line can have any number of members, so only what is near is looked at.
    let before = source.bytes[max(0, start - Self.longestLine)..<start]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? (start > Self.longestLine ? start : 0)
    let indentation = source.bytes[lineStart...].prefix { $0 == 0x20 || $0 == 0x09 }
    let isFirst = tokens[max(0, position - 1)].kind == .leftBrace
    let space = indentation.isEmpty && !isFirst ? "  " : String(decoding: indentation, as: UTF8.self)
    let rest = source.bytes[current.start...].prefix(Self.longestLine).prefix {
      $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
    }
    let line = shortened(source.bytes, current.start..<rest.endIndex)
    reportUnexpected(
      help: "start a new line: '\(line)'",
      fix: .init(title: "start a new line", range: separator, replacement: "\n\(space)", isSafe: true))
  }

  /// Reports the text after the end of the member. Returns whether a new member starts there; if not, the text has been
  /// skipped up to the next attribute.
  mutating func expectMemberEnd() -> Bool {
    let startsField = Self.isName(current.kind) && (kind(ahead: 1) == .colon || isKeyword(current, .let))
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
        help: current.kind == .leftBracket ? "attributes go after the type: '@primaryKey', '@unique'" : nil)
    }
    skip(to: (current.partner.map { max($0, position) } ?? position) + 1)
    skipToAttribute()
    return false
  }
}
