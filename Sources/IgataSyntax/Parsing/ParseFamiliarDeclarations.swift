import IgataDiagnostics

/// Declarations in the syntax of other languages.
extension Parser {
  private static let modifiers: Set<String> = [
    "export", "public", "private", "protected", "internal", "fileprivate", "open", "final", "abstract", "sealed",
    "default", "data", "declare", "static", "extend", "const", "async", "case", "pub",
  ]

  private static let statements: Set<String> = [
    "CREATE", "ALTER", "DROP", "INSERT", "COMMENT", "GRANT", "BEGIN", "COMMIT", "PRAGMA", "SELECT", "SET",
  ]

  /// Reports the modifiers before a declaration, which have no meaning, once, and skips them.
  mutating func skipDeclarationModifiers() {
    let first = current
    var words: [String] = []
    while let word = word(current), Self.modifiers.contains(word), Self.isName(kind(ahead: 1)),
      kind(ahead: 2) != .leftBrace
    {
      words.append(word)
      advance()
    }
    guard !words.isEmpty else { return }
    let whole = SourceRange(file: file, start: first.start, end: current.start)
    findings.append(.unknownModifier(words.joined(separator: " "), meansLet: false, range(from: first.start), whole))
  }

  /// Reports an SQL statement, once, and skips it. Returns whether there was one.
  mutating func skipStatement() -> Bool {
    guard let word = word(current), Self.statements.contains(word.uppercased()), Self.isName(kind(ahead: 1)),
      kind(ahead: 2) != .leftBrace
    else { return false }
    let isTable = self.word(token(ahead: 1))?.uppercased() == "TABLE"
    let first = current
    var end = position + 1
    while tokens[end].kind != .end {
      let token = tokens[end]
      if token.kind == .unknown, text(token).hasSuffix(";") {
        end += 1
        break
      }
      if token.startsLine, token.kind == .identifier, startsDeclaration(end) { break }
      end += 1
    }
    skip(to: end)
    findings.append(
      .unknownDeclaration(
        word,
        reason: isTable
          ? "this is SQL; a table is written 'model Name { … }', and a column 'name: Type'"
          : "this is SQL; a schema only describes data",
        at: range(first),
        fix: .init(title: "remove it", range: range(from: first.start), replacement: "", isSafe: false)))
    return true
  }

  /// Whether a declaration with braces, or another statement, starts at a position.
  private func startsDeclaration(_ position: Int) -> Bool {
    let word = text(tokens[position])
    if Self.statements.contains(word.uppercased()) { return Self.isName(tokens[position + 1].kind) }
    return DeclarationKeyword(rawValue: word) != nil && Self.isName(tokens[position + 1].kind)
      && [.leftBrace, .colon, .at, .equal].contains(tokens[min(position + 2, tokens.count - 1)].kind)
  }

  /// Whether a `type` has braces, as records have in TypeScript and GraphQL.
  var isBracedType: Bool {
    guard word(current) == "type", Self.isName(kind(ahead: 1)) else { return false }
    return tokens[position...].dropFirst().prefix(32).prefix { !$0.startsLine }
      .contains { $0.kind == .leftBrace && !$0.isObjectBrace }
  }

  /// Whether an `interface` or a `protocol` holds fields, as in TypeScript and GraphQL, and no code.
  var isInterfaceOfFields: Bool {
    guard let word = word(current), word == "interface" || word == "protocol" else { return false }
    let rest = tokens[position...].prefix { $0.kind != .leftBrace }
    let first = position + rest.count + 1
    guard first + 1 < tokens.count, Self.isName(tokens[first].kind) else { return false }
    return tokens[first + 1].kind == .colon || tokens[first + 1].kind == .question
  }

  /// Reads a record that is declared with a keyword other than `model` or `struct`; the current token is that word.
  mutating func parseFamiliarRecord() -> DeclarationSyntax {
    let first = current
    let documentation = takeDocumentation()
    findings.append(.unknownRecord(text(first), at: range(first)))
    advance()
    return parseBlock(.model, from: first, documentation: documentation, isReported: true)
  }
}
