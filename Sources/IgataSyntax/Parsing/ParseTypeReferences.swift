import IgataDiagnostics

extension Parser {
  /// `Name`, `Name(12, 2)`, `[Name]`, each followed by any number of `?`.
  ///
  /// - Parameter message: The message if there is none.
  mutating func parseTypeReference(_ message: @autoclosure () -> String) -> TypeReferenceSyntax? {
    let start = current.start
    var type: TypeReferenceSyntax
    switch kindHere {
    case .identifier, .quotedIdentifier:
      let name = parseNameHere()
      var arguments: [ArgumentSyntax]?
      if kindHere == .leftParenthesis {
        arguments = parseArguments()
        if arguments == nil { return nil }
      }
      type = .named(name, arguments: arguments, range: range(from: start))
      type = parseFamiliarList(of: type, named: name) ?? type
    case .leftBracket:
      guard let element = parseListedType() else { return nil }
      type = .list(element, range: range(from: start))
    default:
      let isQuoted = kindHere == .unknown && ["'", "\u{201C}", "\u{2018}"].contains(text(current).prefix(1))
      if isQuoted || kindHere == .string {
        findings.append(
          .missingType(
            message(), at: range(current), help: "a type of a few values is an enum: 'enum Kind { case … }'"))
        skip(to: position + 1)
      } else {
        report(.missingType(message(), at: expectedTokenRange))
      }
      return nil
    }
    // The resolver rejects a second `?`; thousands of them would make a tree too deep to walk.
    var marks = 0
    while eat(.question) != nil {
      marks += 1
      if marks <= 2 { type = .optional(type, range: range(from: start)) }
    }
    return type
  }

  /// A list in the syntax of other languages: `Tag[]`, `Array<Tag>`. A type followed by `]`, as in `Tag]`, is also read
  /// as one.
  private mutating func parseFamiliarList(
    of type: TypeReferenceSyntax, named name: NameSyntax
  ) -> TypeReferenceSyntax? {
    let start = type.range.start
    var text: String { String(decoding: source.bytes[start..<type.range.end], as: UTF8.self) }
    switch kindHere {
    case .leftBracket where token(ahead: 1).kind == .rightBracket && innermostCloser == nil:
      let brackets = current
      skipToken()
      let whole = range(from: start)
      findings.append(
        .unexpectedText(
          "[]", at: range(from: brackets.start), help: "a list is written '[\(text)]'",
          fix: .init(title: "write '[\(text)]'", range: whole, replacement: "[\(text)]", isSafe: true)))
      return .list(type, range: whole)
    case .rightBracket where current.partner == nil && innermostCloser == nil:
      let bracket = current
      advance()
      let opening = SourceRange(file: file, start: start, end: start)
      findings.append(
        .unopenedBracket(
          "]", at: range(bracket), help: "a list is written '[\(text)]'",
          fix: .init(title: "add '['", range: opening, replacement: "[", isSafe: true)))
      return .list(type, range: range(from: start))
    case .operation where self.text(current) == "<": return parseGeneric(named: name, from: start)
    default: return nil
    }
  }

  /// `Array<Tag>` and similar types.
  private mutating func parseGeneric(named name: NameSyntax, from start: Int) -> TypeReferenceSyntax? {
    let open = current
    advance()
    let argument = Self.isName(kindHere) ? parseNameHere() : nil
    while !isAtMemberEnd, current.kind != .at, current.kind != .equal {
      let isEnd = current.kind.isForeign && text(current).utf8.last == UInt8(ascii: ">")
      skipToken()
      if isEnd { break }
    }
    let whole = range(from: start)
    skipped.skip(open.start..<whole.end)
    guard let argument, argument.range.end + 1 >= whole.end || text(tokens[position - 1]) == ">" else {
      findings.append(
        .unexpectedText("<", at: range(open), help: "the only generic types are lists, '[T]', and optionals, 'T?'"))
      return nil
    }
    let element = TypeReferenceSyntax.named(argument, arguments: nil, range: argument.range)
    let isOptional = ["Optional", "Option", "Maybe", "Nullable"].contains(name.text)
    let isList = Self.lists.contains(name.text)
    let meant = isOptional ? "\(argument.text)?" : "[\(argument.text)]"
    findings.append(
      .unexpectedText(
        "<", at: range(open), help: isOptional || isList ? "write '\(meant)'" : "a list is written '[T]'",
        fix: isOptional || isList
          ? .init(title: "write '\(meant)'", range: whole, replacement: meant, isSafe: true) : nil))
    if isOptional { return .optional(element, range: whole) }
    // The container is unknown, so nothing more is reported about it.
    return isList ? .list(element, range: whole) : nil
  }

  private static let lists: Set<String> = [
    "Array", "List", "Set", "ContiguousArray", "Vec", "MutableList", "ArrayList", "Collection", "Sequence",
  ]

  private mutating func parseListedType() -> TypeReferenceSyntax? {
    var element: TypeReferenceSyntax?
    let isRead = inBrackets { parser, open in
      element = parser.parseTypeReference("a list's elements have no type")
      guard element != nil else { return false }
      if parser.isAtMemberEnd || open.partner == nil { return true }
      parser.reportUnexpected(help: parser.current.kind == .colon ? "there are lists, but no dictionaries" : nil)
      return false
    }
    return isRead ? element : nil
  }
}
