import IgataDiagnostics

extension Parser {
  /// Reads `{"key": value}`; the current token is the opening brace.
  mutating func parseObject() -> ExpressionSyntax? {
    let start = current.start
    var members: [ObjectMemberSyntax] = []
    let isRead = parseList { parser in
      guard let member = parser.parseObjectMember() else { return false }
      members.append(member)
      return true
    }
    return isRead ? .object(members, range: range(from: start)) : nil
  }

  /// Reports `["key": value]`, as Swift writes a dictionary. The brackets are then skipped.
  ///
  /// - Parameter start: The offset of the bracket.
  mutating func skipDictionary(startingWith element: ExpressionSyntax, from start: Int) -> Bool {
    guard kindHere == .colon, case .literal(let literal) = element, case .string = literal.value else { return false }
    var fix: Diagnostic.Fix?
    if let closer = innermostCloser, tokens[closer].kind == .rightBracket {
      let open = SourceRange(file: file, start: start, end: start + 1)
      fix = .init(title: "write braces", edits: [.init(open, "{"), .init(range(tokens[closer]), "}")], isSafe: true)
    }
    reportUnexpected(help: "an object is written in braces: {\"key\": value}", fix: fix)
    return true
  }

  private mutating func parseObjectMember() -> ObjectMemberSyntax? {
    let first = current
    guard let key = parseKey() else { return nil }
    let keyRange = range(first)
    if kindHere == .equal {
      findings.append(
        .unexpectedText(
          "=", at: range(current), help: "write ':'",
          fix: .init(title: "write ':'", range: range(current), replacement: ":", isSafe: true)))
      advance()
    } else if eat(.colon) == nil {
      report(.missingValue("':' and the value of \(JSONText.quoted(key))", at: expectedTokenRange))
      return nil
    }
    guard let value = parseExpression("the value of \(JSONText.quoted(key))") else { return nil }
    return ObjectMemberSyntax(key: key, keyRange: keyRange, value: value)
  }

  /// A key in quotes. One without them, as JavaScript has it, is reported and read.
  private mutating func parseKey() -> String? {
    let key = current
    switch kindHere {
    case .string, .multilineString:
      advance()
      return decodeString(allTokens[key.index], in: source.bytes).text
    case .identifier:
      let name = text(key)
      advance()
      findings.append(
        .unexpectedText(
          name, at: range(key), help: "write the key in quotes: \"\(name)\"",
          fix: .init(title: "add quotes", range: range(key), replacement: "\"\(name)\"", isSafe: true)))
      return name
    default:
      report(.missingName("a member of an object has no key", at: expectedTokenRange))
      return nil
    }
  }
}
