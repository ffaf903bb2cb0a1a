import IgataDiagnostics

/// Members in the syntax of other languages.
extension Parser {
  /// Modifiers of other languages that have no meaning here.
  private static let modifiers: Set<String> = [
    "public", "private", "protected", "internal", "fileprivate", "open", "final", "static", "abstract", "override",
    "required", "lateinit", "weak", "lazy", "unowned", "nonisolated", "mutating", "async", "suspend", "virtual", "var",
    "val", "const", "readonly", "pub", "dynamic", "repeated", "optional",
  ]

  /// The elements of ``modifiers`` that mean the same as `let`.
  private static let constants: Set<String> = ["val", "const", "readonly", "final"]

  /// Reports the modifiers before a member, which have no meaning, once, and skips them. Returns whether one of them
  /// means `let`.
  mutating func skipModifiers() -> Bool {
    let first = current
    var words: [String] = []
    // The tokens are looked at first, because most members aren't followed by what follows a modifier.
    while let length = modifierLength, let word = word(current), Self.modifiers.contains(word) {
      words.append(word)
      position += length
    }
    guard let last = words.last else { return false }
    let isConstant = last != MemberKeyword.let.rawValue && !words.contains("var")
      && words.contains(where: Self.constants.contains)
    let span = range(from: first.start)
    let whole = SourceRange(file: file, start: first.start, end: current.start)
    findings.append(
      .unknownModifier(words.joined(separator: " "), meansLet: isConstant && !isKeyword(current, .let), span, whole))
    return isConstant
  }

  func isModifier(_ token: SignificantToken) -> Bool { word(token).map(Self.modifiers.contains) ?? false }

  /// The number of tokens of the modifier at the current one, if a member continues after it; otherwise `nil`.
  private var modifierLength: Int? {
    var length = 1
    // `private(set)`
    if kind(ahead: 1) == .leftParenthesis, token(ahead: 3).kind == .rightParenthesis { length = 4 }
    guard Self.isName(kind(ahead: length)) else { return nil }
    switch kind(ahead: length + 1) {
    case .colon, .identifier, .quotedIdentifier, .leftParenthesis, .leftBracket, .unknown, .operation, .exclamation:
      return length
    case .question: return token(ahead: length + 2).kind == .colon ? length : nil
    case .equal: return length
    default: return nil
    }
  }

  /// Reports a member that is code, once, and skips it with its body. Returns whether there was one.
  mutating func skipCode() -> Bool {
    let next = kind(ahead: 1)
    guard Self.isName(next) || next == .leftParenthesis || next == .leftBrace, let word = word(current) else {
      return false
    }
    let isCode =
      switch word {
      case "func", "fun", "fn", "def", "function":
        Self.isName(next) && (kind(ahead: 2) == .leftParenthesis || kind(ahead: 2)?.isForeign == true)
      case "init", "deinit", "subscript", "constructor", "get", "set", "companion":
        next == .leftBrace || (next == .leftParenthesis && isCalledLikeCode(1))
      // `String name() {`
      default: Self.isName(next) && kind(ahead: 2) == .leftParenthesis && isCalledLikeCode(2)
      }
    guard isCode || (next == .leftParenthesis && isCalledLikeCode(1)) else { return false }
    let name = Self.isName(next) ? "\(word) \(text(token(ahead: 1)))" : word
    skipCodeHere(name, DeclarationKeyword.codeReason)
    return true
  }

  /// Reports the code that starts at the current token, and skips it.
  mutating func skipCodeHere(_ name: String, _ reason: String) {
    let first = current
    _ = takeDocumentation()
    skip(to: codeEnd)
    let fix = Diagnostic.Fix(title: "remove it", range: range(from: first.start), replacement: "", isSafe: false)
    findings.append(.unknownDeclaration(name, reason: reason, at: range(first), fix: fix))
  }

  /// Whether the parenthesis `distance` tokens ahead is followed by a body or by a return type.
  private func isCalledLikeCode(_ distance: Int) -> Bool {
    guard let partner = token(ahead: distance).partner, partner + 1 < tokens.count else { return false }
    let next = tokens[partner + 1]
    if next.kind == .leftBrace { return true }
    guard !next.startsLine else { return false }
    switch next.kind {
    case .colon: return true
    case .minus: return tokens[min(partner + 2, tokens.count - 1)].kind.isForeign
    case .identifier: return ["throws", "async", "const", "override"].contains(text(next))
    case .unknown: return text(next) == "=>" || text(next) == ";"
    default: return false
    }
  }

  /// The position after a member with a body: after its braces, or else at the end of its line.
  private var codeEnd: Int {
    var end = position + 1
    while tokens[end].kind != .end, tokens[end].kind != .rightBrace,
      !tokens[end].startsLine || tokens[end].kind == .leftBrace
    {
      let token = tokens[end]
      if token.kind == .leftBrace { return (token.partner ?? end) + 1 }
      if let partner = token.partner, partner > end { end = partner }
      end += 1
    }
    return end
  }

  // MARK: The type before the name

  /// `String name`, `List<String> names`: reports the order and returns the field that is meant.
  mutating func parseTypeFirst(isConstant: Bool) -> FieldSyntax? {
    guard current.kind == .identifier, let (type, written, position) = typeFirst() else { return nil }
    let documentation = takeDocumentation()
    let first = current
    skip(to: position)
    let name = parseNameHere()
    let line = "\(name.text): \(written)"
    findings.append(
      .typeBeforeName(name.text, line, at: SourceRange(file: file, start: first.start, end: name.range.end)))
    return finishField(
      isConstant: isConstant, documentation: documentation, from: first, name: name, type: type, isReported: false)
  }

  /// The type at the current token, how it is written in a schema, and the position of the name after it.
  private func typeFirst() -> (TypeReferenceSyntax, String, Int)? {
    var end = position + 1
    var nameToken = current
    var isList = false
    if tokens[end].kind == .leftBracket, token(ahead: 2).kind == .rightBracket {
      (isList, end) = (true, end + 2)
    } else if tokens[end].kind == .operation, text(tokens[end]) == "<", Self.isName(token(ahead: 2).kind),
      token(ahead: 3).kind == .operation, text(token(ahead: 3)) == ">"
    {
      (isList, end, nameToken) = (true, end + 3, token(ahead: 2))
    }
    let isOptional = tokens[min(end, tokens.count - 1)].kind == .question
    if isOptional { end += 1 }
    guard end + 1 < tokens.count, tokens[position + 1...end].allSatisfy({ !$0.startsLine }),
      tokens[end].kind == .identifier, tokens[end + 1].kind != .colon || tokens[end + 1].startsLine
    else { return nil }
    let (typeText, name) = (text(nameToken), text(tokens[end]))
    let looksRight = isKnownType(typeText) || startsInUpperCase(typeText)
    guard looksRight, !isKnownType(name), !startsInUpperCase(name), !isKeyword(typeText) else { return nil }
    let span = SourceRange(file: file, start: nameToken.start, end: nameToken.end)
    var type = TypeReferenceSyntax.named(NameSyntax(text: typeText, range: span), arguments: nil, range: span)
    if isList { type = .list(type, range: span) }
    if isOptional { type = .optional(type, range: span) }
    return (type, (isList ? "[\(typeText)]" : typeText) + (isOptional ? "?" : ""), end)
  }

  private func isKeyword(_ word: String) -> Bool { MemberKeyword(rawValue: word) != nil }

  func startsInUpperCase(_ word: String) -> Bool {
    word.unicodeScalars.first?.properties.isUppercase ?? false
  }

  /// Whether a word is the name of a type in this or in another language.
  private func isKnownType(_ word: String) -> Bool {
    switch word.lowercased() {
    case "string", "int", "integer", "long", "short", "float", "double", "decimal", "bool", "boolean", "text", "char",
      "byte", "date", "datetime", "timestamp", "uuid", "number", "varchar", "bigint", "int16", "int32", "int64",
      "uint32", "uint64", "bytes", "json", "url", "currency", "any", "blob":
      true
    default: false
    }
  }
}
