import IgataEvolution
import IgataTemplateLanguage

/// The view of a version of the schema: the steps by which a store brings a database to it, as Swift.
extension GenerationScope {
  /// The dialects in which versions are run: SQLite first.
  var dialects: [String] { versions.keys.sorted(by: >) }

  /// The arguments for the versions, one for each dialect.
  var versionLists: String {
    let lists = dialects.map { dialect in
      let constants = (versions[dialect] ?? []).map { Self.constant($0, dialect) }
      return SwiftLayout.list("\(dialect): ", constants, "", .square, indent: 6)
    }
    return lists.joined(separator: ",\n")
  }

  /// The versions of a dialect.
  func views(_ dialect: String) -> [Record] { (versions[dialect] ?? []).map { view($0, dialect) } }

  /// The name of the constant for a version.
  private static func constant(_ version: RunnableVersion, _ dialect: String) -> String {
    "\(dialect)\(version.number)"
  }

  private func view(_ version: RunnableVersion, _ dialect: String) -> Record {
    let functions = version.script.functions.map(\.name)
    return Record([
      "constant": .text(Self.constant(version, dialect)), "number": .text("\(version.number)"),
      "name": .text(SwiftLiteral.string(version.name)), "sum": .text(version.sum.text),
      "compatibleFrom": .text("\(version.compatibleFrom)"), "hasFunctions": .flag(!functions.isEmpty),
      "functions": list(functions), "steps": .records(steps(of: version.script)),
    ])
  }

  // MARK: Steps

  private func steps(of script: VersionScript) -> [Record] {
    switch script {
    case .sqlite(let script):
      script.own.before.map { step("own", $0) } + script.steps.map(view) + script.own.after.map { step("own", $0) }
        + script.indexes.map { step("index", $0) }
    case .postgresql(let script):
      script.transaction.enumerated().map { step(script.own.contains($0) ? "own" : "statement", $1) }
        + script.indexes.map { step("concurrentIndex", name: $0.name, $0.statement) }
    }
  }

  private func view(_ step: SQLiteScript.Step) -> Record {
    switch step {
    case .statement(let sql): self.step("statement", sql)
    case .stop(let stop):
      self.step(
        stop: Record([
          "table": .text(SwiftLiteral.string(stop.table)), "key": list(stop.key),
          "condition": .text(SwiftLiteral.lines(stop.condition, indent: 10)),
          "reason": .text(SwiftLiteral.string(stop.reason)),
        ]))
    case .rebuild(let rebuild):
      self.step(
        rebuild: Record([
          "table": .text(SwiftLiteral.string(rebuild.table)), "oldKey": list(rebuild.oldKey),
          "columns": list(rebuild.oldColumns), "indexes": list(rebuild.oldIndexes),
          "temporaryName": .text(SwiftLiteral.string(rebuild.temporaryName)), "newKey": list(rebuild.newKey),
          "create": .text(SwiftLiteral.lines(rebuild.create, indent: 12)),
          "copy": .text(SwiftLiteral.lines(rebuild.copy, indent: 12)),
        ]))
    case .swap(let swap):
      self.step(
        swap: Record([
          "table": .text(SwiftLiteral.string(swap.table)),
          "temporaryName": .text(SwiftLiteral.string(swap.temporaryName)),
          "statements": .texts(swap.statements.map { SwiftLiteral.lines($0, indent: 10) }),
        ]))
    }
  }

  /// A step that is one statement.
  private func step(_ kind: String, name: String? = nil, _ sql: String) -> Record {
    step(
      statement: Record([
        "kind": .text(kind), "index": .optional(name.map(SwiftLiteral.string)),
        "sql": .text(SwiftLiteral.lines(sql, indent: 8)),
      ]))
  }

  private func step(
    statement: Record? = nil, stop: Record? = nil, rebuild: Record? = nil, swap: Record? = nil
  ) -> Record {
    Record([
      "statement": .optional(statement), "stop": .optional(stop), "rebuild": .optional(rebuild),
      "swap": .optional(swap),
    ])
  }

  private func list(_ names: [String]) -> TemplateValue {
    .text("[\(names.map(SwiftLiteral.string).joined(separator: ", "))]")
  }
}
