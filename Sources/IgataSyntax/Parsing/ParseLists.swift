import IgataDiagnostics

extension Parser {
  /// Reads what stands in brackets, separated by commas, the last of which may trail; the current token is the
  /// opening bracket. Brackets that are not closed end with the member.
  ///
  /// - Parameter element: reads one element, at least one token of it; the answer is whether that went well.
  /// - Returns: whether all went well; if not, it was reported, and the brackets have been left all the same.
  mutating func parseList(_ element: (inout Parser) -> Bool) -> Bool {
    inBrackets { parser, open in
      while !parser.isAtMemberEnd {
        guard element(&parser) else { return false }
        if parser.eat(.comma) != nil || parser.isAtMemberEnd { continue }
        guard parser.startsValue else {
          if open.partner == nil { break }
          parser.reportUnexpected()
          return false
        }
        parser.findings.append(.missingComma(at: parser.gap))
      }
      return true
    }
  }

  /// Reads brackets with `content` between them; the current token is the opening one. That they are not closed, or
  /// nested too deep, is reported here; what can be read of brackets that are not closed counts.
  ///
  /// - Returns: what `content` answers, whether all went well. If not, the rest of the brackets is skipped.
  mutating func inBrackets(_ content: (inout Parser, SignificantToken) -> Bool) -> Bool {
    let open = current
    advance()
    guard depth < Self.deepestNesting else {
      findings.append(.nestingTooDeep(limit: Self.deepestNesting, at: range(open)))
      leave(open)
      return false
    }
    let outer = closer
    depth += 1
    if let partner = open.partner { closer = partner }
    let isRead = content(&self, open)
    closer = outer
    depth -= 1
    if isRead, open.partner == nil {
      if !isEndSwallowed { findings.append(.unclosedBracket(text(open), at: range(open))) }
      // The wrong closing bracket was meant for this one.
      if kindHere == .rightParenthesis || kindHere == .rightBracket, current.partner == nil { advance() }
    } else {
      leave(open)
    }
    return isRead
  }

  /// Whether the current token can start a value.
  private var startsValue: Bool {
    switch kindHere {
    case .identifier, .quotedIdentifier, .integer, .decimal, .string, .multilineString, .minus, .dot, .leftBracket,
      .closedRange, .halfOpenRange:
      true
    default: false
    }
  }

  /// `value` or `label: value`
  mutating func parseArgument() -> ArgumentSyntax? {
    let start = current.start
    var label: NameSyntax?
    if Self.isName(kindHere), token(ahead: 1).kind == .colon {
      label = parseNameHere()
      advance()
    }
    if Self.isName(kindHere), token(ahead: 1).kind == .equal {
      let (name, equal) = (parseNameHere(), current)
      label = name
      advance()
      let gap = SourceRange(file: file, start: name.range.end, end: equal.end)
      findings.append(
        .unexpectedText(
          "=", at: range(equal), help: "write '\(name.text):'",
          fix: .init(title: "write ':'", range: gap, replacement: ":", isSafe: true)))
    }
    guard let value = parseExpression(label.map { "the value of '\($0.text)'" } ?? "a value") else { return nil }
    return ArgumentSyntax(label: label, value: value, range: range(from: start))
  }

  /// The arguments in parentheses; the current token is the opening one.
  mutating func parseArguments() -> [ArgumentSyntax]? {
    var arguments: [ArgumentSyntax] = []
    let isRead = parseList { parser in
      guard let argument = parser.parseArgument() else { return false }
      arguments.append(argument)
      return true
    }
    return isRead ? arguments : nil
  }
}
