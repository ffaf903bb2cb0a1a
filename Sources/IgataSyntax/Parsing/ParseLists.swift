import IgataDiagnostics

extension Parser {
  /// Reads a comma-separated list in brackets, with an optional trailing comma; the current token is the opening
  /// bracket. Unclosed brackets end with the member.
  ///
  /// - Parameter element: Reads one element, consuming at least one token, and returns whether it succeeded.
  /// - Returns: Whether all elements were read. If not, the error was reported, and the parser is after the brackets
  ///   anyway.
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
        parser.findings.append(.missingComma(at: parser.endOfLastToken))
      }
      return true
    }
  }

  /// Reads brackets with `content` between them; the current token is the opening one. Reports brackets that are
  /// unclosed or nested too deep. The content of unclosed brackets is read as far as possible.
  ///
  /// - Returns: The result of `content`: whether it succeeded. If not, the rest of the brackets is skipped.
  mutating func inBrackets(_ content: (inout Parser, SignificantToken) -> Bool) -> Bool {
    let open = current
    advance()
    guard depth < Self.deepestNesting else {
      findings.append(.nestingTooDeep(limit: Self.deepestNesting, at: range(open)))
      leave(open)
      return false
    }
    let outer = innermostCloser
    depth += 1
    if let partner = open.partner { innermostCloser = partner }
    let isRead = content(&self, open)
    innermostCloser = outer
    depth -= 1
    if isRead, open.partner == nil {
      if !isEndSwallowed { findings.append(.unclosedBracket(text(open), at: range(open))) }
      // A mismatched closing bracket was meant for this one.
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
      .leftBrace, .closedRange, .halfOpenRange:
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
      let separator = SourceRange(file: file, start: name.range.end, end: equal.end)
      findings.append(
        .unexpectedText(
          "=", at: range(equal), help: "write '\(name.text):'",
          fix: .init(title: "write ':'", range: separator, replacement: ":", isSafe: true)))
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
