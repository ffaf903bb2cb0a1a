import IgataDiagnostics

extension Parser {
  /// Reports an SQL column constraint after a type, once and with its equivalent, and skips it. Returns whether there
  /// was one.
  mutating func skipSQLTail() -> Bool {
    guard let first = word(current)?.uppercased(), Self.columnWords.contains(first),
      kind(ahead: 1) != .leftParenthesis || first == "CHECK" || first == "DEFAULT"
    else { return false }
    let start = current
    var defaultValue: String?
    var attributes: [String] = []
    var isUnderstood = true
    var last = current
    while !isAtMemberEnd, current.kind != .at, isUnderstood {
      let word = word(current)?.uppercased() ?? ""
      let next = kind(ahead: 1) == .identifier ? self.word(token(ahead: 1))?.uppercased() : nil
      switch (word, next) {
      case ("NOT", "NULL"): position += 2
      case ("PRIMARY", "KEY"):
        attributes.append("@primaryKey")
        position += 2
      case ("UNIQUE", _):
        attributes.append("@unique")
        position += 1
      case ("AUTOINCREMENT", _), ("AUTO_INCREMENT", _), ("IDENTITY", _):
        defaultValue = "autoincrement()"
        position += 1
      case ("DEFAULT", _):
        position += 1
        let value = current
        defaultValue = Self.meantDefault(text(value))
        if value.kind == .unknown, value.end - value.start > 1, text(value).hasPrefix("'"), !text(value).contains("\\")
        {
          defaultValue = "\"\(text(value).dropFirst().dropLast())\""
        }
        isUnderstood = value.kind == .integer || value.kind == .decimal || defaultValue != nil
        defaultValue = defaultValue ?? text(value)
        if isUnderstood { position += 1 }
      default:
        isUnderstood = current.kind == .comma && token(ahead: 1).startsLine
        if isUnderstood { position += 1 }
      }
      if isUnderstood { last = tokens[position - 1] }
    }
    let stop = word(current)?.uppercased()
    if !isUnderstood {
      skipMember()
      last = tokens[position - 1]
    }
    let meant = ((defaultValue.map { ["= \($0)"] } ?? []) + attributes).joined(separator: " ")
    let span = SourceRange(file: file, start: start.start, end: last.end)
    skipped.skip(span.start..<span.end)
    let isWhole = isUnderstood && last.end > start.start
    findings.append(
      .unexpectedText(
        shortened(source.bytes, span.start..<span.end), at: span,
        help: isWhole
          ? (meant.isEmpty ? "a type without '?' is never NULL; remove it" : "write '\(meant)'")
          : Self.help(for: stop.flatMap { Self.columnWords.contains($0) ? $0 : nil } ?? first),
        fix: isWhole
          ? .init(
            title: meant.isEmpty ? "remove it" : "write '\(meant)'", range: span, replacement: meant, isSafe: false)
          : nil))
    return true
  }

  private static let columnWords: Set<String> = [
    "NOT", "NULL", "PRIMARY", "UNIQUE", "DEFAULT", "REFERENCES", "CHECK", "AUTOINCREMENT", "AUTO_INCREMENT", "IDENTITY",
    "COLLATE", "GENERATED", "UNSIGNED",
  ]

  private static func meantDefault(_ word: String) -> String? {
    switch word.uppercased() {
    case "TRUE": "true"
    case "FALSE": "false"
    case "NULL": "nil"
    case "CURRENT_TIMESTAMP": "now()"
    default: nil
    }
  }

  private static func help(for word: String) -> String {
    switch word {
    case "NULL": "write '?' after the type"
    case "REFERENCES": "for a relation, use a model as the type: 'owner: Person'"
    case "CHECK": "bounds are attributes: '@range(0...)', '@length(...80)', '@pattern(\"…\")'"
    case "DEFAULT": "write the default after the type: 'name: Type = value'"
    default: "constraints are attributes of the field: '@primaryKey', '@unique'"
    }
  }
}
