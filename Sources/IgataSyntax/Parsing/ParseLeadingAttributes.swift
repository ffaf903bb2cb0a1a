import IgataDiagnostics

/// Attributes before the declaration they apply to, as in other languages.
extension Parser {
  /// Reads attributes before a field, and the field; the current token is the first `@`.
  mutating func parseAttributedField() -> FieldSyntax? {
    let first = current
    let findingsBefore = findings.count
    let attributes = parseAttributes()
    let attributesEnd = position
    let isReported = findings.count > findingsBefore
    guard attributesEnd > 0, Self.isName(current.kind), isAtFieldStart, case .field(let field)? = parseMember() else {
      let span = SourceRange(file: file, start: first.start, end: tokens[max(0, attributesEnd - 1)].end)
      findings.truncate(to: findingsBefore)
      findings.append(
        .misplacedAttribute(at: span, help: "an attribute goes after the type or the default of its field"))
      return nil
    }
    let span = SourceRange(file: file, start: first.start, end: tokens[attributesEnd - 1].end)
    // An attribute in upper case doesn't exist, which is reported instead; it isn't moved.
    let isInLanguage = attributes.contains { !startsInUpperCase($0.name.text) }
    if isInLanguage, !isReported { report(attributes, at: span, before: field.range, what: "a field") }
    return FieldSyntax(
      documentation: field.documentation, isConstant: field.isConstant, name: field.name, type: field.type,
      defaultValue: field.defaultValue, attributes: attributes + field.attributes, range: field.range)
  }

  /// Reports attributes before the declaration they apply to, with the corrected line.
  private mutating func report(
    _ attributes: [AttributeSyntax], at span: SourceRange, before target: SourceRange, what: String
  ) {
    let written = source.bytes[span.start..<span.end].split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: " ")
    let line = "\(String(decoding: source.bytes[target.start..<target.end], as: UTF8.self)) \(written)"
    let end = SourceRange(file: file, start: target.end, end: target.end)
    let separator = SourceRange(file: file, start: span.start, end: target.start)
    let fix = Diagnostic.Fix(
      title: "move it", edits: [.init(separator, ""), .init(end, " \(written)")], isSafe: !attributes.isEmpty)
    let shown = Array(line.utf8)
    let isShort = shown.count <= 100 && !shown.contains(0x0A)
    findings.append(
      .misplacedAttribute(
        at: span, help: isShort ? "write '\(line)'" : "an attribute goes after \(what)", fix: fix))
  }

  private var isAtFieldStart: Bool {
    switch kind(ahead: 1) {
    case .colon, .identifier, .quotedIdentifier, .leftParenthesis, .question, .leftBracket, .unknown, .operation,
      .exclamation:
      true
    default: false
    }
  }

  /// Whether the `@` here starts a line and applies to the field that follows it: on the same line, or on the next line
  /// if the `@` isn't indented more than the previous member.
  ///
  /// - Parameter member: The first token of the previous member.
  func isAtAttributeOfNextField(after member: SignificantToken) -> Bool {
    guard current.kind == .at, current.startsLine else { return false }
    var next = position
    while tokens[next].kind == .at {
      next += 1
      guard next + 1 < tokens.count, Self.isName(tokens[next].kind) else { return false }
      next += 1
      if tokens[next].kind == .leftParenthesis {
        guard let partner = tokens[next].partner, partner + 1 < tokens.count else { return false }
        next = partner + 1
      }
    }
    guard Self.isName(tokens[next].kind), next + 1 < tokens.count else { return false }
    let following = tokens[next + 1]
    let isField = following.kind == .colon || (following.kind == .question && !following.startsLine)
    guard isField || isModifier(tokens[next]) || isKeyword(tokens[next], .let) else { return false }
    if !tokens[next].startsLine { return true }
    guard let own = indentation(of: current), let other = indentation(of: member) else { return false }
    return own <= other
  }

  /// The number of bytes of white space at the start of a token's line. A comment may follow before the token. Returns
  /// `nil` if the line begins inside a comment or a string.
  private func indentation(of token: SignificantToken) -> Int? {
    var index = token.index - 1
    while index >= 0, allTokens[index].kind != .newline {
      let other = allTokens[index]
      if source.bytes[other.start..<other.end].contains(UInt8(ascii: "\n")) { return nil }
      index -= 1
    }
    let first = allTokens[index + 1]
    return first.kind == .whitespace ? first.end - first.start : 0
  }
}
