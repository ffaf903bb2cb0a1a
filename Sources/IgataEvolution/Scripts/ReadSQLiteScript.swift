import IgataTables

extension SQLiteScript {
  /// Reads a script that ``text`` printed. Layout and comments don't matter, except for lines that begin with
  /// `-- igata:`.
  ///
  /// What the text does with transactions, foreign keys and `igata_stop` is left out: a store does it by itself.
  ///
  /// - Returns: `nil` if a line for the store can't be read.
  public init?(reading script: ScriptTokens) {
    var parts = scriptParts(script, after: ".bail on")
    var isCommitted = false
    while let part = parts.popFirst() {
      switch part {
      case .statement("COMMIT;", _, _): isCommitted = true
      case .statement(let sql, _, _):
        if Self.isFrame(sql) { continue }
        if isCommitted { indexes.append(sql) } else { steps.append(.statement(sql)) }
      // It would never be run.
      case .unfinished: return nil
      case .directive(_, let words, let text):
        if words.first == "function" {
          guard let function = Self.function(words) else { return nil }
          functions.append(function)
        } else if let block = OwnSQL.Block(rawValue: words.first ?? "") {
          guard let statements = Self.block(&parts) else { return nil }
          own[block] = statements
        } else {
          guard let step = Self.step(words, text, &parts) else { return nil }
          steps.append(step)
        }
      }
    }
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
    return SwiftFunction(name: name, parameters: parameters, result: result)
  }

  // MARK: Steps

  private static func step(
    _ words: [String], _ text: String, _ parts: inout ArraySlice<SQLPart>
  ) -> SQLiteScript.Step? {
    func statement() -> String? {
      guard case .statement(let sql, _, _)? = parts.popFirst() else { return nil }
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
  private static func block(_ parts: inout ArraySlice<SQLPart>) -> [String]? {
    var statements: [String] = []
    while let part = parts.popFirst() {
      switch part {
      case .statement(let sql, _, _): statements.append(sql)
      case .directive(_, ["end"], _): return statements
      case .directive, .unfinished: return nil
      }
    }
    return nil
  }
}
