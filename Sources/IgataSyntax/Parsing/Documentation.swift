import IgataDiagnostics

extension Parser {
  /// The documentation on the lines before the current token. A comment after another token on its line doesn't
  /// document the next one.
  mutating func takeDocumentation() -> DocumentationSyntax? {
    let index = current.index
    var first = index
    while first > 0, allTokens[first - 1].kind.isTrivia { first -= 1 }
    if documented.last != index { documented.append(index) }
    var lines: [String] = []
    var span: SourceRange?
    var isOnOwnLine = first == 0
    var lineEnds = 0
    for token in allTokens[first..<index] {
      switch token.kind {
      case .newline:
        isOnOwnLine = true
        lineEnds += 1
      case .documentation where isOnOwnLine:
        if !lines.isEmpty, lineEnds > 1 { lines.append("") }
        lines.append(documentationText(token))
        let range = SourceRange(file: file, start: token.start, end: token.end)
        span = span?.union(range) ?? range
        lineEnds = 0
      default: break
      }
    }
    return span.map { DocumentationSyntax(lines: lines, range: $0) }
  }

  private func documentationText(_ token: Token) -> String {
    var text = source.bytes[token.start..<token.end].dropFirst(3)
    if text.first == UInt8(ascii: " ") { text = text.dropFirst() }
    while text.last == UInt8(ascii: " ") || text.last == UInt8(ascii: "\t") { text = text.dropLast() }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Token.Kind {
  /// Whether the parser ignores these tokens.
  var isTrivia: Bool {
    switch self {
    case .byteOrderMark, .whitespace, .newline, .lineComment, .blockComment, .documentation: true
    default: false
    }
  }
}

/// Finds documentation that doesn't belong to a declaration, a field or a case.
///
/// - Parameter documented: The indices of the tokens whose documentation was read, in order.
func strayDocumentation(_ tokens: [Token], documented: [Int], file: Int) -> Findings {
  var findings = Findings()
  var run: SourceRange?
  var trailing: SourceRange?
  var isOnOwnLine = true
  var rest = documented[...]
  for (index, token) in tokens.enumerated() {
    switch token.kind {
    case .newline: isOnOwnLine = true
    case .documentation:
      let range = SourceRange(file: file, start: token.start, end: token.end)
      if isOnOwnLine { run = run ?? range } else { trailing = range }
    case _ where token.kind.isTrivia: break
    default:
      if let trailing { findings.append(.strayDocumentation(at: trailing)) }
      let isTaken = rest.first == index
      if isTaken { rest.removeFirst() }
      if let run, !isTaken { findings.append(.strayDocumentation(at: run)) }
      (run, trailing, isOnOwnLine) = (nil, nil, false)
    }
  }
  return findings
}
