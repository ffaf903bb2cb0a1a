import IgataDiagnostics

/// Attributes that stand before what they are meant for, as other languages have them.
extension Parser {
  /// Reads attributes before a field, which is read with them; the current token is the first `@`.
  mutating func parseAttributedField() -> FieldSyntax? {
    let first = current
    let findingsBefore = findings.count
    let attributes = parseAttributes()
    let attributesEnd = position
    let isReported = findings.count > findingsBefore
    guard attributesEnd > 0, Self.isName(current.kind), isAtFieldStart, case .field(let field)? = parseMember() else {
      let place = SourceRange(file: file, start: first.start, end: tokens[max(0, attributesEnd - 1)].end)
      findings.truncate(to: findingsBefore)
      findings.append(
        .misplacedAttribute(at: place, help: "an attribute stands behind the type or the default of its field"))
      return nil
    }
    let place = SourceRange(file: file, start: first.start, end: tokens[attributesEnd - 1].end)
    // One in upper case is none of the language, which is the finding; it is not to be moved.
    let isOurs = attributes.contains { !startsInUpperCase($0.name.text) }
    if isOurs, !isReported { report(attributes, at: place, before: field.range, what: "a field") }
    return FieldSyntax(
      documentation: field.documentation, isConstant: field.isConstant, name: field.name, type: field.type,
      defaultValue: field.defaultValue, attributes: attributes + field.attributes, range: field.range)
  }

  /// Reports attributes that stand before what they belong to, with the line as it should be.
  private mutating func report(
    _ attributes: [AttributeSyntax], at place: SourceRange, before target: SourceRange, what: String
  ) {
    let written = source.bytes[place.start..<place.end].split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: " ")
    let line = "\(String(decoding: source.bytes[target.start..<target.end], as: UTF8.self)) \(written)"
    let end = SourceRange(file: file, start: target.end, end: target.end)
    let gap = SourceRange(file: file, start: place.start, end: target.start)
    let fix = Diagnostic.Fix(
      title: "move it", edits: [.init(gap, ""), .init(end, " \(written)")], isSafe: !attributes.isEmpty)
    let shown = Array(line.utf8)
    let isShort = shown.count <= 100 && !shown.contains(0x0A)
    findings.append(
      .misplacedAttribute(
        at: place, help: isShort ? "write '\(line)'" : "an attribute stands behind \(what)", fix: fix))
  }

  private var isAtFieldStart: Bool {
    switch kind(ahead: 1) {
    case .colon, .identifier, .quotedIdentifier, .leftParenthesis, .question, .leftBracket, .unknown: true
    default: false
    }
  }

  /// Whether the `@` here starts a line and a field follows it, which it is meant for: on the same line, or on the next
  /// where the `@` is not indented more than the member before it.
  ///
  /// - Parameter member: the first token of the member before it.
  func isAtAttributeOfNextField(behind member: SignificantToken) -> Bool {
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
    guard isField || isModifier(tokens[next]) || text(tokens[next]) == "let" else { return false }
    if !tokens[next].startsLine { return true }
    guard let own = indentation(of: current), let other = indentation(of: member) else { return false }
    return own <= other
  }

  /// How many bytes of white space a token's line begins with; a comment may follow before the token. Nothing where
  /// the line begins inside of a comment or a string.
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
