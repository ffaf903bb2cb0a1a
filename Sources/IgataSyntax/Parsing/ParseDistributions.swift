import IgataDiagnostics

extension Parser {
  /// `distribute(by: owner)`; the current token is the parenthesis.
  mutating func parseDistribute(_ keyword: SignificantToken) -> DistributionSyntax {
    let open = current
    var arguments: [ArgumentSyntax] = []
    let isRead = parseList { parser in
      guard let argument = parser.parseArgument() else { return false }
      arguments.append(argument)
      return true
    }
    let list = range(from: open.start)
    finishPlainMember("'distribute' takes no attributes")
    return DistributionSyntax(
      keyword: .distribute, field: isRead ? distributionField(arguments, in: list) : nil,
      range: range(from: keyword.start))
  }

  /// The field that is named by the only argument.
  private mutating func distributionField(_ arguments: [ArgumentSyntax], in list: SourceRange) -> NameSyntax? {
    let help = "write 'distribute(by: field)'"
    guard let first = arguments.first else {
      findings.append(.missingName("'distribute' names no field", at: list, help: help))
      return nil
    }
    guard case .name(let field) = first.value else {
      findings.append(.missingName("this isn't the name of a field", at: first.value.range, help: help))
      return nil
    }
    if !first.has(.by) {
      let text = "by: \(field.text)"
      findings.append(
        .unexpectedText(
          first.label?.text ?? field.text, at: first.label?.range ?? field.range, help: "write 'distribute(\(text))'",
          fix: .init(title: "write 'distribute(\(text))'", range: first.range, replacement: text, isSafe: true)))
    }
    if let second = arguments.dropFirst().first {
      findings.append(
        .unexpectedText(
          shortened(source.bytes, second.range.start..<second.range.end), at: second.range,
          help: "rows are distributed by one field"))
    }
    return field
  }

  /// `distribute`, or `distribute owner`, which lacks its parentheses.
  mutating func parseBareDistribute() -> DistributionSyntax {
    let keyword = current
    advance()
    guard Self.isName(kindHere) else {
      findings.append(
        .missingName("'distribute' names no field", at: range(keyword), help: "write 'distribute(by: field)'"))
      finishPlainMember("'distribute' takes no attributes")
      return DistributionSyntax(keyword: .distribute, field: nil, range: range(from: keyword.start))
    }
    let field = parseNameHere()
    let whole = SourceRange(file: file, start: keyword.end, end: field.range.end)
    let title = "write 'distribute(by: \(field.text))'"
    findings.append(
      .unexpectedText(
        field.text, at: field.range, help: title,
        fix: .init(title: title, range: whole, replacement: "(by: \(field.text))", isSafe: true)))
    if !isAtMemberEnd { skipMember() }
    return DistributionSyntax(keyword: .distribute, field: field, range: range(from: keyword.start))
  }

  /// `reference`
  mutating func parseReference() -> DistributionSyntax {
    let keyword = current
    advance()
    finishPlainMember("'reference' takes no attributes")
    return DistributionSyntax(keyword: .reference, field: nil, range: range(from: keyword.start))
  }

  /// `reference(…)`, which takes no arguments; the current token is the parenthesis.
  mutating func parseCalledReference(_ keyword: SignificantToken) -> DistributionSyntax {
    let open = current
    _ = inBrackets { parser, _ in
      while !parser.isAtMemberEnd { parser.advance() }
      return true
    }
    let list = range(from: open.start)
    // An unclosed parenthesis has been reported.
    guard open.partner != nil else { return DistributionSyntax(keyword: .reference, field: nil, range: range(keyword)) }
    findings.append(
      .unexpectedText(
        "(", at: range(open), help: "write 'reference'",
        fix: .init(title: "write 'reference'", range: list, replacement: "", isSafe: true)))
    finishPlainMember("'reference' takes no attributes")
    return DistributionSyntax(keyword: .reference, field: nil, range: range(from: keyword.start))
  }
}
