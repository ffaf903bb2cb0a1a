import IgataTables

extension SQLiteScript {
  /// Reads a script that ``text`` printed. Layout and comments don't matter, except for lines that begin with
  /// `-- igata:`.
  ///
  /// What the text does with transactions, foreign keys and `igata_stop` is left out: a store does it by itself.
  ///
  /// - Returns: `nil` if a line for the store can't be read.
  public init?(reading script: ScriptTokens) {
    var reader = ScriptReader(script)
    guard reader.read() else { return nil }
    self = reader.script
  }
}

private struct ScriptReader {
  private let tokens: ScriptTokens
  private(set) var script = SQLiteScript()

  init(_ tokens: ScriptTokens) { self.tokens = tokens }

  mutating func read() -> Bool {
    guard var parts = scriptParts(tokens, after: ".bail on")?[...] else { return false }
    var isCommitted = false
    while let part = parts.popFirst() {
      switch part {
      case .statement(let sql) where sql == "COMMIT;": isCommitted = true
      case .statement(let sql):
        if Self.isFrame(sql) { continue }
        if isCommitted { script.indexes.append(sql) } else { script.steps.append(.statement(sql)) }
      case .directive(let words, _) where words.first == "function":
        guard let function = Self.function(words) else { return false }
        script.functions.append(function)
      case .directive(let words, _) where OwnSQL.Block(rawValue: words.first ?? "") != nil:
        guard let block = OwnSQL.Block(rawValue: words.first ?? ""), let statements = Self.block(&parts) else {
          return false
        }
        script.own[block] = statements
      case .directive(let words, let text):
        guard let step = Self.step(words, text, &parts) else { return false }
        script.steps.append(step)
      }
    }
    return true
  }

  /// Whether a statement is part of what surrounds the steps.
  private static func isFrame(_ sql: String) -> Bool { frames.contains { sql.utf8.starts(with: $0.utf8) } }

  private static let frames =
    ["BEGIN IMMEDIATE;", "PRAGMA foreign_keys = "]
    + ["igata_stop", "igata_broken"].flatMap { name in
      ["CREATE TEMP TABLE", "INSERT INTO", "DROP TABLE"].map { verb in
        "\(verb) \(verb == "CREATE TEMP TABLE" ? "" : "temp.")\"\(name)\""
      }
    }

  // MARK: Functions

  private static func function(_ words: [String]) -> SwiftFunction? {
    var words = DirectiveWords(Array(words.dropFirst()))
    guard let name = words.next(), words.take("(") else { return nil }
    var parameters: [SwiftFunction.ValueType] = []
    while !words.take(")") {
      guard parameters.isEmpty || words.take(","), let type = words.type() else { return nil }
      parameters.append(type)
    }
    guard words.take("-"), words.take(">"), let result = words.type(), words.next() == nil else { return nil }
    return SwiftFunction(name, parameters, result)
  }

  // MARK: Steps

  private static func step(
    _ words: [String], _ text: String, _ parts: inout ArraySlice<ScriptPart>
  ) -> SQLiteScript.Step? {
    func statement() -> String? {
      guard case .statement(let sql)? = parts.popFirst() else { return nil }
      return sql
    }
    var words = DirectiveWords(words)
    switch words.next() {
    case "stop":
      guard let table = words.next(), let colon = text.firstRange(of: ": "), let sql = statement() else { return nil }
      let counting = SQLiteScript.Stop.counting(table)
      guard sql.hasPrefix(counting) else { return nil }
      let condition = String(sql.dropFirst(counting.count).dropLast())
      return .stop(
        .init(
          table: table, key: words.list(after: "by"), condition: condition,
          reason: String(text[colon.upperBound...])))
    case "rebuild":
      guard let table = words.next() else { return nil }
      let oldKey = words.list(after: "by")
      guard words.take("into"), let temporaryName = words.next() else { return nil }
      let newKey = words.list(after: "by")
      let (columns, indexes) = (words.list(after: "from"), words.list(after: "with"))
      guard let create = statement(), let copy = statement() else { return nil }
      return .rebuild(
        .init(
          table: table, oldColumns: columns, oldIndexes: indexes, oldKey: oldKey, newKey: newKey,
          temporaryName: temporaryName, create: create, copy: copy))
    case "swap":
      guard let table = words.next(), words.take("for"), let temporaryName = words.next() else { return nil }
      guard let statements = block(&parts) else { return nil }
      return .swap(.init(table: table, temporaryName: temporaryName, statements: statements))
    default: return nil
    }
  }

  /// The statements up to the line that ends their block; `nil` if there is none.
  private static func block(_ parts: inout ArraySlice<ScriptPart>) -> [String]? {
    var statements: [String] = []
    while let part = parts.popFirst() {
      switch part {
      case .statement(let sql): statements.append(sql)
      case .directive(let words, _): return words == ["end"] ? statements : nil
      }
    }
    return nil
  }
}
