@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// What the catalog of a server has, as lines that people compare and the next run reads.
///
///     -- table "jobs"
///     -- - column "id" 'integer' counted
///     -- - column "state" 'text' null default '''new''::text' comment 'What is done.'
///     -- - key ("id")
///     -- - unique ("state", "id" descending) where 'state IS NOT NULL'
///     -- - foreign key ("boss") to "jobs" ("id") deletes cascade updates noAction
///     -- - check "jobs_check" 'id > 0'
enum CatalogFacts {
  private static let prefix = "-- - "

  /// The lines of each object.
  static func texts(_ objects: [String: FoundObject]) -> [String] {
    objects.sorted { $0.key < $1.key }.map { name, object in
      let (kind, table) =
        switch object {
        case .table(let table): ("table", table)
        case .view(let kind, let table): ("view \(text(kind))", table)
        case .other(let kind): ("other \(text(kind))", FoundTable())
        }
      let lines = ["-- \(kind) \(self.name(name))"] + facts(of: table).map { prefix + $0 }
      return lines.map(SchemaFile.oneLine).joined(separator: "\n")
    }
  }

  /// Reads what ``texts(_:)`` returns. What isn't understood is left out.
  static func objects(in text: String) -> [String: FoundObject] {
    var objects: [String: FoundObject] = [:]
    var current: (name: String, kind: String?, table: FoundTable)?
    for line in text.split(separator: "\n") where line.hasPrefix("-- ") {
      if line.hasPrefix(prefix) {
        var fact = FactReader(line.dropFirst(prefix.count))
        current?.table.read(&fact)
        continue
      }
      var heading = FactReader(line.dropFirst(3))
      let word = heading.word()
      guard let word, ["table", "view", "other"].contains(word) else { continue }
      if let current { objects[current.name] = object(current.kind, current.table) }
      let kind = heading.text()
      let name = heading.name()
      if word == "other" { objects[name ?? ""] = .other(kind ?? "") }
      current = word == "other" ? nil : name.map { ($0, kind, FoundTable()) }
    }
    if let current { objects[current.name] = object(current.kind, current.table) }
    return objects
  }

  private static func object(_ kind: String?, _ table: FoundTable) -> FoundObject {
    kind.map { .view($0, table) } ?? .table(table)
  }

  // MARK: Lines

  private static func name(_ name: String) -> String { SQLToken.name(name).text }

  private static func text(_ text: String) -> String { SQLToken.text(text).text }

  private static func names(_ names: [String]) -> String { "(\(names.map(name).joined(separator: ", ")))" }

  private static func comment(_ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["comment"] + lines.map(text)
  }

  private static func facts(of table: FoundTable) -> [String] {
    var facts = table.columns.map(fact)
    if !table.primaryKey.isEmpty { facts.append("key \(names(table.primaryKey))") }
    facts += table.indexes.map(fact).sorted() + table.foreignKeys.map(fact).sorted()
    facts += table.checks.map(fact).sorted() + table.options.sorted().map { "option \(text($0))" }
    return table.documentation.isEmpty ? facts : [comment(table.documentation).joined(separator: " ")] + facts
  }

  private static func fact(_ column: FoundColumn) -> String {
    var words = ["column", name(column.name), text(column.type)]
    if let domain = column.domain { words += ["domain", text(domain)] }
    if column.isNullable { words.append("null") }
    if !column.labels.isEmpty { words += ["values"] + column.labels.map(text) }
    switch column.origin {
    case .none: break
    case .defaultValue: words += ["default", text(column.defaultText ?? "")]
    case .countedKey: words.append("counted")
    case .alwaysCountedKey: words.append("always")
    case .foreignSequence(let sequence): words += ["sequence", text(sequence.next)]
    case .computed: words.append("computed")
    }
    if !column.collation.isEmpty { words += ["order", text(column.collation)] }
    return (words + comment(column.documentation)).joined(separator: " ")
  }

  private static func fact(_ index: FoundIndex) -> String {
    let parts = index.parts.map { part in
      (part.function == nil && !part.column.isEmpty ? name(part.column) : text(part.text))
        + (part.isDescending ? " descending" : "") + (part.ignoresCase ? " ignoring case" : "")
    }
    let condition = index.condition.map(\.text).joined(separator: " ")
    return (index.isUnique ? "unique " : "index \(name(index.name)) ") + "(\(parts.joined(separator: ", ")))"
      + (index.method.map { " by \(text($0))" } ?? "") + (index.isPartial ? " where \(text(condition))" : "")
  }

  private static func fact(_ key: FoundForeignKey) -> String {
    "foreign key \(names(key.columns)) to \(name(key.table)) \(names(key.targetColumns))"
      + (key.deleteRule.map { " deletes \($0.rawValue)" } ?? "")
      + (key.updateRule.map { " updates \($0.rawValue)" } ?? "")
  }

  private static func fact(_ check: FoundCheck) -> String {
    "check " + (check.name.map { name($0) + " " } ?? "") + text(check.tokens.map(\.text).joined(separator: " "))
  }
}

/// The words, names and texts of a line.
private struct FactReader {
  private var tokens: ArraySlice<SQLToken>

  init(_ line: Substring) { tokens = sqlTokens(of: String(line))[...] }

  mutating func word() -> String? {
    guard case .word(let word)? = tokens.first else { return nil }
    tokens.removeFirst()
    return word
  }

  mutating func name() -> String? {
    guard case .name(let name)? = tokens.first else { return nil }
    tokens.removeFirst()
    return name
  }

  mutating func text() -> String? {
    guard case .text(let text)? = tokens.first else { return nil }
    tokens.removeFirst()
    return text
  }

  mutating func texts() -> [String] {
    var texts: [String] = []
    while let text = text() { texts.append(text) }
    return texts
  }

  /// What is in parentheses: columns, and expressions.
  mutating func parts() -> [FoundIndex.Part] {
    var parts: [FoundIndex.Part] = []
    guard tokens.popFirst() == .symbol("(") else { return [] }
    while let token = tokens.popFirst(), token != .symbol(")") {
      switch token {
      case .name(let name): parts.append(FoundIndex.Part(name))
      case .text(let text): parts.append(FoundIndex.Part(text: text))
      case .word where parts.isEmpty: break
      case .word:
        if token.is("DESCENDING") { parts[parts.count - 1].isDescending = true }
        if token.is("IGNORING") { parts[parts.count - 1].ignoresCase = true }
      case .number, .symbol, .parameter: break
      }
    }
    return parts
  }

  mutating func names() -> [String] { parts().map(\.column) }
}

extension FoundTable {
  fileprivate mutating func read(_ fact: inout FactReader) {
    switch fact.word() {
    case "column": FoundColumn(&fact).map { columns.append($0) }
    case "key": primaryKey = fact.names()
    case "unique": indexes.append(FoundIndex(&fact, isUnique: true))
    case "index": indexes.append(FoundIndex(&fact, isUnique: false))
    case "foreign": FoundForeignKey(&fact).map { foreignKeys.append($0) }
    case "check":
      let name = fact.name()
      checks.append(FoundCheck(sqlTokens(of: fact.text() ?? ""), name: name))
    case "option": options.formUnion(fact.texts())
    case "comment": documentation = fact.texts()
    default: break
    }
  }
}

extension FoundColumn {
  fileprivate init?(_ fact: inout FactReader) {
    guard let name = fact.name(), let type = fact.text() else { return nil }
    self.init(name: name, type: type, isNullable: false, origin: .none)
    while let word = fact.word() {
      switch word {
      case "domain": domain = fact.text()
      case "null": isNullable = true
      case "values": labels = fact.texts()
      case "default": (origin, defaultText) = (.defaultValue, fact.text())
      case "counted": origin = .countedKey
      case "always": origin = .alwaysCountedKey
      case "sequence": origin = .foreignSequence(ForeignSequence(fact.text() ?? ""))
      case "computed": origin = .computed
      case "order": collation = fact.text() ?? ""
      case "comment": documentation = fact.texts()
      default: break
      }
    }
  }
}

extension FoundIndex {
  fileprivate init(_ fact: inout FactReader, isUnique: Bool) {
    let name = fact.name() ?? ""
    self.init(name: name, isUnique: isUnique, isPartial: false, parts: fact.parts())
    while let word = fact.word() {
      let text = fact.text() ?? ""
      if word == "by" { method = text }
      if word == "where" { (isPartial, condition) = (true, sqlTokens(of: text)) }
    }
  }
}

extension FoundIndex.Part {
  /// The part whose ``text`` is a function of a column; one without a column for any other text.
  fileprivate init(text: String) {
    let function = IndexFunction.allCases.first { text.hasPrefix($0.rawValue + "(") && text.hasSuffix(")") }
    self.init("")
    guard let function else { return }
    (column, self.function) = (String(text.dropFirst(function.rawValue.count + 1).dropLast()), function)
  }
}

extension FoundForeignKey {
  fileprivate init?(_ fact: inout FactReader) {
    guard fact.word() == "key" else { return nil }
    let columns = fact.names()
    guard fact.word() == "to", let table = fact.name() else { return nil }
    self.init(columns: columns, table: table, targetColumns: fact.names(), deleteRule: nil, updateRule: nil)
    while let word = fact.word() {
      let rule = fact.word() ?? ""
      if word == "deletes" { deleteRule = DeleteRule(rawValue: rule) }
      if word == "updates" { updateRule = UpdateRule(rawValue: rule) }
    }
  }
}
